import { type AuthSearch, parseAuthSearch } from './auth-search.ts'
import { type StepNumber, stepFrom } from './registration-step.ts'

/** None named is the first step. */
export type RegisterSearch = AuthSearch & { paso?: Exclude<StepNumber, 1> | undefined }

export function parseRegisterSearch(raw: Record<string, unknown>): RegisterSearch {
  const step = stepFrom(raw)
  return { ...parseAuthSearch(raw), paso: step === 1 ? undefined : step }
}
