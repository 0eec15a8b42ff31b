import { failWith } from '#contract/errors.ts'
import { legalErrors } from '#contract/legal-texts.ts'

export const fail = failWith(legalErrors)
