import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/postgres/database.ts'

type OfAppointment = { centerId: string; appointmentId: string }

/**
 * Asks the desk to call the attendee. After two changes without a call, the attendee knows only the start before the first one.
 * The transaction has locked the appointment.
 */
export async function requestCall(
  tx: Tx,
  { appointmentId, centerId, wasAt, now }: OfAppointment & { wasAt: Date; now: Date },
): Promise<void> {
  await tx
    .insertInto('desk_calls')
    .values({ appointment_id: appointmentId, center_id: centerId, was_at: wasAt, created_at: now })
    .onConflict((conflict) =>
      conflict.column('appointment_id').doUpdateSet({
        was_at: sql<Date>`case when desk_calls.called_at is null then desk_calls.was_at else excluded.was_at end`,
        called_at: null,
        created_at: sql<Date>`excluded.created_at`,
      }),
    )
    .execute()
}

export async function deleteCall(tx: Tx, { appointmentId }: { appointmentId: string }): Promise<void> {
  await tx.deleteFrom('desk_calls').where('appointment_id', '=', appointmentId).execute()
}

/** Deletes the call about an appointment that is back at the start that the attendee knows. */
export async function deleteCallAtKnownStart(tx: Tx, { appointmentId }: { appointmentId: string }): Promise<void> {
  await sql`delete from desk_calls using appointments
    where desk_calls.appointment_id = ${appointmentId} and appointments.id = desk_calls.appointment_id
      and appointments.status in ('pending', 'confirmed') and appointments.starts_at = desk_calls.was_at`.execute(tx)
}

/** @returns false when there is no such call */
export async function setCalled(
  tx: Tx,
  { calledAt, appointmentId, centerId }: OfAppointment & { calledAt: Date | null },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('desk_calls')
    .set({ called_at: calledAt })
    .where('appointment_id', '=', appointmentId)
    .where('center_id', '=', centerId)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** The calls that are still pending, and those made since `calledSince`; the oldest first. */
export async function listCalls(
  db: Db | Tx,
  { centerId, calledSince }: { centerId: string; calledSince: Date },
): Promise<{ appointmentId: string; wasAt: Date; calledAt: Date | null }[]> {
  return db
    .selectFrom('desk_calls')
    .where('center_id', '=', centerId)
    .where((eb) => eb.or([eb('called_at', 'is', null), eb('called_at', '>=', calledSince)]))
    .orderBy('created_at')
    .orderBy('appointment_id')
    .limit(500)
    .select(['appointment_id as appointmentId', 'was_at as wasAt', 'called_at as calledAt'])
    .execute()
}

export async function purgeCalls(db: Db, { before }: { before: Date }): Promise<void> {
  await db.deleteFrom('desk_calls').where('created_at', '<', before).execute()
}
