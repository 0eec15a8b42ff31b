import type { Db, Tx } from '#server/platform/postgres/database.ts'
import type { ProfileFields } from '../repository/new-accounts.ts'
import * as sessions from '../repository/sessions.ts'
import * as staff from '../repository/staff.ts'
import * as users from '../repository/users.ts'
import { isBlocked } from '../rules/account-status.ts'

export type User = users.User
export type { ProfileFields }

/** By id or by lower-cased address. */
export async function findUser(db: Db | Tx, by: { id: string } | { email: string }): Promise<User | undefined> {
  return users.findUser(db, by)
}

/** Serialises changes to one account. Undefined for a deleted account, which must not be written to. */
export async function lockUser(tx: Tx, userId: string): Promise<User | undefined> {
  return users.lockUser(tx, userId)
}

/** Like lockUser, by lower-cased address. */
export async function lockUserByEmail(tx: Tx, email: string): Promise<User | undefined> {
  return users.lockUserByEmail(tx, email)
}

/** Moderators and administrators; administrators first. */
export async function listStaff(db: Db) {
  return staff.listStaff(db)
}

/** The id of the account with this lower-cased address. */
export async function findAccountOfAddress(db: Db | Tx, { email }: { email: string }): Promise<string | undefined> {
  return (await users.findUser(db, { email }))?.id
}

/** Whether the user has proved that they own the account's address. */
export async function isEmailVerified(db: Db | Tx, input: { userId: string }): Promise<boolean> {
  return (await users.findVerifiedAt(db, input)) !== null
}

/** Locks the account for a write of another noun or of a process. Undefined for a deleted or blocked account. */
export async function lockAccount(
  tx: Tx,
  input: { userId: string; now: Date },
): Promise<{ email: string; emailVerified: boolean; fullName: string } | undefined> {
  const user = await users.lockUser(tx, input.userId)
  if (!user || isBlocked({ account: user, now: input.now })) return undefined
  return {
    email: user.email,
    emailVerified: user.email_verified_at !== null,
    fullName: await users.requireFullName(tx, input),
  }
}

/** The open sessions of an account, the last used first. */
export async function listSessionsOf(db: Db, input: { userId: string; now: Date }) {
  return sessions.listSessions(db, input)
}
