import { sql } from 'kysely'
import { openStatuses } from '#contract/appointments.ts'
import type { Span } from '#server/platform/local-time.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { anyOf, literals } from '#server/platform/postgres/lists.ts'

export type Upcoming = Span & { id: string; professionalId: string; professionalName: string; name: string }

/** The professionals' appointments that end after `now`, with the attendees' names; by start. */
export async function listUpcoming(
  db: Db | Tx,
  { professionalIds, now }: { professionalIds: readonly string[]; now: Date },
): Promise<Upcoming[]> {
  if (professionalIds.length === 0) return []
  return db
    .selectFrom('appointments')
    .innerJoin('professionals', 'professionals.id', 'appointments.professional_id')
    .leftJoin('profiles', 'profiles.id', 'appointments.patient_id')
    .leftJoin('dependants', 'dependants.id', 'appointments.dependant_id')
    .leftJoin('guests', 'guests.id', 'appointments.guest_id')
    .where('appointments.professional_id', '=', anyOf(professionalIds))
    .where('appointments.status', 'in', literals(openStatuses))
    .where(sql<boolean>`appointments.during && tstzrange(${now}, null)`)
    .orderBy('appointments.starts_at')
    .orderBy('appointments.id')
    .select([
      'appointments.id',
      'appointments.professional_id as professionalId',
      'professionals.full_name as professionalName',
      sql<Date>`appointments.starts_at`.as('startsAt'),
      sql<Date>`appointments.ends_at`.as('endsAt'),
      sql<string>`coalesce(dependants.full_name, profiles.full_name, guests.full_name, '')`.as('name'),
    ])
    .execute()
}

export async function countUpcoming(
  db: Db | Tx,
  { professionalId, now }: { professionalId: string; now: Date },
): Promise<number> {
  const row = await db
    .selectFrom('appointments')
    .where('professional_id', '=', professionalId)
    .where('status', 'in', literals(openStatuses))
    .where(sql<boolean>`during && tstzrange(${now}, null)`)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return row.count
}
