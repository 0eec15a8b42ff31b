import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { anyOf } from '#server/platform/postgres/lists.ts'
import { isOfUnproven } from './unproven.ts'

type Past = {
  endedBefore: Date
  /** The desk still has to close an appointment that it reopened after this instant. */
  reopenedBefore: Date
}

/** Confirmed appointments that the desk has left open, the oldest first. */
export function listPast(
  db: Db,
  { endedBefore, reopenedBefore, limit }: Past & { limit: number },
): Promise<{ id: string; patientId: string | null }[]> {
  return db
    .selectFrom('appointments')
    .select(['id', 'patient_id as patientId'])
    .where('status', '=', sql.lit('confirmed'))
    .where('ends_at', '<=', endedBefore)
    .where((eb) => eb.or([eb('reopened_at', 'is', null), eb('reopened_at', '<=', reopenedBefore)]))
    .orderBy('ends_at')
    .limit(limit)
    .execute()
}

/** A booking of an unproven account about which the desk has recorded nothing: it may have had no visitor. */
const isUnattested = sql<boolean>`(
  paid_amount = 0 and arrived_at is null and reopened_at is null and attendance_upheld_at is null and ${isOfUnproven})`

/** Completes those of the listed appointments that are still open. The caller has locked them. @returns their ids */
export async function completePast(
  tx: Tx,
  { appointmentIds, endedBefore, reopenedBefore, now }: Past & { appointmentIds: readonly string[]; now: Date },
): Promise<string[]> {
  const rows = await tx
    .updateTable('appointments')
    .set({ status: 'completed', completed_at: now, updated_at: now, closed_unproven: isUnattested })
    .where('id', '=', anyOf(appointmentIds))
    .where('status', '=', sql.lit('confirmed'))
    .where('ends_at', '<=', endedBefore)
    .where((eb) => eb.or([eb('reopened_at', 'is', null), eb('reopened_at', '<=', reopenedBefore)]))
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Pending appointments that were requested before one instant or begin before another, the oldest request first. */
export async function listPending(
  db: Db,
  { requestedBefore, startsBefore }: { requestedBefore: Date; startsBefore: Date },
): Promise<string[]> {
  const rows = await db
    .selectFrom('appointments')
    .select('id')
    .where('status', '=', sql.lit('pending'))
    .where((eb) => eb.or([eb('requested_at', '<=', requestedBefore), eb('starts_at', '<=', startsBefore)]))
    .orderBy('requested_at')
    .limit(500)
    .execute()
  return rows.map(({ id }) => id)
}
