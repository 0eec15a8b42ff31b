/** The pages that mailed links open; no other page accepts a session from its address. */
const landingPages = ['/', '/reset-password', '/dashboard']
/** A visitor who registers while holding a time returns to its booking. */
const bookingPage = /^\/book\/[\da-f-]{36}$/
const linkTypes = ['signup', 'email', 'recovery', 'email_change']

/** A page opened over TLS trusts only a cookie that no other host could have set. */
const proofCookie = () => (location.protocol === 'https:' ? '__Host-senda_link' : 'senda_link')

type Verdict = 'accept' | 'refuse' | { askToReplace: string | undefined }

/**
 * Whether the session in a page's fragment may be accepted: an attacker can write such an address for an account of
 * their own. Only the button behind a mailed link also sets the session's name in a cookie.
 * `askToReplace`: another account is open here, so its owner decides; the value is the arriving e-mail.
 */
export function checkSessionLink({
  params,
  path,
  provenSessionId,
  openUserId,
}: {
  path: string
  params: { [name: string]: string }
  openUserId: string | undefined
  /** The name of the session that a mailed link's button has just opened in this browser. */
  provenSessionId: string | undefined
}): Verdict {
  // A failed link has no session; the client only reads the reason.
  if (params.error || params.error_code || params.error_description) return 'accept'
  const isLandingPage = landingPages.includes(path) || bookingPage.test(path)
  if (!isLandingPage || !linkTypes.includes(params.type ?? '')) return 'refuse'
  const arriving = readClaims(params.access_token ?? '')
  if (arriving?.sessionId === undefined || arriving.sessionId !== provenSessionId) return 'refuse'
  return openUserId === undefined || openUserId === arriving.sub ? 'accept' : { askToReplace: arriving.email }
}

/**
 * Whether the client may take the tokens in this page's address. Refused tokens are removed, so that no other code takes
 * them.
 */
export function acceptsSessionOf({
  params,
  openUserId,
}: {
  params: { [name: string]: string }
  openUserId: string | undefined
}): boolean {
  const provenSessionId = params.access_token === undefined ? undefined : takeProof()
  const verdict = checkSessionLink({ path: location.pathname, params, openUserId, provenSessionId })
  if (params.access_token === undefined) return verdict === 'accept'
  // Before the client clears the fragment, which would leave the tokens one step back in the history.
  const { hash } = location
  history.replaceState(history.state, '', location.pathname + location.search)
  const accept = () => {
    taken = { fragment: hash, proof: provenSessionId }
    return true
  }
  if (verdict === 'accept') return accept()
  if (verdict === 'refuse') rejection = 'refused'
  else {
    const arriving = verdict.askToReplace ? `la cuenta ${verdict.askToReplace}` : 'otra cuenta'
    if (confirm(`El enlace abre ${arriving}. ¿Quieres cerrar la que está abierta y entrar con esa?`)) return accept()
    rejection = 'declined'
    void endSession(params.access_token)
  }
  return false
}

let taken: { fragment: string; proof: string | undefined } | undefined

/**
 * Puts the link back into the address, with its proof: its session could not be opened for lack of a connection. The next
 * attempt, also after a reload, then finds both. @returns whether there was a link
 */
export function giveBackLink(): boolean {
  if (!taken) return false
  const { fragment, proof } = taken
  taken = undefined
  history.replaceState(history.state, '', location.pathname + location.search + fragment)
  if (proof !== undefined) setProof(`${proof}; Max-Age=3600; SameSite=Strict`)
  return true
}

/** Ends the declined session. Without a connection it expires unused. */
async function endSession(accessToken: string): Promise<void> {
  const headers = { authorization: `Bearer ${accessToken}` }
  await fetch('/auth/v1/logout?scope=local', { method: 'POST', headers, keepalive: true }).catch(() => undefined)
}

let rejection: 'refused' | 'declined' | undefined

/**
 * The decision about the session in this page's address. `refused`: nothing proves that it comes from one of our mails, so no
 * other claim of the address is trusted. `declined`: the user wants to stay in the signed-in account.
 */
export function sessionLinkRejection(): 'refused' | 'declined' | undefined {
  return rejection
}

/**
 * The message for a user who declines. The effect of the mail's button cannot be undone, but no session is opened here.
 */
export const declinedLinkMessage =
  'No abrimos la otra cuenta: sigues en la tuya. Ese enlace ya no sirve; si hace falta, pide uno nuevo.'

/**
 * Whether the service itself redirected here with this outcome of a mailed link or of another provider:
 * `halfway`, or an error code. An attacker can write an address with a false alarm. Returns true once.
 */
export function isServiceOutcome(code: string): boolean {
  return code !== '' && takeProof() === code
}

/** The cookie is used once, like the link. */
function takeProof(): string | undefined {
  const name = proofCookie()
  const found = document.cookie.split('; ').find((cookie) => cookie.startsWith(`${name}=`))
  if (found === undefined) return undefined
  setProof('; Max-Age=0')
  return found.slice(name.length + 1)
}

function setProof(value: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the session client asks synchronously, and the Cookie Store is asynchronous
  document.cookie = `${proofCookie()}=${value}; Path=/${location.protocol === 'https:' ? '; Secure' : ''}`
}

type Claims = {
  sub: string
  email: string | undefined
  sessionId: string | undefined
  /** `aal2`: the session has proven a second factor. */
  assurance: string | undefined
  /** The token's end by the server's clock, in seconds. */
  expiresAt: number | undefined
}

/** Doesn't verify the signature, which only the server can: the client asks the server before it accepts the session. */
export function readClaims(accessToken: string): Claims | undefined {
  try {
    const payload = (accessToken.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    const bytes = Uint8Array.from(atob(payload), (letter) => letter.codePointAt(0) ?? 0)
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes))
    if (typeof claims !== 'object' || claims === null) return undefined
    const { sub, email, session_id: sessionId, aal, exp } = claims as Record<string, unknown>
    const text = (value: unknown) => (typeof value === 'string' ? value : undefined)
    return typeof sub === 'string'
      ? {
          sub,
          email: text(email),
          sessionId: text(sessionId),
          assurance: text(aal),
          expiresAt: typeof exp === 'number' ? exp : undefined,
        }
      : undefined
  } catch {
    return undefined
  }
}
