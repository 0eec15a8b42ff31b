import type { Platform } from '#server/platform/platform.ts'
import {
  findIdentity,
  insertIdentity,
  lockIdentityKey,
  noteProviders,
  refreshIdentity,
} from '../repository/identities.ts'
import { findUser, lockUser, type User } from '../repository/users.ts'
import { isShutOut } from '../rules/standing.ts'
import { failShutOut } from './fail-shut-out.ts'
import { mailIdentityAdded } from './mail-identity.ts'
import type { Linking } from './oauth-states.ts'
import { failService } from './service-errors.ts'
import { findSession, type Session } from './sessions.ts'
import type { SocialProfile } from './social-client.ts'

/**
 * Adds the identity to the account of somebody who asked for it, if the session in which they did is still open.
 * @throws session_not_found, user_banned, identity_already_exists
 */
export async function linkIdentity(o: {
  platform: Platform
  profile: SocialProfile
  linking: Linking
}): Promise<{ user: User; session: Session }> {
  const { platform, linking } = o
  const { identity } = o.profile
  const now = platform.clock.now()
  return platform.db.transaction().execute(async (tx) => {
    await lockIdentityKey(tx, identity)
    const user = await lockUser(tx, linking.userId)
    const session = await findSession(tx, { id: linking.sessionId, userId: linking.userId })
    const isOpen = session && (session.not_after === null || session.not_after > now)
    if (!user || !isOpen) throw failService('session_not_found')
    if (isShutOut({ standing: user, now })) throw failShutOut({ standing: user })
    const known = await findIdentity(tx, identity)
    if (known && known.user_id !== user.id) throw failService('identity_already_exists')
    if (known) {
      await refreshIdentity(tx, { ...identity, id: known.id, now })
    } else {
      await insertIdentity(tx, { ...identity, userId: user.id, now })
      await noteProviders(tx, { userId: user.id, now })
      await mailIdentityAdded(tx, { platform, user, provider: identity.provider })
    }
    const updated = await findUser(tx, { id: user.id })
    if (!updated) throw failService('user_not_found')
    return { user: updated, session }
  })
}
