import { maxKeptNamed } from '#contract/patient-import-routes.ts'
import type { Platform } from '#server/platform/platform.ts'
import { fail } from '../contacts.errors.ts'
import { lockGuests } from '../repository/guests.ts'
import * as repository from '../repository/imports.ts'
import { requireReception } from './import-patients.ts'

/** Each request removes this many at most, so that no transaction is long. */
const batch = 5000

/**
 * Removes people whom an import brought in and who have neither an appointment nor a package, and whose data are unchanged. It is repeated
 * until none of them is left; the first request ends the import. @throws contacts.reception_only, contacts.import_not_found
 */
export async function undoImport(platform: Platform, input: { userId: string; centerId: string; importId: string }) {
  const { userId, centerId, importId } = input
  const now = platform.clock.now()
  return platform.db.transaction().execute(async (tx) => {
    await requireReception(tx, input)
    await lockGuests(tx, { centerId })
    if (!(await repository.lockImport(tx, { ...input, kind: 'patients' }))) throw fail('contacts.import_not_found')
    await repository.markUndone(tx, { importId, userId, now })
    const removed = await repository.deleteUntouched(tx, { importId, limit: batch })
    await repository.countInImport(tx, { importId, removed })
    const left = await repository.countUntouched(tx, { importId })
    const { kept, people } = await repository.listKept(tx, { importId, limit: maxKeptNamed })
    const [row] = await repository.listImports(tx, { centerId, importId, limit: 1 })
    if (!row) throw fail('contacts.import_not_found')
    return { import: row, left, kept, people }
  })
}
