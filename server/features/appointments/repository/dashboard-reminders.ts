import { sql } from 'kysely'
import type { Reminder } from '#contract/reminders.ts'
import { builtOnce } from '#server/platform/postgres/built-query.ts'
import type { Db } from '#server/platform/postgres/database.ts'
import type { PatientScope } from './appointments.ts'

export type ReminderRow = Omit<Reminder, 'startsAt'> & { startsAt: Date }

/** How far ahead a patient is reminded of an appointment, and for how long of a missing review. */
const hoursAhead = 48
const daysForReview = 30
const maxReminders = 20

/** The reminders that the patient has not dismissed: appointments, soonest first; then missing reviews, latest first. */
export const listDashboardReminders = builtOnce<PatientScope & { now: Date }, ReminderRow>(
  (_, { patientId, now }) => sql`
    select kind, appointment.id as "appointmentId", appointment.starts_at as "startsAt", place,
      professionals.full_name as "professionalName", center_profiles.center_name as "centerName",
      services.name as "serviceName", dependants.full_name as "dependantName"
    from (
      select *, 'appointment' as kind, starts_at - ${now}::timestamptz as nearness
      from appointments
      where patient_id = ${patientId} and status in ('pending', 'confirmed')
        and starts_at > ${now} and starts_at <= ${now}::timestamptz + make_interval(hours => ${hoursAhead})
      union all
      select *, 'review', interval '1 year' + (${now}::timestamptz - starts_at)
      from appointments
      where patient_id = ${patientId} and status = 'completed' and starts_at < ${now}
        and starts_at > ${now}::timestamptz - make_interval(days => ${daysForReview})
        and (booked_by = 'patient' or accepted_at is not null)
        and not exists (select from reviews where reviews.appointment_id = appointments.id)) as appointment
    join professionals on professionals.id = appointment.professional_id
    join services on services.id = appointment.service_id
    join center_profiles on center_profiles.id = appointment.center_id
    left join dependants on dependants.id = appointment.dependant_id
    where not exists (
      select from dismissed_reminders as dismissed where dismissed.user_id = ${patientId}
        and dismissed.kind = appointment.kind and dismissed.appointment_id = appointment.id)
    order by nearness, appointment.id
    limit ${maxReminders}`,
)

type Dismissal = PatientScope & Pick<Reminder, 'kind' | 'appointmentId'>

/** @returns false when the appointment is not the patient's */
export async function dismissReminder(
  db: Db,
  { patientId, kind, appointmentId, now }: Dismissal & { now: Date },
): Promise<boolean> {
  const { rows } = await sql<{ isTheirs: boolean }>`
    with own_appointment as (select id from appointments where id = ${appointmentId} and patient_id = ${patientId}),
    dismissed as (
      insert into dismissed_reminders (user_id, kind, appointment_id, dismissed_at)
      select ${patientId}::uuid, ${kind}, id, ${now}::timestamptz from own_appointment
      on conflict do nothing)
    select exists (select from own_appointment) as "isTheirs"`.execute(db)
  return rows[0]?.isTheirs ?? false
}

export async function restoreReminder(db: Db, { patientId, kind, appointmentId }: Dismissal): Promise<void> {
  await db
    .deleteFrom('dismissed_reminders')
    .where('user_id', '=', patientId)
    .where('kind', '=', kind)
    .where('appointment_id', '=', appointmentId)
    .execute()
}
