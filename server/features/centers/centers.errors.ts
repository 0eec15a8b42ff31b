import { centerRecordErrors } from '#contract/center-records.ts'
import { centerRegistrationErrors } from '#contract/center-registration.ts'
import { centerErrors } from '#contract/centers.ts'
import { complianceErrors } from '#contract/compliance.ts'
import { failWith } from '#contract/errors.ts'
import { fileErrors } from '#contract/files.ts'
import { moderationErrors } from '#contract/moderation.ts'
import { teamErrors } from '#contract/team.ts'

export const fail = failWith(
  centerErrors,
  centerRecordErrors,
  centerRegistrationErrors,
  complianceErrors,
  fileErrors,
  moderationErrors,
  teamErrors,
)
