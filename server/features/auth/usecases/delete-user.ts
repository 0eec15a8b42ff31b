import type { Db, Tx } from '#server/platform/postgres/database.ts'
import * as administrators from '../repository/administrators.ts'
import { anonymizeUserRow } from '../repository/deletion.ts'
import { removeWaysIn } from '../repository/sign-in-methods.ts'

type Own = { userId: string; now: Date }

/**
 * Whether deleting the account would leave no administrator. Within a transaction, administrators who leave at the same time
 * wait for each other, so that one of them stays.
 */
export async function isLastAdministrator(db: Db | Tx, { userId, now }: Own): Promise<boolean> {
  if (db.isTransaction) await administrators.lockAdministrators(db as Tx, { userId })
  return administrators.isLastAdministrator(db, { userId, now })
}

/** Ends every session and every way to sign in. */
export async function revokeAccess(tx: Tx, own: Own): Promise<void> {
  await removeWaysIn(tx, own)
}

/** Removes what the authentication service knows about the user, but for the id that other rows name. */
export async function anonymizeUser(tx: Tx, own: Own): Promise<void> {
  await anonymizeUserRow(tx, own)
}
