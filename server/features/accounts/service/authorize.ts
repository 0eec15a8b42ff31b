import { readChallenge } from './auth-codes.ts'
import type { ServiceRequest } from './endpoint.ts'
import { countRequest } from './limits.ts'
import { redirectOf } from './redirects.ts'
import { withRefusal } from './refusal.ts'
import { requireSocialClient } from './require-social-client.ts'
import { ServiceError } from './service-errors.ts'
import { setOut } from './set-out.ts'

/** GET /authorize: to the provider. `scopes` is ignored, as we want to know nothing but who the person is. */
export async function authorize(request: ServiceRequest): Promise<Response> {
  const { platform, c } = request
  const { settings } = platform
  await countRequest({ platform, limit: 'oauthFromAddress', key: c.var.address })
  const { provider = '', code_challenge = '', code_challenge_method = '' } = c.req.query()
  const client = requireSocialClient({ platform, name: provider })
  const challenge = readChallenge({ code_challenge, code_challenge_method })
  const redirectTo = redirectOf({ c, settings })
  try {
    return c.redirect(await setOut({ ...request, client, redirectTo, challenge }), 302)
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    // The browser has left the page that asked, so it is told there.
    return c.redirect(withRefusal({ url: redirectTo, refusal: error }), 302)
  }
}
