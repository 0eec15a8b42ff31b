import { setLinkProof } from '../links/link-proof.ts'
import { failAuth, toAuthError } from '../protocol/errors.ts'
import { withFragment, withQuery } from '../protocol/redirects.ts'
import type { AuthRequest } from '../protocol/request.ts'
import { readAppleName } from '../providers/apple.ts'
import { callProvider } from '../providers/call-provider.ts'
import { linkIdentity } from '../providers/link-identity.ts'
import { redeemState } from '../providers/oauth-states.ts'
import { callbackUrl } from '../providers/openid.ts'
import { withError } from '../providers/redirect-with-error.ts'
import { requireSocialClient } from '../providers/require-social-client.ts'
import { openSessionWithIdentity } from '../providers/sign-in-with-identity.ts'
import type { SocialProfile } from '../providers/social-client.ts'
import { consumeBrowserSecret } from '../providers/start-oauth.ts'
import { issueAuthCode } from '../sessions/auth-codes.ts'
import { keepDevice } from '../sessions/known-devices.ts'
import { issueTokens } from '../sessions/session-response.ts'
import { createSession, deviceOf } from '../sessions/sessions.ts'
import { keepSignUp } from '../sessions/sign-up-browser.ts'

const parameterNames = ['code', 'state', 'iss', 'error'] as const
/** A provider sends a few hundred characters. This length still fits into a header. */
const queryMaxLength = 6_000

/**
 * POST /callback: Apple's page posts its response, and the browser sends no SameSite=Lax cookie with a cross-site POST.
 * The redirect to the same address makes it a GET, with the cookie.
 */
export async function callbackForm({ platform, c }: AuthRequest): Promise<Response> {
  const form = new URLSearchParams(await c.req.text())
  const parameters = pickParameters(form)
  const name = readAppleName(form.get('user') ?? '')
  if (name !== '') parameters.set('name', name)
  const query = parameters.toString()
  if (query.length > queryMaxLength) {
    const refusal = failAuth('bad_oauth_callback')
    setLinkProof({ platform, c, proves: refusal.code })
    return c.redirect(withError({ url: `${platform.settings.publicUrl}/`, refusal }), 303)
  }
  return c.redirect(`${callbackUrl(platform)}?${query}`, 303)
}

/** GET /callback: returns from the provider, and redirects to the page that started the flow. */
export async function callback(request: AuthRequest): Promise<Response> {
  const { platform, c } = request
  const query = new URL(c.req.url).searchParams
  const parameters = pickParameters(query)
  const state = parameters.get('state') ?? ''
  const browserSecret = consumeBrowserSecret(request, state)
  const flow = browserSecret === undefined ? undefined : await redeemState(platform, { state, browserSecret })
  // Without the state the flow's destination is unknown.
  const url = flow?.redirectTo ?? `${platform.settings.publicUrl}/`
  try {
    if (!flow) throw failAuth('bad_oauth_state')
    return c.redirect(await finishFlow({ request, flow, parameters, name: query.get('name') ?? '' }), 302)
  } catch (error) {
    const where = `${c.req.method} ${c.req.path}`
    const refusal = toAuthError({ error, log: platform.log, requestId: c.var.requestId, where })
    // With the state the page recognises its own flow.
    if (!flow) setLinkProof({ platform, c, proves: refusal.code })
    return c.redirect(withError({ url, refusal }), 302)
  }
}

function pickParameters(query: URLSearchParams): URLSearchParams {
  const entries = parameterNames.flatMap((name) => {
    const value = query.get(name)
    return value === null ? [] : [[name, value]]
  })
  return new URLSearchParams(entries)
}

type Flow = NonNullable<Awaited<ReturnType<typeof redeemState>>>

/** @returns the URL of the redirect, with the tokens of the new session or a code for it. */
async function finishFlow({
  request,
  flow,
  parameters,
  name,
}: {
  request: AuthRequest
  flow: Flow
  parameters: URLSearchParams
  name: string
}): Promise<string> {
  const { platform } = request
  const { provider, redirectTo: url, linking } = flow
  if (parameters.has('error')) throw failRefusal(parameters.get('error') ?? '')
  if (!parameters.has('code')) throw failAuth('bad_oauth_callback')
  const client = requireSocialClient({ platform, name: provider })
  const profile = await callProvider({
    ...request,
    provider,
    call: () => client.readProfile({ ...flow.secrets, parameters, name }),
  })
  if (linking) {
    await linkIdentity({ platform, profile, linking })
    // The browser already has its session, so the URL needs no secret.
    return url
  }
  const signedIn = await signIn({ request, flow, profile })
  if ('code' in signedIn) return withQuery({ url, values: signedIn })
  return withFragment({ url, values: signedIn })
}

/** Distinguishes a person who cancelled at the provider from a provider that failed. Apple has its own code for the former. */
function failRefusal(error: string): Error {
  return failAuth(['access_denied', 'user_cancelled_authorize'].includes(error) ? 'access_denied' : 'provider_failed')
}

async function signIn({
  request,
  flow,
  profile,
}: {
  request: AuthRequest
  flow: Flow
  profile: SocialProfile
}): Promise<Record<string, string>> {
  const { platform } = request
  const { challenge, redirectTo } = flow
  const { user, opened } = await openSessionWithIdentity({
    platform,
    profile,
    redirectTo,
    // The state and this browser's secret prove that the flow began here, though the provider's page sent the request.
    remember: (account) => keepSignUp(request, account),
    open: async (tx, signIn) =>
      challenge
        ? { code: await issueAuthCode(tx, { ...signIn, challenge }) }
        : { session: await createSession(tx, { ...signIn, device: deviceOf(request) }) },
  })
  if (opened.session === undefined) return { code: opened.code }
  // The browser has returned with the secret that it got when it left.
  keepDevice(request, { user, session: opened.session })
  const tokens = await issueTokens({ platform, user, session: opened.session })
  return { ...tokens, expires_at: String(tokens.expires_at), expires_in: String(tokens.expires_in) }
}
