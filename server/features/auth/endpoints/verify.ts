import { z } from 'zod'

import { requireSameSite } from '#server/api/same-site.ts'
import { type AccountUse, UnaskedDeletionError } from '../links/account-resets.ts'
import type { Redeemer } from '../links/email-change.ts'
import { ForeignChangeError, followLink, followLinkInBrowser } from '../links/follow-link.ts'
import { setLinkProof } from '../links/link-proof.ts'
import { redemptionKeyOf } from '../links/repeat-redemption.ts'
import { failCode, verifyCode } from '../links/verify-code.ts'
import { invalid, optionalText, parseTypedEmail, readBody, readForm } from '../protocol/body.ts'
import { AuthError, toAuthError } from '../protocol/errors.ts'
import { countRequest } from '../protocol/limits.ts'
import { allowedRedirect, withFragment, withQuery } from '../protocol/redirects.ts'
import type { AuthRequest } from '../protocol/request.ts'
import type { BrowserAnswer } from '../repository/link-redemptions.ts'
import { isKnownType } from '../rules/token-kinds.ts'
import { requireSecondFactorUsed } from '../sessions/assurance.ts'
import { requireBearer } from '../sessions/bearer.ts'
import { findKnownDevice, rememberDevice } from '../sessions/known-devices.ts'
import { issueTokens, sessionResponse } from '../sessions/session-response.ts'
import { deviceOf } from '../sessions/sessions.ts'
import { deletionPage, foreignChangePage } from './verify-page.ts'

const body = z.object({
  type: optionalText,
  email: optionalText,
  phone: optionalText,
  token: optionalText,
  token_hash: optionalText,
})
/**
 * `mine` is `no` for the button with which the address's owner says that they did not sign up, and `delete` for the button of the
 * page that then says what this deletes of an account in use.
 */
const form = z.object({ type: optionalText, token: optionalText, redirect_to: optionalText, mine: optionalText })

const halfway = 'Confirmation link accepted. Please proceed to confirm link sent to the other email'

/** POST /verify: JSON from the client, or the form of the page that the mailed link opens. Only this consumes a token. */
export async function verify(request: AuthRequest): Promise<Response> {
  const { platform, c } = request
  await countRequest({ platform, limit: 'verifyFromAddress', address: c.var.address })
  if (c.req.header('content-type')?.startsWith('application/x-www-form-urlencoded')) return verifyForm(request)
  const outcome = await verifyBody({ ...request, typed: await readBody(c, body) })
  if (!outcome) return c.json({ code: 200, msg: halfway })
  if (outcome === 'sessionKept') return c.json({ code: 200, msg: 'Email address changed' })
  rememberDevice(request, outcome)
  return c.json(await sessionResponse({ platform, ...outcome }))
}

async function verifyBody(request: AuthRequest & { typed: z.output<typeof body> }) {
  const { platform, resets, typed } = request
  const redeemer = await redeemerOf(request)
  const { type, token, token_hash: secret } = typed
  const device = deviceOf(request)
  if (typed.phone !== '') throw failPhone(typed.phone)
  if (!isKnownType(type)) throw invalid('Verify requires a verification type')
  if (secret !== '') return followLink({ platform, resets, secret, type, device, redeemer })
  if (token === '') throw invalid('Verify requires a token or a token hash')
  if (typed.email === '') throw invalid('Only an email address or phone number should be provided on verify')
  const email = parseTypedEmail(typed.email)
  if (email === undefined) throw failCode()
  const knownDevice = findKnownDevice(request, email)
  return verifyCode({ platform, resets, email, code: token, type, device, redeemer, knownDevice })
}

/** A session is one proof among others here, so a request with a bearer that opens nothing goes on without it. */
async function redeemerOf(request: AuthRequest): Promise<Redeemer> {
  const { address } = request.c.var
  try {
    const caller = await requireBearer(request)
    requireSecondFactorUsed(caller)
    return { address, userId: caller.user.id }
  } catch (error) {
    if (error instanceof AuthError) return { address, userId: undefined }
    throw error
  }
}

/** The service sends no codes to phones. */
function failPhone(phone: string): Error {
  return /^\+?[1-9]\d{1,14}$/.test(phone) ? failCode() : invalid('Invalid phone number format (E.164 required)')
}

async function verifyForm(request: AuthRequest): Promise<Response> {
  const { platform, c } = request
  const { settings } = platform
  // Without this check another site's page could post a link of its own account, and sign the visitor in to that.
  requireSameSite({ request: c.req.raw, publicUrl: settings.publicUrl })
  const { type, token, redirect_to: requestedUrl, mine } = await readForm(c, form)
  const url = allowedRedirect({ requestedUrl, settings }) ?? `${settings.publicUrl}/`
  const outcome = await outcomeOf({
    request,
    type,
    token,
    answer: mine === 'no' || mine === 'delete' ? 'not mine' : 'mine',
    deletesUsed: mine === 'delete',
  })
  if ('isForeign' in outcome) return foreignChangePage(request)
  if ('use' in outcome) return deletionPage(request, { type, token, redirectTo: requestedUrl, use: outcome.use })
  const { query, fragment, page } = outcome
  if (query) return c.redirect(withQuery({ url, values: query }), 303)
  return c.redirect(withFragment({ url: page ?? url, values: fragment }), 303)
}

type RedirectOutcome =
  | { query: Record<string, string>; fragment?: never; page?: never }
  /** `page`: replaces the link's destination. */
  | { query?: never; fragment: Record<string, string>; page?: string }

/**
 * What the redirect carries: tokens in the fragment, which no server sees, or a code in the query. `use`: nothing happened,
 * because the owner must first be asked whether to delete an account in use. `isForeign`: nothing happened either.
 */
async function outcomeOf({
  token: secret,
  type,
  answer,
  deletesUsed,
  request,
}: {
  request: AuthRequest
  type: string
  token: string
  answer: BrowserAnswer
  deletesUsed: boolean
}): Promise<RedirectOutcome | { use: AccountUse } | { isForeign: true }> {
  const { platform, resets, c } = request
  try {
    const browserKey = redemptionKeyOf(request)
    const device = deviceOf(request)
    const link = { platform, resets, secret, type, device, browserKey, redeemer: await redeemerOf(request) }
    const outcome = await followLinkInBrowser({ ...link, answer, deletesUsed })
    if (!outcome) {
      setLinkProof({ platform, c, proves: 'halfway' })
      return { fragment: { message: halfway } }
    }
    if ('authCode' in outcome) return { query: { code: outcome.authCode } }
    const tokens = await issueTokens({ platform, ...outcome })
    rememberDevice(request, outcome)
    setLinkProof({ platform, c, proves: outcome.session.id })
    const { choosesPassword } = outcome
    return {
      fragment: {
        ...tokens,
        expires_at: String(tokens.expires_at),
        expires_in: String(tokens.expires_in),
        type: choosesPassword ? 'recovery' : type,
      },
      ...(choosesPassword && { page: `${platform.settings.publicUrl}/reset-password` }),
    }
  } catch (error) {
    if (error instanceof UnaskedDeletionError) return { use: error.use }
    if (error instanceof ForeignChangeError) return { isForeign: true }
    const { log } = platform
    const refusal = toAuthError({ error, log, requestId: c.var.requestId, where: 'POST /verify' })
    setLinkProof({ platform, c, proves: refusal.code })
    return {
      fragment: {
        error: refusal.status >= 500 ? 'server_error' : 'access_denied',
        error_code: refusal.code,
        error_description: refusal.message,
      },
    }
  }
}
