import { payErrors } from '#contract/checkouts.ts'
import { failWith } from '#contract/errors.ts'

export const fail = failWith(payErrors)
