import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { findUser } from '../repository/users.ts'

/** The account that has this lower-cased address. */
export async function findAccountOfAddress(db: Db | Tx, { email }: { email: string }): Promise<string | undefined> {
  return (await findUser(db, { email }))?.id
}
