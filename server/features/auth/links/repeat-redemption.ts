import { getCookie, setCookie } from 'hono/cookie'
import { newSecret } from '#server/platform/ids.ts'
import { minuteMs } from '#server/platform/local-time.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { failAuth, failBlocked } from '../protocol/errors.ts'
import type { AuthRequest } from '../protocol/request.ts'
import { replaceAuthCode } from '../repository/auth-codes.ts'
import {
  type BrowserAnswer,
  countRepetition,
  findRedemption,
  insertRedemption,
} from '../repository/link-redemptions.ts'
import { findSession } from '../repository/sessions.ts'
import { lockUser, type User } from '../repository/users.ts'
import { isBlocked } from '../rules/account-status.ts'
import { kindsOf, type TokenKind } from '../rules/token-kinds.ts'
import type { Session } from '../sessions/sessions.ts'

/** This is long enough to find a connection again and to open the mail once more. */
const validMs = 10 * minuteMs
/** The database has the same number. */
const max = 5

const cookieName = 'senda_redemption'
/** The browser sends the cookie to no other page. */
const cookiePath = '/auth/v1/verify'
/** The visitor may leave the page open before pressing its button. */
const cookieSeconds = 3600

/**
 * What a browser gets for a mailed link: a session, or a code for the client that requested the link. `choosesPassword`: the
 * account has no password now, so its owner must choose one. Undefined: the other address must confirm the change, too.
 */
export type BrowserOutcome =
  | { user: User; session: Session; choosesPassword: boolean }
  | { authCode: string }
  | undefined

/** The browser's random key, which it got with the page behind a link. Undefined for a browser that denies cookies. */
export function redemptionKeyOf({ c }: AuthRequest): string | undefined {
  const key = getCookie(c, cookieName) ?? ''
  return /^[\w-]{43}$/.test(key) ? key : undefined
}

/**
 * Gives the browser a key for the links that it redeems, or keeps the one that it has. SameSite=Lax, because the visitor comes
 * from a mail.
 */
export function keepRedemptionKey(request: AuthRequest): void {
  const { platform, c } = request
  setCookie(c, cookieName, redemptionKeyOf(request) ?? newSecret(), {
    path: cookiePath,
    httpOnly: true,
    sameSite: 'Lax',
    maxAge: cookieSeconds,
    secure: platform.settings.publicUrl.startsWith('https:'),
  })
}

/** Stores the outcome of a link, in the transaction that consumed its token. */
export async function storeRedemption(
  tx: Tx,
  {
    outcome,
    now,
    ...input
  }: {
    secret: string
    browserKey: string
    userId: string
    kind: TokenKind
    answer: BrowserAnswer
    outcome: BrowserOutcome
    now: Date
  },
): Promise<void> {
  const opened = outcome && 'session' in outcome ? outcome : undefined
  await insertRedemption(tx, {
    ...input,
    sessionId: opened?.session.id,
    choosesPassword: opened?.choosesPassword ?? false,
    authCode: outcome && 'authCode' in outcome ? outcome.authCode : undefined,
    expiresAt: new Date(now.getTime() + validMs),
  })
}

type Repetition = { platform: Platform; secret: string; type: string; browserKey: string }

/** What the owner answered when this browser redeemed the link; undefined when it cannot repeat that. */
export async function findRepeatable(
  db: Db | Tx,
  { platform, secret, type, browserKey }: Repetition,
): Promise<{ userId: string; answer: BrowserAnswer } | undefined> {
  const now = platform.clock.now()
  return findRedemption(db, { secret, browserKey, kinds: kindsOf(type), now, max })
}

/**
 * The outcome of a link that this browser has just redeemed, again: the response to its first press was lost. It opens no
 * second session. A session that was refreshed or raised since then has arrived, so its tokens are given out no more.
 * @throws otp_expired, user_banned
 */
export async function repeatRedemption({
  platform,
  answer,
  ...link
}: Repetition & { answer: BrowserAnswer }): Promise<BrowserOutcome> {
  const { secret } = link
  const now = platform.clock.now()
  return platform.db.transaction().execute(async (tx) => {
    const owner = await findRepeatable(tx, { platform, ...link })
    const user = owner && (await lockUser(tx, owner.userId))
    const repeated = owner?.answer === answer && (await countRepetition(tx, { secret, max }))
    if (!user || !repeated) throw failAuth('otp_expired')
    if (isBlocked({ account: user, now })) throw failBlocked({ account: user })
    const { sessionId, codeHash, choosesPassword } = repeated
    if (codeHash !== null) return { authCode: await replaceCode(tx, { codeHash, now }) }
    if (sessionId === null) return undefined
    const session = await findSession(tx, { id: sessionId, userId: user.id })
    if (!session || session.refresh_counter > 0 || session.aal !== 'aal1') throw failAuth('otp_expired')
    return { user, session, choosesPassword }
  })
}

/** Codes are stored as hashes, so a lost one is replaced. */
async function replaceCode(tx: Tx, input: { codeHash: string; now: Date }): Promise<string> {
  const code = newSecret()
  if (!(await replaceAuthCode(tx, { ...input, code }))) throw failAuth('otp_expired')
  return code
}
