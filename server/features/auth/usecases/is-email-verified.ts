import type { Db, Tx } from '#server/platform/postgres/database.ts'

import { findVerifiedAt } from '../repository/users.ts'

/** Whether the account's owner has proved that its address is theirs. */
export async function isEmailVerified(db: Db | Tx, input: { userId: string }): Promise<boolean> {
  return (await findVerifiedAt(db, input)) !== null
}
