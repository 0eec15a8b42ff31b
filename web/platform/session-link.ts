/** Pages that the links in our mails lead to; no other page takes a session from its address. */
const landingPages = ['/', '/reset-password']
const linkTypes = ['signup', 'email', 'recovery', 'email_change']

type Verdict = 'accept' | 'refuse' | { askToReplace: string | undefined }

/**
 * Whether the session that a page's fragment brings may be taken: anybody can write such an address, for an account of
 * their own. `askToReplace`: another account is open here, so its owner decides; the value is the arriving e-mail.
 */
export function judgeSessionLink(o: {
  path: string
  params: { [name: string]: string }
  /** Of the account that is open in this browser. */
  openUserId: string | undefined
}): Verdict {
  // A link that failed brings no session; the client only notes why.
  if (o.params.error || o.params.error_code || o.params.error_description) return 'accept'
  if (!landingPages.includes(o.path) || !linkTypes.includes(o.params.type ?? '')) return 'refuse'
  const arriving = readClaims(o.params.access_token ?? '')
  if (arriving === undefined) return 'refuse'
  return o.openUserId === undefined || o.openUserId === arriving.sub ? 'accept' : { askToReplace: arriving.email }
}

/** Unchecked, as only the server can check it: the client asks there before it takes the session. */
export function readClaims(accessToken: string): { sub: string; email: string | undefined } | undefined {
  try {
    const payload = (accessToken.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    const bytes = Uint8Array.from(atob(payload), (letter) => letter.codePointAt(0) ?? 0)
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes))
    if (typeof claims !== 'object' || claims === null || !('sub' in claims) || typeof claims.sub !== 'string') return
    return { sub: claims.sub, email: 'email' in claims && typeof claims.email === 'string' ? claims.email : undefined }
  } catch {
    return undefined
  }
}
