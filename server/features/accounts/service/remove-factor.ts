import { queueMail } from '#server/platform/mail.ts'

import { secondFactorRemovedMail } from '../mail/second-factor.ts'
import { countVerifiedFactors, deleteFactor, lockFactor } from '../repository/factors.ts'
import { lockUser } from '../repository/users.ts'
import { lowerSessions } from './assurance.ts'
import { requireBearer } from './bearer.ts'
import type { ServiceRequest } from './endpoint.ts'
import { requireFactorId } from './factor-id.ts'
import { failService } from './service-errors.ts'

/** DELETE /factors/:id */
export async function removeFactor(request: ServiceRequest): Promise<Response> {
  const { platform, c } = request
  const { user, session } = await requireBearer(request)
  const id = requireFactorId(request)
  await platform.db.transaction().execute(async (tx) => {
    const owner = await lockUser(tx, user.id)
    const factor = owner && (await lockFactor(tx, { id, userId: owner.id }))
    if (!owner || !factor) throw failService('mfa_factor_not_found')
    if (factor.status === 'verified' && session.aal !== 'aal2') {
      throw failService('insufficient_aal', { status: 422, message: 'AAL2 required to unenroll verified factor' })
    }
    await deleteFactor(tx, factor.id)
    if (factor.status !== 'verified') return
    if ((await countVerifiedFactors(tx, owner.id)) === 0) await lowerSessions(tx, owner.id)
    await queueMail(tx, {
      platform,
      to: owner.email,
      kind: 'accounts.second_factor_removed',
      ...secondFactorRemovedMail({ ...platform.settings, by: 'owner' }),
    })
  })
  return c.json({ id })
}
