import { sql } from 'kysely'
import { builtOnce } from '#server/platform/postgres/built-query.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import type { AttendeeBookings } from '../rules/allowance.ts'

export type AllowanceUse = {
  /** The centre to call instead of booking here. */
  centerName: string
  phone: string | null
  /** Whether the account that books has verified its e-mail address. */
  isVerified: boolean
  /** The account and its dependants. */
  attendeeIds: string[]
  /** The upcoming appointments of each attendee, without those that the desk booked. Attendees who have none are absent. */
  booked: AttendeeBookings[]
  /** The attendees with a completed appointment at the centre. */
  attendedIds: string[]
  /** Whether the centre blocked the account in their conversation. */
  isBlocked: boolean
}

export type BookedService = { serviceId: string } | { appointmentId: string }

export async function findAllowanceUse(
  db: Db | Tx,
  { patientId, now, ...booked }: BookedService & { patientId: string; now: Date },
): Promise<AllowanceUse | undefined> {
  const serviceId = 'serviceId' in booked ? booked.serviceId : null
  const appointmentId = 'appointmentId' in booked ? booked.appointmentId : null
  const [use] = await allowanceUse(db, { patientId, serviceId, appointmentId, now })
  return use
}

type AllowanceQuery = { patientId: string; serviceId: string | null; appointmentId: string | null; now: Date }

const allowanceUse = builtOnce(
  (_, { patientId, serviceId, appointmentId, now }: AllowanceQuery) => sql<AllowanceUse>`
    select center_name as "centerName", center_profiles.phone,
      exists (select from users where id = ${patientId} and email_verified_at is not null) as "isVerified",
      ${patientId}::uuid || array(
        select id from dependants where guardian_id = ${patientId} and removed_at is null) as "attendeeIds",
      coalesce((
        select json_agg(json_build_object(
          'attendeeId', attendee_id, 'upcoming', upcoming, 'withProfessional', with_professional))
        from (
          select attendee_id, count(*) as upcoming,
            count(*) filter (where professional_id = services.professional_id) as with_professional
          from appointments
          where patient_id = ${patientId} and booked_by = 'patient' and status in ('pending', 'confirmed')
            and ends_at > ${now}
          group by attendee_id) as counted), '[]') as booked,
      array(select distinct attendee_id from appointments
        where patient_id = ${patientId} and appointments.center_id = services.center_id and status = 'completed'
      ) as "attendedIds",
      exists (select from conversations where patient_id = ${patientId} and conversations.center_id = services.center_id
        and center_blocked_at is not null) as "isBlocked"
    from services join center_profiles on center_profiles.id = services.center_id
    where services.id = coalesce(${serviceId}::uuid,
      (select service_id from appointments where id = ${appointmentId}::uuid))`,
)
