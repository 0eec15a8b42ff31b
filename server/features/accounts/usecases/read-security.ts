import type { z } from 'zod'
import type { security } from '#contract/accounts.ts'
import type { Actor } from '#server/api/actor.ts'
import { findSession } from '#server/features/auth/repository/sessions.ts'
import { findUser } from '#server/features/auth/repository/users.ts'
import { isRecentSignIn } from '#server/features/auth/sessions/sessions.ts'
import type { Platform } from '#server/platform/platform.ts'
import { fail } from '../accounts.errors.ts'
import { findEmailChange } from '../repository/accounts.ts'

export async function readSecurity(
  platform: Platform,
  { userId, sessionId }: Pick<Actor, 'userId' | 'sessionId'>,
): Promise<z.output<typeof security>> {
  const { db, clock } = platform
  const now = clock.now()
  const user = await findUser(db, { id: userId })
  if (!user) throw fail('accounts.not_found')
  const session = await findSession(db, { id: sessionId, userId })
  return {
    hasPassword: user.encrypted_password !== null,
    isRecentSignIn: session !== undefined && isRecentSignIn({ session, now }),
    newEmail: (await findEmailChange(db, { userId, now })) ?? null,
  }
}
