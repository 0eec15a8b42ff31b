import { centerErrors } from '#contract/centers.ts'
import { failWith } from '#contract/errors.ts'
import { paymentErrors } from '#contract/payments.ts'

export const fail = failWith(centerErrors, paymentErrors)
