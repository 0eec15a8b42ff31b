import { sql } from 'kysely'
import { worksAlone } from '#server/features/centers/repository/works-alone.ts'
import type { Position } from '#server/platform/cursor.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'

type OfPatient = { patientId: string }

/** The appointments of the account that have a record, newest first. */
export async function listRecorded(
  db: Db | Tx,
  { patientId, limit }: OfPatient & { limit: number },
): Promise<{ appointmentId: string; dependantId: string | null; name: string | null }[]> {
  return recordedAppointments(db, { patientId })
    .leftJoin('dependants', 'dependants.id', 'appointments.dependant_id')
    .leftJoin('profiles', 'profiles.id', 'appointments.patient_id')
    .select(['appointments.id as appointmentId', 'appointments.dependant_id as dependantId'])
    .select((eb) => eb.fn.coalesce('dependants.full_name', 'profiles.full_name').as('name'))
    .orderBy('appointments.starts_at', 'desc')
    .orderBy('appointments.id')
    .limit(limit)
    .execute()
}

function recordedAppointments(db: Db | Tx, { patientId }: OfPatient) {
  return db
    .selectFrom('appointments')
    .where('appointments.patient_id', '=', patientId)
    .where('appointments.status', '!=', sql.lit('held'))
    .where(sql<boolean>`exists (select from clinical_record_versions where appointment_id = appointments.id)`)
}

/** A page of an export, oldest first. `dependantId` null: only the account's owner; undefined: the owner and all dependants. */
export function listToExport(
  db: Db | Tx,
  {
    patientId,
    dependantId,
    after,
    limit,
  }: OfPatient & { dependantId: string | null | undefined; after: Position | undefined; limit: number },
) {
  return recordedAppointments(db, { patientId })
    .innerJoin('services', 'services.id', 'appointments.service_id')
    .innerJoin('professionals', 'professionals.id', 'appointments.professional_id')
    .innerJoin('center_profiles', 'center_profiles.id', 'appointments.center_id')
    .leftJoin('dependants', 'dependants.id', 'appointments.dependant_id')
    .leftJoin('profiles', 'profiles.id', 'appointments.patient_id')
    .$if(dependantId === null, (query) => query.where('appointments.dependant_id', 'is', null))
    .$if(typeof dependantId === 'string', (query) => query.where('appointments.dependant_id', '=', dependantId ?? ''))
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(appointments.starts_at, appointments.id) > (${after?.at}::timestamptz, ${after?.id}::uuid)`,
      ),
    )
    .select([
      'appointments.id as appointmentId',
      'services.name as serviceName',
      'professionals.full_name as professionalName',
      'professionals.registration_number as registrationNumber',
      'center_profiles.center_name as centerName',
      'dependants.birth_date as attendeeBirthDate',
    ])
    .select(worksAlone('center_profiles').as('worksAlone'))
    .select(sql<Date>`appointments.starts_at`.as('startsAt'))
    .select((eb) => eb.fn.coalesce('dependants.full_name', 'profiles.full_name').as('attendeeName'))
    .orderBy('appointments.starts_at')
    .orderBy('appointments.id')
    .limit(limit)
    .execute()
}

export async function findHolder(
  db: Db | Tx,
  { patientId, dependantId }: OfPatient & { dependantId: string | null },
): Promise<{ name: string; birthDate: string | null } | undefined> {
  if (dependantId === null) {
    return db
      .selectFrom('profiles')
      .where('id', '=', patientId)
      .select('full_name as name')
      .select(sql<null>`null`.as('birthDate'))
      .executeTakeFirst()
  }
  return db
    .selectFrom('dependants')
    .where('id', '=', dependantId)
    .where('guardian_id', '=', patientId)
    .select(['full_name as name', 'birth_date as birthDate'])
    .executeTakeFirst()
}
