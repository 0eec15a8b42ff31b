import { timingSafeEqual } from 'node:crypto'
import { getCookie, setCookie } from 'hono/cookie'
import { isSameSite } from '#server/api/same-site.ts'
import { newSecret } from '#server/platform/ids.ts'
import { keyedHash } from '#server/platform/secrets.ts'
import type { KnownDevice } from '../auth.types.ts'
import { countRequest } from '../protocol/limits.ts'
import type { AuthRequest } from '../protocol/request.ts'
import type { User } from '../repository/users.ts'
import type { Session } from './sessions.ts'

const cookieName = 'senda_device'
/** Browsers keep no cookie for longer than this. */
const lifetimeSeconds = 400 * 24 * 3600
/** A family or a front desk shares one browser. The account that signed in longest ago is forgotten. */
const maxAccounts = 8

/** A sign-in's proof that this browser has passed: the password or a mail, or also the second factor. */
type Proof = 'first factor' | 'second factor'

/**
 * The browser of the request, if it has signed in to the account of this address before. A stranger's wrong tries for the
 * account don't count against it: it has limits of its own. It opens nothing, and reveals neither address nor account.
 */
export function findKnownDevice(request: AuthRequest, email: string): KnownDevice | undefined {
  const { id, marks } = readCookie(request)
  if (id === undefined) return undefined
  const has = (proof: Proof) => marks.some((mark) => isSame(mark, markOf(request, { id, email, proof })))
  const hasSecondFactor = has('second factor')
  return hasSecondFactor || has('first factor') ? { id, hasSecondFactor } : undefined
}

/**
 * Remembers that this browser has signed in to the account. Not for a request that a page of another site may have sent: it could
 * sign a visitor's browser in to an account of its own.
 */
export function rememberDevice(request: AuthRequest, signedIn: { user: User; session: Session }): void {
  const { platform, c } = request
  if (isSameSite({ request: c.req.raw, publicUrl: platform.settings.publicUrl })) keepDevice(request, signedIn)
}

/**
 * Sets that cookie, for a caller who knows that this browser began the sign-in. Not before the address is verified: a stranger may
 * have signed up with it.
 */
export function keepDevice(request: AuthRequest, { user, session }: { user: User; session: Session }): void {
  const { email } = user
  if (user.email_verified_at === null) return
  const { platform, c } = request
  const known = readCookie(request)
  const id = known.id ?? newSecret()
  const added = [markOf(request, { id, email, proof: session.aal === 'aal2' ? 'second factor' : 'first factor' })]
  // A sign-in with the password alone does not undo the browser's earlier second factor.
  const before = markOf(request, { id, email, proof: 'second factor' })
  if (known.marks.includes(before) && !added.includes(before)) added.push(before)
  if (added.every((mark, at) => known.marks[at] === mark)) return
  const marks = [...added, ...known.marks.filter((mark) => !added.includes(mark))].slice(0, 2 * maxAccounts)
  const secure = platform.settings.publicUrl.startsWith('https:')
  setCookie(c, cookieName, [id, ...marks].join('.'), {
    path: '/',
    httpOnly: true,
    sameSite: 'Lax',
    maxAge: lifetimeSeconds,
    ...(secure && { secure: true, prefix: 'host' as const }),
  })
}

/** A stranger who knows the password may use up the account's requests, but not those of a browser that passed before. */
export async function countSecondFactor(request: AuthRequest, user: User): Promise<void> {
  const device = findKnownDevice(request, user.email)
  const key = device?.hasSecondFactor ? `${device.id} ${user.id}` : user.id
  await countRequest({ platform: request.platform, limit: 'secondFactor', key })
}

function readCookie({ platform, c }: AuthRequest): { id: string | undefined; marks: string[] } {
  const secure = platform.settings.publicUrl.startsWith('https:')
  const text = (secure ? getCookie(c, cookieName, 'host') : getCookie(c, cookieName)) ?? ''
  if (!/^[\w-]{43}(?:\.[\da-f]{32}){1,16}$/.test(text)) return { id: undefined, marks: [] }
  const [id, ...marks] = text.split('.')
  return { id, marks }
}

/** Signed for one browser and one account, so that it is of no use with another address. */
function markOf({ platform }: AuthRequest, { id, email, proof }: { id: string; email: string; proof: Proof }): string {
  const text = JSON.stringify([id, email, proof])
  return keyedHash({ secret: platform.secret, purpose: 'known devices', text }).slice(0, 32)
}

function isSame(a: string, b: string): boolean {
  return timingSafeEqual(Buffer.from(a), Buffer.from(b))
}
