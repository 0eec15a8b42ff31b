import type { Tx } from '#server/platform/postgres/database.ts'
import { insertAccesses } from '../repository/accesses.ts'
import { listRecorded } from '../repository/own-records.ts'
import { listToExport } from '../repository/private-notes.ts'

export const maxExportedNotes = 100_000

/**
 * Logs that all records of the account were exported, and the working notes that it keeps as a professional, in the transaction
 * that makes the data export available.
 */
export async function logOwnCopy(tx: Tx, { userId, now }: { userId: string; now: Date }): Promise<void> {
  const recorded = await listRecorded(tx, { patientId: userId, limit: 1_000_000 })
  const access = { userId, professionalId: null, action: 'export', reason: 'own_copy', now } as const
  await insertAccesses(tx, { ...access, appointmentIds: recorded.map(({ appointmentId }) => appointmentId) })
  const notes = await listToExport(tx, { authorId: userId, limit: maxExportedNotes })
  for (const { appointmentId, actsAs, kind } of notes) {
    if (kind === 'draft') continue
    const own = {
      userId,
      professionalId: actsAs,
      action: 'export',
      reason: 'treatment',
      subject: 'working_note',
      now,
    } as const
    await insertAccesses(tx, { ...own, appointmentIds: [appointmentId] })
  }
}
