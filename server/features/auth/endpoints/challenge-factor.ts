import { requireFactorId } from '../factors/factor-id.ts'
import { failAuth } from '../protocol/errors.ts'
import type { AuthRequest } from '../protocol/request.ts'
import { insertChallenge, lockFactor } from '../repository/factors.ts'
import { requireBearer } from '../sessions/bearer.ts'
import { countSecondFactor } from '../sessions/known-devices.ts'

const challengeLifetimeMs = 300_000

/** POST /factors/:id/challenge: a code is only accepted together with the id that this returns. */
export async function challengeFactor(request: AuthRequest): Promise<Response> {
  const { platform, c } = request
  const { user } = await requireBearer(request)
  await countSecondFactor(request, user)
  const factorId = requireFactorId(request)
  const now = platform.clock.now()
  const expiresAt = new Date(now.getTime() + challengeLifetimeMs)
  const id = await platform.db.transaction().execute(async (tx) => {
    if (!(await lockFactor(tx, { id: factorId, userId: user.id }))) throw failAuth('mfa_factor_not_found')
    return insertChallenge(tx, { factorId, expiresAt, now })
  })
  return c.json({ id, type: 'totp', expires_at: Math.floor(expiresAt.getTime() / 1000) })
}
