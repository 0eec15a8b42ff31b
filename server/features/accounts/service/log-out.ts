import { owesSecondFactor } from './assurance.ts'
import { requireBearer } from './bearer.ts'
import { invalid } from './body.ts'
import type { ServiceRequest } from './endpoint.ts'
import { failService } from './service-errors.ts'
import { endSessions, signOutScopes } from './sessions.ts'

/** POST /logout?scope=global|local|others */
export async function logOut(request: ServiceRequest): Promise<Response> {
  const { platform, c } = request
  const { user, session } = await requireBearer(request)
  const wanted = c.req.query('scope') || 'global'
  const scope = signOutScopes.find((known) => known === wanted)
  if (!scope) throw invalid(`Unsupported logout scope "${wanted.slice(0, 40)}"`)
  if (scope !== 'local' && owesSecondFactor({ user, session })) {
    // The password alone must not throw the owner out elsewhere. What it opened ends, if that was meant.
    if (scope === 'global') await endSessions(platform.db, { userId: user.id, sessionId: session.id, scope: 'local' })
    // Clients take a 401 for having signed out.
    throw failService('insufficient_aal', { status: scope === 'others' ? 422 : 401 })
  }
  await endSessions(platform.db, { userId: user.id, sessionId: session.id, scope })
  return c.body(null, 204)
}
