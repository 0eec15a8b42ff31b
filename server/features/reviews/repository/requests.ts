import { sql } from 'kysely'
import { worksAlone } from '#server/features/centers/repository/works-alone.ts'
import type { Db } from '#server/platform/postgres/database.ts'

/** A unique index on `notifications.subject` allows the patient one request per appointment. */
export const ratingSubject = (appointmentId: string) => `rating:${appointmentId}`

export type ReviewableAppointment = {
  appointmentId: string
  patientId: string
  email: string
  startsAt: Date
  professionalName: string
  centerName: string
  worksAlone: boolean
}

/**
 * Completed appointments that ended in this period and that their patient may review, has not reviewed, and has not been
 * asked to review.
 */
export async function listToRequest(
  db: Db,
  { endedAfter, endedBefore, limit }: { endedAfter: Date; endedBefore: Date; limit: number },
): Promise<ReviewableAppointment[]> {
  const { rows } = await sql<ReviewableAppointment>`
    select appointments.id as "appointmentId", patient_id as "patientId", users.email, starts_at as "startsAt",
      professionals.full_name as "professionalName", center_profiles.center_name as "centerName",
      ${worksAlone('center_profiles')} as "worksAlone"
    from appointments
    join users on users.id = patient_id
    join professionals on professionals.id = appointments.professional_id
    join center_profiles on center_profiles.id = appointments.center_id
    where appointments.status = 'completed' and ends_at > ${endedAfter} and ends_at <= ${endedBefore}
      and (booked_by = 'patient' or accepted_at is not null)
      and not exists (select from reviews where reviews.appointment_id = appointments.id)
      and not exists (select from removed_reviews where removed_reviews.appointment_id = appointments.id)
      and not exists (
        select from notifications
        where notifications.user_id = patient_id and notifications.subject = 'rating:' || appointments.id)
    order by ends_at, appointments.id
    limit ${limit}`.execute(db)
  return rows
}
