import { type AuthError, failAuth } from '../protocol/errors.ts'
import { isRecentSignIn, type Session } from '../sessions/sessions.ts'

/**
 * Whether this session may add a factor to an account that has so many. The first one needs a sign-in of just now: whoever
 * comes upon an open session could lock its owner out with a phone of their own. Each further one needs one of those
 * before, or a password alone would be enough to get a factor. Undefined: it may.
 */
export function refuseNewFactor(input: {
  session: Session
  verified: number
  now: Date
  doing: 'enroll' | 'verify'
}): AuthError | undefined {
  if (input.verified > 0) {
    if (input.session.aal === 'aal2') return undefined
    return failAuth('insufficient_aal', { status: 403, message: `AAL2 required to ${input.doing} a new factor` })
  }
  if (isRecentSignIn(input)) return undefined
  return failAuth('reauthentication_needed', { message: 'The first factor requires a recent sign-in' })
}
