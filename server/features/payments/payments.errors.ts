import { centerErrors } from '#contract/centers.ts'
import { failWith } from '#contract/errors.ts'

export const fail = failWith(centerErrors)
