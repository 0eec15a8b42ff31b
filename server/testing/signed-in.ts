import type { Role } from '#contract/roles.ts'
import { createSession } from '#server/features/auth/sessions/sessions.ts'
import { createAccount } from '#server/features/auth/usecases/create-account.ts'
import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'

/** A user who has just signed in, by the platform's clock. Without a password the session is their only access. */
export async function buildSignedIn(
  platform: Platform,
  input: { fullName?: string; roles?: readonly [Role, ...Role[]]; password?: string } = {},
): Promise<{ userId: string; sessionId: string; email: string; fullName: string }> {
  const email = `${newId()}@ejemplo.uy`
  const { fullName = `Ana ${newId()}`, roles = ['patient'], password = null } = input
  const userId = await createAccount(platform, { email, fullName, roles, password })
  if (userId === undefined) throw new Error('the address is taken')
  const device = { userAgent: null, address: null }
  const now = platform.clock.now()
  const { id: sessionId } = await platform.db
    .transaction()
    .execute((tx) => createSession(tx, { userId, method: 'password', device, now }))
  return { userId, sessionId, email, fullName }
}
