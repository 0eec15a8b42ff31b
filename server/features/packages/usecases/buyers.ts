import type { PersonRef } from '#contract/agenda.ts'
import { lockUser } from '#server/features/auth/repository/users.ts'
import type { Member } from '#server/features/centers/centers.policy.ts'
import type { ContactRow } from '#server/features/contacts/contacts.types.ts'
import { findBookable } from '#server/features/contacts/usecases/list-contacts.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { fail } from '../packages.errors.ts'
import type { Buyer } from '../repository/packages.ts'

/** The packages of a dependant are those of the guardian, who books for them. */
export function buyerOf({ kind, id, dependant }: Pick<ContactRow, 'kind' | 'id' | 'dependant'>): Buyer {
  return kind === 'guest' ? { guestId: id } : { patientId: dependant?.guardianId ?? id }
}

/** Keeps the buyer's account or guest from being deleted. @throws contacts.not_found */
export async function lockBuyer(
  tx: Tx,
  { member, person, now }: { member: Member; person: PersonRef; now: Date },
): Promise<Buyer> {
  const contact = await findBookable(tx, { member, person, now })
  if (!contact) throw fail('contacts.not_found')
  const buyer = buyerOf(contact)
  if ('patientId' in buyer && !(await lockUser(tx, buyer.patientId))) throw fail('contacts.not_found')
  return buyer
}
