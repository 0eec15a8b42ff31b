import { legalVersions } from '#contract/brand.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { hashPassword, isPasswordRight } from '../passwords/passwords.ts'
import { findUser } from '../repository/users.ts'
import { insertAccount } from './create-account.ts'

/** Hashing is slow, so an invited member's password is hashed before the transaction. */
export const hashInvitedPassword = hashPassword

/** Creates the account of an invited member, whose address the invitation has verified. Undefined: the address has an account. */
export async function insertInvitedAccount(
  tx: Tx,
  {
    email,
    passwordHash,
    fullName,
    phone,
    now,
  }: { email: string; passwordHash: string; fullName: string; phone: string; now: Date },
): Promise<string | undefined> {
  const accepted = { accepted_terms: legalVersions.terms, accepted_privacy: legalVersions.privacy }
  const metadata = { full_name: fullName, phone, user_type: 'patient', ...accepted }
  return insertAccount(tx, { email, passwordHash, metadata, verified: true, now })
}

/** The address of the invited member's account, if this is its password. */
export async function checkInvitedPassword(
  db: Db,
  { userId, password }: { userId: string; password: string },
): Promise<string | undefined> {
  const user = await findUser(db, { id: userId })
  const isRight = await isPasswordRight({ password, passwordHash: user?.encrypted_password ?? null })
  return isRight ? user?.email : undefined
}
