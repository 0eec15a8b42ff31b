/** Pages that the links in our mails lead to; no other page takes a session from its address. */
const landingPages = ['/', '/reset-password']
const linkTypes = ['signup', 'email', 'recovery', 'email_change']

/** A page opened over TLS trusts only a cookie that no other host could have set. */
const proofCookie = () => (location.protocol === 'https:' ? '__Host-senda_link' : 'senda_link')

type Verdict = 'accept' | 'refuse' | { askToReplace: string | undefined }

/**
 * Whether the session that a page's fragment brings may be taken: anybody can write such an address, for an account of
 * their own. Only the button behind a mailed link leads here and leaves the session's name in a cookie on the way.
 * `askToReplace`: another account is open here, so its owner decides; the value is the arriving e-mail.
 */
export function judgeSessionLink(o: {
  path: string
  params: { [name: string]: string }
  /** Of the account that is open in this browser. */
  openUserId: string | undefined
  /** The session that the button behind a mailed link has just opened in this browser. */
  provenSessionId: string | undefined
}): Verdict {
  // A link that failed brings no session; the client only notes why.
  if (o.params.error || o.params.error_code || o.params.error_description) return 'accept'
  if (!landingPages.includes(o.path) || !linkTypes.includes(o.params.type ?? '')) return 'refuse'
  const arriving = readClaims(o.params.access_token ?? '')
  if (arriving?.sessionId === undefined || arriving.sessionId !== o.provenSessionId) return 'refuse'
  return o.openUserId === undefined || o.openUserId === arriving.sub ? 'accept' : { askToReplace: arriving.email }
}

/** Of the tokens in this page's address. Those that are refused leave it, so that nothing else takes them. */
export function acceptsSessionOf(o: { params: { [name: string]: string }; openUserId: string | undefined }): boolean {
  const { params, openUserId } = o
  const provenSessionId = params.access_token === undefined ? undefined : takeProof()
  const verdict = judgeSessionLink({ path: location.pathname, params, openUserId, provenSessionId })
  if (verdict === 'accept') return true
  if (params.access_token === undefined) return false
  if (verdict === 'refuse') refused = true
  else {
    const arriving = verdict.askToReplace ? `la cuenta ${verdict.askToReplace}` : 'otra cuenta'
    if (confirm(`El enlace abre ${arriving}. ¿Quieres cerrar la que está abierta y entrar con esa?`)) return true
  }
  history.replaceState(history.state, '', location.pathname + location.search)
  return false
}

let refused = false

/** Whether this page was opened with a session that nothing shows to come from a mail of ours: whatever else it says is nobody's word. */
export function wasLinkRefused(): boolean {
  return refused
}

/** Works once, as the link does. */
function takeProof(): string | undefined {
  const name = proofCookie()
  const found = document.cookie.split('; ').find((cookie) => cookie.startsWith(`${name}=`))
  if (found === undefined) return undefined
  // biome-ignore lint/suspicious/noDocumentCookie: the session client asks synchronously, and the Cookie Store can't answer so
  document.cookie = `${name}=; Max-Age=0; Path=/${location.protocol === 'https:' ? '; Secure' : ''}`
  return found.slice(name.length + 1)
}

type Claims = { sub: string; email: string | undefined; sessionId: string | undefined }

/** Unchecked, as only the server can check it: the client asks there before it takes the session. */
export function readClaims(accessToken: string): Claims | undefined {
  try {
    const payload = (accessToken.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    const bytes = Uint8Array.from(atob(payload), (letter) => letter.codePointAt(0) ?? 0)
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes))
    if (typeof claims !== 'object' || claims === null) return undefined
    const { sub, email, session_id: sessionId } = claims as Record<string, unknown>
    const text = (value: unknown) => (typeof value === 'string' ? value : undefined)
    return typeof sub === 'string' ? { sub, email: text(email), sessionId: text(sessionId) } : undefined
  } catch {
    return undefined
  }
}
