import { centerRecordErrors } from '#contract/center-records.ts'
import { centerErrors } from '#contract/centers.ts'
import { commissionErrors } from '#contract/commissions.ts'
import { failWith } from '#contract/errors.ts'
import { moderationErrors } from '#contract/moderation.ts'

export const fail = failWith(commissionErrors, moderationErrors, centerErrors, centerRecordErrors)
