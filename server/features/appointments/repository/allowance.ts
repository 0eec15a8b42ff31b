import { sql } from 'kysely'
import { literals } from '#server/platform/postgres/any-of.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import type { Booked } from '../rules/allowance.ts'

/** The upcoming appointments of each attendee of the account, without those that the desk booked. Attendees who have none are absent. */
export async function listBooked(
  db: Db | Tx,
  { patientId, professionalId, now }: { patientId: string; professionalId: string; now: Date },
): Promise<Booked[]> {
  return db
    .selectFrom('appointments')
    .where('patient_id', '=', patientId)
    .where('booked_by', '=', 'patient')
    .where('status', 'in', literals(['pending', 'confirmed']))
    .where(sql<boolean>`ends_at > ${now}`)
    .groupBy('attendee_id')
    .select((eb) => [
      sql<string>`attendee_id`.as('attendeeId'),
      eb.fn.countAll<number>().as('upcoming'),
      eb.fn.countAll<number>().filterWhere('professional_id', '=', professionalId).as('withProfessional'),
    ])
    .execute()
}

/** The professional of a service, and the centre to call instead of booking it here. */
export async function findCenterToCall(
  db: Db | Tx,
  { serviceId }: { serviceId: string },
): Promise<{ professionalId: string; centerName: string; phone: string | null } | undefined> {
  return db
    .selectFrom('services')
    .innerJoin('center_profiles', 'center_profiles.id', 'services.center_id')
    .where('services.id', '=', serviceId)
    .select(['services.professional_id as professionalId', 'center_name as centerName', 'center_profiles.phone'])
    .executeTakeFirst()
}
