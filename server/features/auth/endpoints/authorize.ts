import { requireFreshProof } from '../factors/fresh-proof.ts'
import { readChallenge } from '../protocol/code-challenge.ts'
import { AuthError } from '../protocol/errors.ts'
import { countRequest } from '../protocol/limits.ts'
import { redirectOf } from '../protocol/redirects.ts'
import type { AuthRequest } from '../protocol/request.ts'
import { withError } from '../providers/redirect-with-error.ts'
import { requireSocialClient } from '../providers/require-social-client.ts'
import { startOAuth } from '../providers/start-oauth.ts'
import { requireBearer } from '../sessions/bearer.ts'

/** GET /authorize: redirects to the provider. `scopes` is ignored, as only the person's identity is needed. */
export async function authorize(request: AuthRequest): Promise<Response> {
  const { platform, c } = request
  const { settings } = platform
  await countRequest({ platform, limit: 'oauthFromAddress', address: c.var.address })
  const { provider = '', code_challenge = '', code_challenge_method = '' } = c.req.query()
  const client = requireSocialClient({ platform, name: provider })
  const challenge = readChallenge({ code_challenge, code_challenge_method })
  const redirectTo = redirectOf({ c, settings })
  try {
    return c.redirect(await startOAuth({ ...request, client, redirectTo, challenge }), 302)
  } catch (error) {
    if (!(error instanceof AuthError)) throw error
    // The browser has left the page that started the flow, so the error goes to that page's URL.
    return c.redirect(withError({ url: redirectTo, refusal: error }), 302)
  }
}

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
