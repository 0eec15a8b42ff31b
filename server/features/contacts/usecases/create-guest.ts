import { newId } from '#server/platform/ids.ts'
import { requirePhone } from '#server/platform/phones.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import * as repository from '../contacts.repository.ts'
import type { NewGuest } from '../contacts.types.ts'

/** The centre's guest with this name and number, who is created if there is none. */
export async function createGuest(
  tx: Tx,
  { centerId, now, ...typed }: NewGuest & { centerId: string; now: Date },
): Promise<{ guestId: string }> {
  const guest = { ...typed, phone: requirePhone({ phone: typed.phone, field: 'person.phone' }) }
  await repository.lockGuests(tx, { centerId })
  const known = await repository.findGuestLike(tx, { centerId, guest })
  if (known) {
    // The guest has just given this address; an older one may belong to another person by now.
    if (guest.email !== '' && known.email !== guest.email.toLowerCase()) {
      await repository.setGuestEmail(tx, { id: known.id, email: guest.email, now })
    }
    return { guestId: known.id }
  }
  const id = newId()
  await repository.insertGuest(tx, { id, centerId, guest, now })
  return { guestId: id }
}
