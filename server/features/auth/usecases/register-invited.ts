import { legalVersions } from '#contract/brand.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { hashPassword } from '../passwords/passwords.ts'
import { insertAccount } from './create-account.ts'

/** What an account of an invited member keeps of the password. Hashing takes long: do it before the transaction. */
export const hashInvitedPassword = hashPassword

/** The account of a member whose mailbox an invitation has proven. Undefined: the address has an account already. */
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
