import { complianceErrors } from '#contract/compliance.ts'
import { failWith } from '#contract/errors.ts'

export const fail = failWith(complianceErrors)
