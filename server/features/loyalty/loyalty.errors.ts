import { accountErrors } from '#contract/accounts.ts'
import { failWith } from '#contract/errors.ts'
import { loyaltyErrors } from '#contract/loyalty-errors.ts'

export const fail = failWith(loyaltyErrors, accountErrors)
