import type { Member } from '#server/features/centers/centers.policy.ts'
import { newId } from '#server/platform/ids.ts'
import { requirePhone } from '#server/platform/phones.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { scopeOf } from '../contacts.policy.ts'
import type { NewGuest } from '../contacts.types.ts'
import * as repository from '../repository/guests.ts'

/**
 * A guest with this name and telephone number: one whom the member may see, or a new one. Who types a colleague's guest neither reads nor
 * changes that row.
 */
export async function createGuest(
  tx: Tx,
  { member, now, ...details }: NewGuest & { member: Member; now: Date },
): Promise<{ guestId: string }> {
  const { centerId } = member
  const guest = { ...details, phone: requirePhone({ phone: details.phone, field: 'person.phone' }) }
  await repository.lockGuests(tx, { centerId })
  const existing = await repository.findGuestLike(tx, { ...scopeOf(member), guest })
  if (existing) {
    // The guest has just given this address. The stored one may be out of date.
    if (guest.email !== '' && existing.email !== guest.email.toLowerCase()) {
      await repository.setGuestEmail(tx, { id: existing.id, email: guest.email, now })
    }
    return { guestId: existing.id }
  }
  const id = newId()
  await repository.insertGuest(tx, { id, centerId, guest, now })
  return { guestId: id }
}
