import { type AuthError, failAuth } from '../protocol/errors.ts'
import { isRecentSignIn, type Session } from '../sessions/sessions.ts'

/**
 * Why this session may not add a factor to an account that has `verified` many; undefined when it may. The first factor needs
 * a recent sign-in: an intruder at an open session could otherwise lock the owner out with their own phone. Each further one
 * needs an existing factor: otherwise the password alone would be enough to get a factor.
 */
export function newFactorError(input: {
  session: Session
  verified: number
  now: Date
  action: 'enroll' | 'verify'
}): AuthError | undefined {
  if (input.verified > 0) {
    if (input.session.aal === 'aal2') return undefined
    return failAuth('insufficient_aal', { status: 403, message: `AAL2 required to ${input.action} a new factor` })
  }
  if (isRecentSignIn(input)) return undefined
  return failAuth('reauthentication_needed', { message: 'The first factor requires a recent sign-in' })
}
