import type { Tx } from '#server/platform/postgres/database.ts'
import { lockUser, requireFullName } from '../repository/users.ts'
import { isBlocked } from '../rules/account-status.ts'

/** For a write of another part's that gives somebody something: undefined for an account that was deleted or is shut out. */
export async function lockAccount(
  tx: Tx,
  input: { userId: string; now: Date },
): Promise<{ email: string; emailVerified: boolean; fullName: string } | undefined> {
  const user = await lockUser(tx, input.userId)
  if (!user || isBlocked({ account: user, now: input.now })) return undefined
  return {
    email: user.email,
    emailVerified: user.email_verified_at !== null,
    fullName: await requireFullName(tx, input),
  }
}
