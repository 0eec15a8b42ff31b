import type { Tx } from '#server/platform/postgres/database.ts'

import { isShutOut } from '../accounts.rules.ts'
import { getFullName, lockUser } from '../repository/users.ts'

/** For a write of another part's that gives somebody something: undefined for an account that was deleted or is shut out. */
export async function lockAccount(
  tx: Tx,
  o: { userId: string; now: Date },
): Promise<{ email: string; fullName: string } | undefined> {
  const user = await lockUser(tx, o.userId)
  if (!user || isShutOut({ standing: user, now: o.now })) return undefined
  return { email: user.email, fullName: await getFullName(tx, o) }
}
