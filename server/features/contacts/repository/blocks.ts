import type { Db, Tx } from '#server/platform/postgres/database.ts'

/** Whether the centre has blocked the patient in their conversation: then they book nothing there, and buy nothing. */
export async function isBlockedByCenter(
  db: Db | Tx,
  { patientId, centerId }: { patientId: string; centerId: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('conversations')
    .where('patient_id', '=', patientId)
    .where('center_id', '=', centerId)
    .where('center_blocked_at', 'is not', null)
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Whether the patient has blocked the centre in their conversation: then the desk books nothing for them, and sells them nothing. */
export async function hasBlockedCenter(
  tx: Tx,
  { patientId, centerId }: { patientId: string; centerId: string },
): Promise<boolean> {
  const row = await tx
    .selectFrom('conversations')
    .where('patient_id', '=', patientId)
    .where('center_id', '=', centerId)
    .where('patient_blocked_at', 'is not', null)
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}
