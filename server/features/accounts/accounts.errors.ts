import { accountErrors } from '#contract/accounts.ts'
import { centerRegistrationErrors } from '#contract/center-registration.ts'
import { dataExportErrors } from '#contract/data-exports.ts'
import { dependantErrors } from '#contract/dependants.ts'
import { failWith } from '#contract/errors.ts'
import { fileErrors } from '#contract/files.ts'
import { sessionErrors } from '#contract/sessions.ts'

export const fail = failWith(
  accountErrors,
  centerRegistrationErrors,
  dataExportErrors,
  dependantErrors,
  fileErrors,
  sessionErrors,
)
