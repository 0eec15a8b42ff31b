import { maxKeptNamed } from '#contract/patient-import-routes.ts'
import { lockGuests } from '#server/features/contacts/repository/guests.ts'
import * as imports from '#server/features/contacts/repository/imports.ts'
import type { Platform } from '#server/platform/platform.ts'
import { fail } from '../appointments.errors.ts'
import { countUntouchedBookings, deleteUntouchedBookings, listKeptBookings } from '../repository/imported.ts'
import { requireWholeDesk } from './import-appointments.ts'

/** Each request removes this many appointments and people at most, so that no transaction is long. */
const batch = 1000

/**
 * Removes appointments that an import booked and that are still as it booked them, as if it had not, and then the people whom it brought in
 * and who have nothing else. It is repeated until none is left; the first request ends the import.
 * @throws agenda.import_reception_only, agenda.import_not_found
 */
export async function undoAppointmentImport(
  platform: Platform,
  input: { userId: string; centerId: string; importId: string },
) {
  const { userId, centerId, importId } = input
  const now = platform.clock.now()
  return platform.db.transaction().execute(async (tx) => {
    await requireWholeDesk(tx, input)
    await lockGuests(tx, { centerId })
    if (!(await imports.lockImport(tx, { ...input, kind: 'appointments' }))) throw fail('agenda.import_not_found')
    await imports.markUndone(tx, { importId, userId, now })
    const removed = await deleteUntouchedBookings(tx, { importId, now, limit: batch })
    await imports.countInImport(tx, { importId, removed })
    await imports.deleteUntouched(tx, { importId, limit: batch })
    const left =
      (await countUntouchedBookings(tx, { importId, now })) + (await imports.countUntouched(tx, { importId }))
    const { kept, appointments } = await listKeptBookings(tx, { importId, now, limit: maxKeptNamed })
    const [row] = await imports.listImports(tx, { centerId, importId, limit: 1 })
    if (!row) throw fail('agenda.import_not_found')
    return { import: row, left, kept, appointments }
  })
}
