import type { Tx } from '#server/platform/postgres/database.ts'
import { insertAccesses } from '../repository/accesses.ts'
import { listRecorded } from '../repository/own-records.ts'

/** Logs that all records of the account were exported, in the transaction that makes the data export available. */
export async function logOwnCopy(tx: Tx, { userId, now }: { userId: string; now: Date }): Promise<void> {
  const recorded = await listRecorded(tx, { patientId: userId, limit: 1_000_000 })
  const access = { userId, professionalId: null, action: 'export', reason: 'own_copy', now } as const
  await insertAccesses(tx, { ...access, appointmentIds: recorded.map(({ appointmentId }) => appointmentId) })
}
