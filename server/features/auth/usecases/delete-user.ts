import type { Db, Tx } from '#server/platform/postgres/database.ts'
import * as administrators from '../repository/administrators.ts'
import { anonymizeUserRow } from '../repository/deletion.ts'
import { deleteSignInMethods } from '../repository/sign-in-methods.ts'

type OfUser = { userId: string; now: Date }

/** Serialises requests that remove an administrator, so that the last one stays. Locks nothing for any other user. */
export async function lockAdministrators(tx: Tx, { userId }: { userId: string }): Promise<void> {
  await administrators.lockAdministrators(tx, { userId })
}

/** Whether deleting the account would leave no administrator. */
export async function isLastAdministrator(db: Db | Tx, input: OfUser): Promise<boolean> {
  return administrators.isLastAdministrator(db, input)
}

/** Deletes every session and every sign-in method. */
export async function revokeAccess(tx: Tx, input: OfUser): Promise<void> {
  await deleteSignInMethods(tx, input)
}

/** Deletes the authentication service's data about the user, except for the id that other rows refer to. */
export async function anonymizeUser(tx: Tx, input: OfUser): Promise<void> {
  await anonymizeUserRow(tx, input)
}
