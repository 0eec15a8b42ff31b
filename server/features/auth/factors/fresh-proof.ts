import { failAuth } from '../protocol/errors.ts'
import type { User } from '../repository/users.ts'
import { requireSecondFactorUsed } from '../sessions/assurance.ts'
import { isRecentSignIn, type Session } from '../sessions/sessions.ts'

/**
 * Guards changes to the account's providers: an intruder at an open session must not add a sign-in method of their own.
 * @throws insufficient_aal, reauthentication_needed
 */
export function requireFreshProof(input: { user: User; session: Session; now: Date }): void {
  const message = 'AAL2 session is required to change identities when MFA is enabled.'
  requireSecondFactorUsed({ ...input, message })
  if (!isRecentSignIn(input)) {
    throw failAuth('reauthentication_needed', { message: 'Changing identities requires a recent sign-in' })
  }
}
