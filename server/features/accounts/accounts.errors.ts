import { accountErrors } from '#contract/accounts.ts'
import { dataExportErrors } from '#contract/data-exports.ts'
import { dependantErrors } from '#contract/dependants.ts'
import { failWith } from '#contract/errors.ts'
import { fileErrors } from '#contract/files.ts'
import { userErrors } from '#contract/users.ts'

export const fail = failWith(accountErrors, dataExportErrors, dependantErrors, fileErrors, userErrors)
