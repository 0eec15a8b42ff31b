import { socialProviders } from '#contract/accounts.ts'
import { requireFreshProof } from '../factors/fresh-proof.ts'
import { failAuth } from '../protocol/errors.ts'
import { countRequest } from '../protocol/limits.ts'
import type { AuthRequest } from '../protocol/request.ts'
import { mailIdentityRemoved } from '../providers/notify-identity.ts'
import { deleteIdentity, updateProviders } from '../repository/identities.ts'
import { lockUser, type User } from '../repository/users.ts'
import { requireBearer } from '../sessions/bearer.ts'

/** DELETE /user/identities/:identityId */
export async function unlinkIdentity(request: AuthRequest): Promise<Response> {
  const { platform, c } = request
  const { user, session } = await requireBearer(request)
  const now = platform.clock.now()
  requireFreshProof({ user, session, now })
  await countRequest({ platform, limit: 'identityChange', key: user.id })
  const identityId = c.req.param('identityId')?.toLowerCase()
  await platform.db.transaction().execute(async (tx) => {
    const locked = await lockUser(tx, user.id)
    const identity = locked?.identities.find(({ id }) => id === identityId)
    if (!locked || !identity) throw failAuth('identity_not_found')
    const provider = socialProviders.find((known) => known === identity.provider)
    // The e-mail identity can't be disconnected.
    if (!provider || !hasOtherSignInMethod({ user: locked, without: identity.id })) {
      throw failAuth('single_identity_not_deletable')
    }
    await deleteIdentity(tx, { id: identity.id, userId: user.id })
    await updateProviders(tx, { userId: user.id, now })
    await mailIdentityRemoved(tx, { platform, user: locked, provider })
  })
  return c.json({})
}

/**
 * Whether another provider or the e-mail identity remains. The e-mail identity counts with a password, or with a verified
 * address, which can receive a recovery link.
 */
function hasOtherSignInMethod({ user, without }: { user: User; without: string }): boolean {
  const byEmail = user.encrypted_password !== null || user.email_verified_at !== null
  return user.identities.some(({ id, provider }) => id !== without && (provider !== 'email' || byEmail))
}
