import { failAuth } from '../protocol/errors.ts'
import type { User } from '../repository/users.ts'
import { requireSecondFactorUsed } from '../sessions/assurance.ts'
import { isRecentSignIn, type Session } from '../sessions/sessions.ts'

/**
 * Before somebody changes which other providers open the account: whoever comes upon an open session must not add a way
 * in of their own. @throws insufficient_aal, reauthentication_needed
 */
export function requireFreshProof(input: { user: User; session: Session; now: Date }): void {
  const message = 'AAL2 session is required to change identities when MFA is enabled.'
  requireSecondFactorUsed({ ...input, message })
  if (!isRecentSignIn(input)) {
    throw failAuth('reauthentication_needed', { message: 'Changing identities requires a recent sign-in' })
  }
}
