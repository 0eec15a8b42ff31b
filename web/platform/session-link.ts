/** Pages that the links in our mails lead to; no other page takes a session from its address. */
const landingPages = ['/', '/reset-password']
/** A visitor who registers while they hold a time goes back to its booking. */
const bookingPage = /^\/book\/[\da-f-]{36}$/
const linkTypes = ['signup', 'email', 'recovery', 'email_change']

/** A page opened over TLS trusts only a cookie that no other host could have set. */
const proofCookie = () => (location.protocol === 'https:' ? '__Host-senda_link' : 'senda_link')

type Verdict = 'accept' | 'refuse' | { askToReplace: string | undefined }

/**
 * Whether the session that a page's fragment brings may be taken: anybody can write such an address, for an account of
 * their own. Only the button behind a mailed link leads here and leaves the session's name in a cookie on the way.
 * `askToReplace`: another account is open here, so its owner decides; the value is the arriving e-mail.
 */
export function judgeSessionLink({
  params,
  path,
  provenSessionId,
  openUserId,
}: {
  path: string
  params: { [name: string]: string }
  /** Of the account that is open in this browser. */
  openUserId: string | undefined
  /** The session that the button behind a mailed link has just opened in this browser. */
  provenSessionId: string | undefined
}): Verdict {
  // A link that failed brings no session; the client only notes why.
  if (params.error || params.error_code || params.error_description) return 'accept'
  const isLandingPage = landingPages.includes(path) || bookingPage.test(path)
  if (!isLandingPage || !linkTypes.includes(params.type ?? '')) return 'refuse'
  const arriving = readClaims(params.access_token ?? '')
  if (arriving?.sessionId === undefined || arriving.sessionId !== provenSessionId) return 'refuse'
  return openUserId === undefined || openUserId === arriving.sub ? 'accept' : { askToReplace: arriving.email }
}

/** Of the tokens in this page's address. Those that are refused leave it, so that nothing else takes them. */
export function acceptsSessionOf({
  params,
  openUserId,
}: {
  params: { [name: string]: string }
  openUserId: string | undefined
}): boolean {
  const provenSessionId = params.access_token === undefined ? undefined : takeProof()
  const verdict = judgeSessionLink({ path: location.pathname, params, openUserId, provenSessionId })
  if (params.access_token === undefined) return verdict === 'accept'
  // Before the client empties the fragment, which would leave the tokens one step back in the history.
  history.replaceState(history.state, '', location.pathname + location.search)
  if (verdict === 'accept') return true
  if (verdict === 'refuse') turnedDown = 'refused'
  else {
    const arriving = verdict.askToReplace ? `la cuenta ${verdict.askToReplace}` : 'otra cuenta'
    if (confirm(`El enlace abre ${arriving}. ¿Quieres cerrar la que está abierta y entrar con esa?`)) return true
    turnedDown = 'declined'
    void endSession(params.access_token)
  }
  return false
}

/** Nobody holds its tokens any more. Without a connection it ends by itself, unused. */
async function endSession(accessToken: string): Promise<void> {
  const headers = { authorization: `Bearer ${accessToken}` }
  await fetch('/auth/v1/logout?scope=local', { method: 'POST', headers, keepalive: true }).catch(() => undefined)
}

let turnedDown: 'refused' | 'declined' | undefined

/**
 * Of the session that this page was opened with. `refused`: nothing shows that it comes from a mail of ours, so whatever
 * else the address said is nobody's word. `declined`: the owner of the account that is open wanted to stay in it.
 */
export function linkTurnedDown(): 'refused' | 'declined' | undefined {
  return turnedDown
}

/** For whoever declined. What pressing the mail's button did can't be undone, but nothing is opened here. */
export const declinedLinkMessage =
  'No abrimos la otra cuenta: sigues en la tuya. Ese enlace ya no sirve; si hace falta, pide uno nuevo.'

/**
 * Whether it was the service itself that led here with this word of how a mailed link or a way back from another provider
 * ended: `halfway`, or the code of an error. Anybody can write an address that raises an alarm. Answers yes once.
 */
export function isOwnWord(word: string): boolean {
  return word !== '' && takeProof() === word
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
