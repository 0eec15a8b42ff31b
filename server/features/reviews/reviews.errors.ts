import { centerErrors } from '#contract/centers.ts'
import { failWith } from '#contract/errors.ts'
import { reviewErrors } from '#contract/reviews.ts'

export const fail = failWith({ ...reviewErrors, 'centers.owner_only': centerErrors['centers.owner_only'] })
