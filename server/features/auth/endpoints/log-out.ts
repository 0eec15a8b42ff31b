import { invalid } from '../protocol/body.ts'
import { failAuth } from '../protocol/errors.ts'
import type { AuthRequest } from '../protocol/request.ts'
import { needsSecondFactor } from '../sessions/assurance.ts'
import { requireBearer } from '../sessions/bearer.ts'
import { signOut, signOutScopes } from '../sessions/sessions.ts'

/** POST /logout?scope=global|local|others */
export async function logOut(request: AuthRequest): Promise<Response> {
  const { platform, c } = request
  const { user, session } = await requireBearer(request)
  const requestedScope = c.req.query('scope') || 'global'
  const scope = signOutScopes.find((known) => known === requestedScope)
  if (!scope) throw invalid(`Unsupported logout scope "${requestedScope.slice(0, 40)}"`)
  if (scope !== 'local' && needsSecondFactor({ user, session })) {
    // The password alone must not sign the owner out elsewhere. `global` still ends this session.
    if (scope === 'global') await signOut(platform.db, { userId: user.id, sessionId: session.id, scope: 'local' })
    // Clients treat a 401 as signed out.
    throw failAuth('insufficient_aal', { status: scope === 'others' ? 422 : 401 })
  }
  await signOut(platform.db, { userId: user.id, sessionId: session.id, scope })
  return c.body(null, 204)
}
