import { queueMail } from '#server/platform/mail.ts'
import { requireFactorId } from '../factors/factor-id.ts'
import { secondFactorRemovedMail } from '../mail/second-factor.ts'
import { failAuth } from '../protocol/errors.ts'
import type { AuthRequest } from '../protocol/request.ts'
import { countVerifiedFactors, deleteFactor, lockFactor } from '../repository/factors.ts'
import { lowerSessions } from '../repository/sessions.ts'
import { lockUser } from '../repository/users.ts'
import { requireBearer } from '../sessions/bearer.ts'

/** DELETE /factors/:id */
export async function removeFactor(request: AuthRequest): Promise<Response> {
  const { platform, c } = request
  const { user, session } = await requireBearer(request)
  const id = requireFactorId(request)
  await platform.db.transaction().execute(async (tx) => {
    const owner = await lockUser(tx, user.id)
    const factor = owner && (await lockFactor(tx, { id, userId: owner.id }))
    if (!owner || !factor) throw failAuth('mfa_factor_not_found')
    if (factor.status === 'verified' && session.aal !== 'aal2') {
      throw failAuth('insufficient_aal', { status: 422, message: 'AAL2 required to unenroll verified factor' })
    }
    await deleteFactor(tx, factor.id)
    if (factor.status !== 'verified') return
    if ((await countVerifiedFactors(tx, owner.id)) === 0) await lowerSessions(tx, { userId: owner.id })
    await queueMail(tx, {
      platform,
      to: owner.email,
      kind: 'accounts.second_factor_removed',
      ...secondFactorRemovedMail({ ...platform.settings, by: 'owner' }),
    })
  })
  return c.json({ id })
}
