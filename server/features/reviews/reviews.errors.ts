import { failWith } from '#contract/errors.ts'
import { reviewErrors } from '#contract/reviews.ts'

export const fail = failWith(reviewErrors)
