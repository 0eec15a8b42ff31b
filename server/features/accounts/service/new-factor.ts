import { failService, type ServiceError } from './service-errors.ts'
import { isRecentSignIn, type Session } from './sessions.ts'

/**
 * Whether this session may add a factor to an account that has so many. The first one needs a sign-in of just now: whoever
 * comes upon an open session could lock its owner out with a phone of their own. Each further one needs one of those
 * before, or a password alone would be enough to get a factor. Undefined: it may.
 */
export function refuseNewFactor(o: {
  session: Session
  verified: number
  now: Date
  doing: 'enroll' | 'verify'
}): ServiceError | undefined {
  if (o.verified > 0) {
    if (o.session.aal === 'aal2') return undefined
    return failService('insufficient_aal', { status: 403, message: `AAL2 required to ${o.doing} a new factor` })
  }
  if (isRecentSignIn(o)) return undefined
  return failService('reauthentication_needed', { message: 'The first factor requires a recent sign-in' })
}
