import type { NextSession } from '#contract/therapies.ts'
import { errorCode } from '#web/platform/error-message.ts'

/** What the session would be now, when the server refused the terms that the patient had read. */
export function changedSessionIn(error: unknown): NextSession | undefined {
  if (errorCode(error) !== 'therapies.terms_changed') return undefined
  return (error as { data?: NextSession }).data
}
