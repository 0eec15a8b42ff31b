import { sql } from 'kysely'
import { sessionMinutes } from '#contract/calendar.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'

type Due = { hoursBefore: number; after: Date; until: Date }

/**
 * Confirmed appointments that start in that span and whose current start has had no such reminder. A patient who booked or
 * moved one after the reminder was due gets none, because they have just read its time. Nor does a patient who blocked the
 * centre get one about a booking of its desk. The index is by end, so the query
 * looks ahead by the longest service.
 */
export async function listToRemind(
  db: Db,
  { hoursBefore, after, until }: Due,
): Promise<{ id: string; startsAt: Date }[]> {
  const { rows } = await sql<{ id: string; startsAt: Date }>`
    select id, starts_at as "startsAt" from appointments
    where status = 'confirmed' and not (booked_by = 'center' and accepted_at is null and exists (
        select from conversations c where c.patient_id = appointments.patient_id
          and c.center_id = appointments.center_id and c.patient_blocked_at is not null))
      and ends_at > ${after} and ends_at <= ${until}::timestamptz + make_interval(mins => ${sessionMinutes.max})
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

/** Links a reminder to its mail. `mailId` is null when no mail was queued. */
export async function setReminderMail(
  tx: Tx,
  input: { appointmentId: string; startsAt: Date; hoursBefore: number; mailId: string | null },
): Promise<void> {
  await tx
    .updateTable('appointment_reminders')
    .set({ mail_id: input.mailId, is_mailed: input.mailId !== null })
    .where('appointment_id', '=', input.appointmentId)
    .where('starts_at', '=', input.startsAt)
    .where('hours_before', '=', input.hoursBefore)
    .execute()
}

/** The reminders about one start of an appointment, each with its mail while that is stored. */
export async function listReminders(db: Db, { appointmentId, startsAt }: { appointmentId: string; startsAt: Date }) {
  return (
    db
      .selectFrom('appointment_reminders')
      .leftJoin('outbound_mails', 'outbound_mails.id', 'appointment_reminders.mail_id')
      .where('appointment_id', '=', appointmentId)
      .where('starts_at', '=', startsAt)
      .select([
        'hours_before as hoursBefore',
        'queued_at as queuedAt',
        'is_mailed as isMailed',
        'outbound_mails.id as mailId',
        'outbound_mails.sent_at as sentAt',
        'outbound_mails.dropped_at as droppedAt',
      ])
      // The body is deleted with the last attempt.
      .select((eb) =>
        eb
          .and([eb('outbound_mails.last_error', 'is not', null), eb('outbound_mails.sealed_body', 'is', null)])
          .$castTo<boolean>()
          .as('isGivenUp'),
      )
      .execute()
  )
}
