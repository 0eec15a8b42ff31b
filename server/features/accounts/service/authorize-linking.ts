import { readChallenge } from './auth-codes.ts'
import { requireBearer } from './bearer.ts'
import type { ServiceRequest } from './endpoint.ts'
import { requireFreshProof } from './fresh-proof.ts'
import { countRequest } from './limits.ts'
import { redirectOf } from './redirects.ts'
import { requireSocialClient } from './require-social-client.ts'
import { setOut } from './set-out.ts'

/**
 * GET /user/identities/authorize: to a provider that the person wants to connect to their account. The client asks with
 * its token and gets the address as JSON; the cookie that binds the journey to this browser comes with that answer.
 */
export async function authorizeLinking(request: ServiceRequest): Promise<Response> {
  const { platform, c } = request
  const { user, session } = await requireBearer(request)
  requireFreshProof({ user, session, now: platform.clock.now() })
  await countRequest({ platform, limit: 'identityChange', key: user.id })
  const { provider = '', code_challenge = '', code_challenge_method = '' } = c.req.query()
  const client = requireSocialClient({ platform, name: provider })
  // Checked, but of no use: the journey ends without a new session, so there is nothing to exchange.
  readChallenge({ code_challenge, code_challenge_method })
  const url = await setOut({
    ...request,
    client,
    redirectTo: redirectOf({ c, settings: platform.settings }),
    challenge: undefined,
    linking: { userId: user.id, sessionId: session.id },
  })
  return c.req.query('skip_http_redirect') === 'true' ? c.json({ url }) : c.redirect(url, 302)
}
