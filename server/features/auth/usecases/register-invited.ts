import { legalVersions } from '#contract/brand.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { hashPassword } from '../passwords/passwords.ts'
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
