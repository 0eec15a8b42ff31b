import { centerRecordErrors } from '#contract/center-records.ts'
import { complianceErrors } from '#contract/compliance.ts'
import { failWith } from '#contract/errors.ts'
import { fileErrors } from '#contract/files.ts'
import { moderationErrors } from '#contract/moderation.ts'

export const fail = failWith(complianceErrors, centerRecordErrors, fileErrors, moderationErrors)
