import { needsSecondFactor } from '../sessions/assurance.ts'
import { requireBearer } from '../sessions/bearer.ts'
import { endSessions, signOutScopes } from '../sessions/sessions.ts'
import { invalid } from './body.ts'
import type { AuthRequest } from './endpoint.ts'
import { failAuth } from './errors.ts'

/** POST /logout?scope=global|local|others */
export async function logOut(request: AuthRequest): Promise<Response> {
  const { platform, c } = request
  const { user, session } = await requireBearer(request)
  const wanted = c.req.query('scope') || 'global'
  const scope = signOutScopes.find((known) => known === wanted)
  if (!scope) throw invalid(`Unsupported logout scope "${wanted.slice(0, 40)}"`)
  if (scope !== 'local' && needsSecondFactor({ user, session })) {
    // The password alone must not throw the owner out elsewhere. What it opened ends, if that was meant.
    if (scope === 'global') await endSessions(platform.db, { userId: user.id, sessionId: session.id, scope: 'local' })
    // Clients take a 401 for having signed out.
    throw failAuth('insufficient_aal', { status: scope === 'others' ? 422 : 401 })
  }
  await endSessions(platform.db, { userId: user.id, sessionId: session.id, scope })
  return c.body(null, 204)
}
