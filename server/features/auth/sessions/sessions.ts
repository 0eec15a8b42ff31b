import { randomBytes } from 'node:crypto'
import { newId } from '#server/platform/ids.ts'
import { minuteMs } from '#server/platform/local-time.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'

import type { Method } from '../auth.types.ts'
import type { AuthRequest } from '../protocol/request.ts'
import { deleteAuthCodes } from '../repository/auth-codes.ts'
import { type EndedAccess, endLastingAccess } from '../repository/lasting-access.ts'
import { deleteSignInTokens } from '../repository/one-time-tokens.ts'
import * as sessions from '../repository/sessions.ts'
import { lockUser } from '../repository/users.ts'

export type Session = sessions.Session

/** For this long after a sign-in the user need not prove again who they are. */
const recentMs = 15 * minuteMs

/**
 * Whether the user proved recently, in this session, who they are. A refresh proves nothing. Neither does a second factor
 * alone: an intruder at an open session could enrol one of their own.
 */
export function isRecentSignIn({ session, now }: { session: Pick<Session, 'amr'>; now: Date }): boolean {
  const proofs = session.amr as { method: Method; timestamp: number }[]
  return proofs.some(({ method, timestamp }) => method !== 'totp' && now.getTime() - timestamp * 1000 <= recentMs)
}

export type Device = { userAgent: string | null; address: string | null }

export function deviceOf({ c }: AuthRequest): Device {
  return { userAgent: c.req.header('user-agent')?.slice(0, 300) ?? null, address: c.var.address }
}

type NewSession = { userId: string; method: Method; device: Device; now: Date }

/** Opens a session and records that its user has signed in. */
export async function createSession(tx: Tx, input: NewSession): Promise<Session> {
  const session = await sessions.insertSession(tx, rowOf(input))
  if (!session) throw new Error('cannot open a session for an account that does not exist')
  return session
}

/**
 * Like createSession, but only while the password still has this hash. A new password ends all sessions, and both statements
 * write the account's row: no session is opened with the former password after that.
 */
export async function createSessionByPassword(
  db: Db,
  input: Omit<NewSession, 'method'> & { passwordHash: string | null },
): Promise<Session | undefined> {
  const row = { ...rowOf({ ...input, method: 'password' }), passwordHash: input.passwordHash }
  return sessions.insertSessionByPassword(db, row)
}

function rowOf({ userId, method, device, now }: NewSession) {
  const amr = JSON.stringify([{ method, timestamp: Math.floor(now.getTime() / 1000) }])
  return { ...device, id: newId(), userId, amr, refreshKey: randomBytes(32), now }
}

export const signOutScopes = ['global', 'local', 'others'] as const
type SignOutScope = (typeof signOutScopes)[number]

/**
 * global: every session of the user, every link and code that could open one, and what gives access without one; local: this
 * session; others: every other session.
 */
export async function signOut(
  db: Db | Tx,
  { scope, ...session }: { userId: string; sessionId: string; scope: SignOutScope },
): Promise<void> {
  if (scope === 'global') {
    return inTransaction(db, async (tx) => {
      await endAllAccess(tx, session)
    })
  }
  if (scope === 'others') return sessions.deleteOtherSessions(db, session)
  await sessions.deleteSession(db, session)
}

/** Also deletes the mailed sign-in links and codes, and the codes that a browser could still exchange for a session. */
export async function signOutEverywhere(tx: Tx, { userId }: { userId: string }): Promise<void> {
  // A link that is being followed now has either opened its session, which is deleted below, or finds its token deleted.
  await lockUser(tx, userId)
  await deleteSignInTokens(tx, { userId })
  await deleteAuthCodes(tx, { userId })
  await sessions.deleteAllSessions(tx, { userId })
}

export async function endAllAccess(tx: Tx, { userId }: { userId: string }): Promise<EndedAccess> {
  await signOutEverywhere(tx, { userId })
  return endLastingAccess(tx, { userId })
}

async function inTransaction(db: Db | Tx, work: (tx: Tx) => Promise<void>): Promise<void> {
  if (db.isTransaction) return work(db as Tx)
  return db.transaction().execute(work)
}
