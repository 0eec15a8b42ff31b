import { requireFreshProof } from '../factors/fresh-proof.ts'
import { readChallenge } from '../protocol/code-challenge.ts'
import { countRequest } from '../protocol/limits.ts'
import { redirectOf } from '../protocol/redirects.ts'
import type { AuthRequest } from '../protocol/request.ts'
import { requireSocialClient } from '../providers/require-social-client.ts'
import { startOAuth } from '../providers/start-oauth.ts'
import { requireBearer } from '../sessions/bearer.ts'

/**
 * GET /user/identities/authorize: starts connecting a provider to the user's account. The client calls it with its token and
 * gets the provider's URL as JSON. The response sets the cookie that binds the flow to this browser.
 */
export async function authorizeLinking(request: AuthRequest): Promise<Response> {
  const { platform, c } = request
  const { user, session } = await requireBearer(request)
  requireFreshProof({ user, session, now: platform.clock.now() })
  await countRequest({ platform, limit: 'identityChange', key: user.id })
  const { provider = '', code_challenge = '', code_challenge_method = '' } = c.req.query()
  const client = requireSocialClient({ platform, name: provider })
  // Only validated: the flow ends without a new session, so there is no code to exchange.
  readChallenge({ code_challenge, code_challenge_method })
  const url = await startOAuth({
    ...request,
    client,
    redirectTo: redirectOf({ c, settings: platform.settings }),
    challenge: undefined,
    linking: { userId: user.id, sessionId: session.id },
  })
  return c.req.query('skip_http_redirect') === 'true' ? c.json({ url }) : c.redirect(url, 302)
}
