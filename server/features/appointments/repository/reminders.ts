import { sql } from 'kysely'
import { sessionMinutes } from '#contract/services.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'

type Due = { hoursBefore: number; after: Date; until: Date }

/**
 * Confirmed appointments that start in that span and whose present start has had no such reminder. A patient who booked or
 * moved one after the reminder was due has just read its time. The index is by end, so the query looks ahead by the longest
 * service.
 */
export async function listToRemind(
  db: Db,
  { hoursBefore, after, until }: Due,
): Promise<{ id: string; startsAt: Date }[]> {
  const { rows } = await sql<{ id: string; startsAt: Date }>`
    select id, starts_at as "startsAt" from appointments
    where status = 'confirmed' and ends_at > ${after} and ends_at <= ${until}::timestamptz + make_interval(mins => ${sessionMinutes.max})
      and starts_at > ${after} and starts_at <= ${until}
      and coalesce(confirmed_at, requested_at, created_at) < starts_at - make_interval(hours => ${hoursBefore})
      and not exists (select from appointment_reminders r
        where r.appointment_id = appointments.id and r.starts_at = appointments.starts_at and r.hours_before = ${hoursBefore})
    order by starts_at limit 1000`.execute(db)
  return rows
}

/** @returns false when another process has recorded it */
export async function insertReminder(
  tx: Tx,
  {
    appointmentId,
    startsAt,
    hoursBefore,
    now,
  }: { appointmentId: string; startsAt: Date; hoursBefore: number; now: Date },
): Promise<boolean> {
  const inserted = await tx
    .insertInto('appointment_reminders')
    .values({ appointment_id: appointmentId, starts_at: startsAt, hours_before: hoursBefore, queued_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('appointment_id')
    .executeTakeFirst()
  return inserted !== undefined
}
