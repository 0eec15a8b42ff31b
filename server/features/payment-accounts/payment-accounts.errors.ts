import { failWith } from '#contract/errors.ts'
import { paymentAccountErrors } from '#contract/payment-accounts.ts'

export const fail = failWith(paymentAccountErrors)
