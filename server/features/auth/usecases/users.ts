import type { Db, Tx } from '#server/platform/postgres/database.ts'
import type { ProfileFields } from '../repository/new-accounts.ts'
import * as staff from '../repository/staff.ts'
import * as users from '../repository/users.ts'

export type User = users.User
export type { ProfileFields }

/** By id or by lower-cased address. */
export async function findUser(db: Db | Tx, by: { id: string } | { email: string }): Promise<User | undefined> {
  return users.findUser(db, by)
}

/** Serialises changes to one account. Undefined for an account that is deleted: it must not be given anything again. */
export async function lockUser(tx: Tx, userId: string): Promise<User | undefined> {
  return users.lockUser(tx, userId)
}

/** As lockUser, by lower-cased address. */
export async function lockUserByEmail(tx: Tx, email: string): Promise<User | undefined> {
  return users.lockUserByEmail(tx, email)
}

/** Moderators and administrators; administrators first. */
export async function listStaff(db: Db) {
  return staff.listStaff(db)
}
