import { checkoutErrors } from '#contract/checkouts.ts'
import { failWith } from '#contract/errors.ts'

export const fail = failWith(checkoutErrors)
