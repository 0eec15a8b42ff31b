import type { Db, Tx } from '#server/platform/postgres/database.ts'
import type { ProfileFields } from '../repository/new-accounts.ts'
import * as users from '../repository/users.ts'
import { isBlocked } from '../rules/account-status.ts'

export type { ProfileFields }

export async function findAccountOfAddress(db: Db | Tx, { email }: { email: string }): Promise<string | undefined> {
  return (await users.findUser(db, { email }))?.id
}

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
