import type { Platform } from '#server/platform/platform.ts'
import { failAuth, failBlocked } from '../protocol/errors.ts'
import {
  findIdentity,
  insertIdentity,
  lockIdentityKey,
  refreshIdentity,
  updateProviders,
} from '../repository/identities.ts'
import { findSession } from '../repository/sessions.ts'
import { findUser, lockUser, type User } from '../repository/users.ts'
import { isBlocked } from '../rules/account-status.ts'
import type { Session } from '../sessions/sessions.ts'
import { mailIdentityAdded } from './notify-identity.ts'
import type { Linking } from './oauth-states.ts'
import type { SocialProfile } from './social-client.ts'

/**
 * Adds the identity to the account of the user who requested it, if the session of the request is still open.
 * @throws session_not_found, user_banned, identity_already_exists
 */
export async function linkIdentity({
  platform,
  linking,
  profile,
}: {
  platform: Platform
  profile: SocialProfile
  linking: Linking
}): Promise<{ user: User; session: Session }> {
  const { identity } = profile
  const now = platform.clock.now()
  return platform.db.transaction().execute(async (tx) => {
    await lockIdentityKey(tx, identity)
    const user = await lockUser(tx, linking.userId)
    const session = await findSession(tx, { id: linking.sessionId, userId: linking.userId })
    const isOpen = session && (session.not_after === null || session.not_after > now)
    if (!user || !isOpen) throw failAuth('session_not_found')
    if (isBlocked({ account: user, now })) throw failBlocked({ account: user })
    const known = await findIdentity(tx, identity)
    if (known && known.user_id !== user.id) throw failAuth('identity_already_exists')
    if (known) {
      await refreshIdentity(tx, { ...identity, id: known.id, now })
    } else {
      await insertIdentity(tx, { ...identity, userId: user.id, now })
      await updateProviders(tx, { userId: user.id, now })
      await mailIdentityAdded(tx, { platform, user, provider: identity.provider })
    }
    const updated = await findUser(tx, { id: user.id })
    if (!updated) throw failAuth('user_not_found')
    return { user: updated, session }
  })
}
