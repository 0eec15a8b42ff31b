import { accountErrors } from '#contract/accounts.ts'
import { failWith } from '#contract/errors.ts'

export const failAccount = failWith(accountErrors)
