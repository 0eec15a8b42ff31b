import type { Role } from '#contract/roles.ts'
import type { EntryContext } from '#server/api/context.ts'
import { findUser } from '#server/features/auth/repository/users.ts'
import { issueTokens } from '#server/features/auth/sessions/session-response.ts'
import { createSession } from '#server/features/auth/sessions/sessions.ts'
import { createAccount } from '#server/features/auth/usecases/create-account.ts'
import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import { actorOf } from './app-server.ts'

/** A user who has just signed in, by the platform's clock. Without a password the session is their only access. */
export async function buildSignedIn(
  platform: Platform,
  input: { fullName?: string; roles?: readonly [Role, ...Role[]]; password?: string } = {},
): Promise<{ userId: string; sessionId: string; email: string; fullName: string }> {
  const email = `${newId()}@ejemplo.uy`
  const { fullName = `Ana ${newId()}`, roles = ['patient'], password = null } = input
  const userId = await createAccount(platform, { email, fullName, roles, password })
  if (userId === undefined) throw new Error('the address is taken')
  const { id: sessionId } = await openSession(platform, userId)
  return { userId, sessionId, email, fullName }
}

/** Signs an existing account in, by the platform's clock and without its password. */
export async function signIn(platform: Platform, userId: string) {
  const user = await findUser(platform.db, { id: userId })
  if (!user) throw new Error('no such account')
  const session = await openSession(platform, userId)
  return { sessionId: session.id, tokens: await issueTokens({ platform, user, session }) }
}

/** A new session of the account, as after signing in with its password. */
export function openSession({ db, clock }: Platform, userId: string): ReturnType<typeof createSession> {
  const device = { userAgent: null, address: null }
  const session = { userId, method: 'password', device, now: clock.now() } as const
  return db.transaction().execute((tx) => createSession(tx, session))
}

/** Accepts the user's id as the token, with a new session in the database, for routes that look for it again. */
export function authenticateWithSession(platform: Platform, roles: Role[] = ['patient']) {
  return async (userId: string) => ({
    ...actorOf(roles, userId),
    sessionId: (await openSession(platform, userId)).id,
  })
}

/** A caller whose session is in the database: each call opens a new one. */
export function callerWithSession(platform: Platform, userId: string): Pick<EntryContext, 'bearer' | 'authenticate'> {
  return { bearer: userId, authenticate: () => authenticateWithSession(platform)(userId) }
}
