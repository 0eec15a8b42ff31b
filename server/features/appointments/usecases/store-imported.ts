import type { AppointmentOutcome } from '#contract/appointment-import-routes.ts'
import * as imports from '#server/features/contacts/repository/imports.ts'
import { requireRoom } from '#server/features/contacts/usecases/import-patients.ts'
import { newId } from '#server/platform/ids.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { type ImportedBooking, insertImportedBookings } from '../repository/desk-bookings.ts'
import { deleteExpiredHoldsIn } from '../repository/holds.ts'
import type { ImportedAttendee } from '../rules/imported-people.ts'
import type { Attendee } from './lock-attendee.ts'
import type { PlannedBooking } from './plan-imported.ts'

type ToStore = {
  bookings: readonly PlannedBooking[]
  importId: string
  centerId: string
  /** Of each dependant. */
  guardians: ReadonlyMap<string, string>
  now: Date
}

/**
 * Enters the new people and books. `lost`: the lines whose time a visitor has held since it was checked.
 * @throws contacts.too_many_guests
 */
export async function storeBookings(
  tx: Tx,
  { bookings, importId, centerId, guardians, now }: ToStore,
): Promise<{ ids: string[]; lost: AppointmentOutcome[] }> {
  const entered = await enterPeople(tx, { bookings, importId, centerId, now })
  for (const [professionalId, spans] of Map.groupBy(bookings, ({ service }) => service.professionalId)) {
    await deleteExpiredHoldsIn(tx, { professionalId, spans, now })
  }
  const rows = bookings.map((booking): ImportedBooking & { personId: string } => ({
    ...booking,
    id: newId(),
    attendee: attendeeOf(booking.attendee, guardians),
    personId: booking.attendee.id,
  }))
  const ids = await insertImportedBookings(tx, { importId, bookings: rows, now })
  await imports.countInImport(tx, { importId, added: ids.size })
  const lost = rows.filter(({ id }) => !ids.has(id))
  const cameIn = new Set(rows.filter(({ id }) => ids.has(id)).map(({ personId }) => personId))
  await imports.deleteNewGuests(tx, { ids: entered.filter((id) => !cameIn.has(id)) })
  return { ids: [...ids], lost: lost.map(asTaken) }
}

/** @returns the ids of the new guests, each with the first of their lines */
async function enterPeople(tx: Tx, { bookings, importId, centerId, now }: Omit<ToStore, 'guardians'>) {
  const persons = new Map<string, Parameters<typeof imports.insertImported>[1]['persons'][number]>()
  for (const { line, attendee } of bookings) {
    const { id, entered } = attendee
    if (entered && !persons.has(id)) persons.set(id, { ...entered, id, line })
  }
  if (persons.size > 0) {
    await requireRoom(tx, { centerId, more: persons.size })
    await imports.insertImported(tx, { importId, centerId, persons: [...persons.values()], now })
  }
  return [...persons.keys()]
}

function attendeeOf({ kind, id }: ImportedAttendee, guardians: ToStore['guardians']): Attendee {
  if (kind === 'guest') return { guestId: id }
  if (kind === 'patient') return { patientId: id, dependantId: null }
  const patientId = guardians.get(id)
  if (patientId === undefined) throw new Error('a dependant without a guardian')
  return { patientId, dependantId: id }
}

const asTaken = ({ line, startsAt }: ImportedBooking): AppointmentOutcome => ({
  ...{ outcome: 'conflict', line, startsAt: startsAt.toISOString() },
  conflict: { kind: 'taken', startsAt: null, endsAt: null, name: '', professionalName: '', canInsist: false },
})
