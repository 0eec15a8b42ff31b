import { z } from 'zod'

import { requireSameSite } from '#server/http/same-site.ts'

import { invalid, optionalText, readBody, readForm } from './body.ts'
import type { ServiceRequest } from './endpoint.ts'
import { followLink } from './follow-link.ts'
import { countRequest } from './limits.ts'
import { isKnownType } from './one-time-tokens.ts'
import { allowedRedirect, withFragment } from './redirects.ts'
import { failService, toServiceError } from './service-errors.ts'
import { issueTokens, sessionAnswer } from './session-answer.ts'
import { deviceOf } from './sessions.ts'

const body = z.object({ type: optionalText, token: optionalText, token_hash: optionalText })
const form = z.object({ type: optionalText, token: optionalText, redirect_to: optionalText })

const halfway = 'Confirmation link accepted. Please proceed to confirm link sent to the other email'

/** POST /verify: JSON from the client, a form from the page that the mailed link opens. Only this consumes a token. */
export async function verify(request: ServiceRequest): Promise<Response> {
  const { platform, c } = request
  await countRequest({ platform, limit: 'verifyFromAddress', key: c.var.address })
  if (c.req.header('content-type')?.startsWith('application/x-www-form-urlencoded')) return verifyForm(request)

  const { type, token, token_hash: secret } = await readBody(c, body)
  if (!isKnownType(type)) throw invalid('Verify requires a verification type')
  if (secret === '') {
    if (token === '') throw invalid('Verify requires a token or a token hash')
    // No mail of ours carries a code to type, so none can be right.
    throw failService('otp_expired', { message: 'Token has expired or is invalid' })
  }
  const outcome = await followLink({ platform, secret, type, device: deviceOf(request) })
  return c.json(outcome ? await sessionAnswer({ platform, ...outcome }) : { code: 200, msg: halfway })
}

async function verifyForm(request: ServiceRequest): Promise<Response> {
  const { platform, c } = request
  const { publicUrl } = platform.settings
  // Else another site's page could post a link of its own account, and sign the visitor in to that.
  requireSameSite({ request: c.req.raw, publicUrl })
  const { type, token, redirect_to: wanted } = await readForm(c, form)
  const url = allowedRedirect({ wanted, publicUrl }) ?? `${publicUrl}/`
  return c.redirect(withFragment({ url, values: await outcomeOf({ request, type, token }) }), 303)
}

/** What the page that the link leads to learns, in the fragment, which no server sees. */
async function outcomeOf(o: { request: ServiceRequest; type: string; token: string }): Promise<Record<string, string>> {
  const { platform, c } = o.request
  try {
    const outcome = await followLink({ platform, secret: o.token, type: o.type, device: deviceOf(o.request) })
    if (!outcome) return { message: halfway }
    const tokens = await issueTokens({ platform, ...outcome })
    return { ...tokens, expires_at: String(tokens.expires_at), expires_in: String(tokens.expires_in), type: o.type }
  } catch (error) {
    const { log } = platform
    const refusal = toServiceError({ error, log, requestId: c.var.requestId, where: 'POST /verify' })
    return {
      error: refusal.status >= 500 ? 'server_error' : 'access_denied',
      error_code: refusal.code,
      error_description: refusal.message,
    }
  }
}
