import type { Db, Tx } from '#server/platform/postgres/database.ts'
import * as administrators from '../repository/administrators.ts'
import { anonymizeUserRow } from '../repository/deletion.ts'
import { deleteSignInMethods } from '../repository/sign-in-methods.ts'

type Own = { userId: string; now: Date }

/**
 * Whether deleting the account would leave no administrator. A transaction serialises administrators who leave
 * simultaneously, so that one of them stays.
 */
export async function isLastAdministrator(db: Db | Tx, { userId, now }: Own): Promise<boolean> {
  if (db.isTransaction) await administrators.lockAdministrators(db as Tx, { userId })
  return administrators.isLastAdministrator(db, { userId, now })
}

/** Deletes every session and every sign-in method. */
export async function revokeAccess(tx: Tx, own: Own): Promise<void> {
  await deleteSignInMethods(tx, own)
}

/** Deletes the authentication service's data about the user, except for the id that other rows refer to. */
export async function anonymizeUser(tx: Tx, own: Own): Promise<void> {
  await anonymizeUserRow(tx, own)
}
