import { insertChallenge, lockFactor } from '../repository/factors.ts'
import { requireBearer } from './bearer.ts'
import type { ServiceRequest } from './endpoint.ts'
import { requireFactorId } from './factor-id.ts'
import { countRequest } from './limits.ts'
import { failService } from './service-errors.ts'

const challengeLivesMs = 300_000

/** POST /factors/:id/challenge: a code is only accepted together with the id that this answers. */
export async function challengeFactor(request: ServiceRequest): Promise<Response> {
  const { platform, c } = request
  const { user } = await requireBearer(request)
  await countRequest({ platform, limit: 'secondFactor', key: user.id })
  const factorId = requireFactorId(request)
  const now = platform.clock.now()
  const expiresAt = new Date(now.getTime() + challengeLivesMs)
  const id = await platform.db.transaction().execute(async (tx) => {
    if (!(await lockFactor(tx, { id: factorId, userId: user.id }))) throw failService('mfa_factor_not_found')
    return insertChallenge(tx, { factorId, expiresAt, now })
  })
  return c.json({ id, type: 'totp', expires_at: Math.floor(expiresAt.getTime() / 1000) })
}
