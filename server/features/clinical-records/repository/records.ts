import { sql } from 'kysely'
import type { AppointmentStatus } from '#contract/appointments.ts'
import { worksAlone } from '#server/features/centers/repository/works-alone.ts'
import type { Position } from '#server/platform/cursor.ts'
import type { Sealed } from '#server/platform/key-ring.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { anyOf } from '#server/platform/postgres/lists.ts'
import type { SealedPerson, VersionRow } from '../rules/sealing.ts'
import { versionColumns } from './sealed-rows.ts'

export type ProfessionalFacts = {
  /** Since which start the account reads the records of its own appointments; null: all of them. */
  actsFrom: Date | null
  /** Whether the account is linked to the professional; an owner works as the centre's only one without that. */
  isLinked: boolean
}

/** Undefined for an account that reads no record as this professional; the database decides it for the access log, too. */
export async function findProfessionalFacts(
  db: Db | Tx,
  { userId, professionalId }: { userId: string; professionalId: string },
): Promise<ProfessionalFacts | undefined> {
  const { rows } = await sql<ProfessionalFacts>`
    select nullif(acts_from, '-infinity') as "actsFrom", is_linked as "isLinked"
    from acting_accounts, acts_in_records_from(account_id, professional_id) as acts_from
    where account_id = ${userId} and professional_id = ${professionalId} and acts_from is not null`.execute(db)
  return rows[0]
}

export async function findProfessionalName(
  db: Db | Tx,
  { professionalId }: { professionalId: string },
): Promise<string> {
  const row = await db
    .selectFrom('professionals')
    .where('id', '=', professionalId)
    .select('full_name as name')
    .executeTakeFirstOrThrow()
  return row.name
}

/** The account that acts as a professional: its own name, and since when it works at the centre. */
export function findAccount(
  db: Db | Tx,
  { userId, centerId }: { userId: string; centerId: string },
): Promise<{ accountName: string; worksSince: Date }> {
  return db
    .selectFrom('center_members')
    .innerJoin('profiles', 'profiles.id', 'center_members.user_id')
    .where('center_members.user_id', '=', userId)
    .where('center_members.center_id', '=', centerId)
    .select(['profiles.full_name as accountName', 'center_members.created_at as worksSince'])
    .executeTakeFirstOrThrow()
}

export type AppointmentFacts = {
  appointmentId: string
  centerId: string
  professionalId: string
  patientId: string | null
  guestId: string | null
  attendeeId: string | null
  status: AppointmentStatus
  startsAt: Date
  /** Whether the patient has an account; false for a guest and once the account is deleted. */
  hasAccount: boolean
  /** Whether the person can be written about: one with an account, or a guest whose data was not removed. */
  takesNotes: boolean
  /** Whether the patient booked the appointment with this professional, or accepted it. */
  isAgreed: boolean
  serviceName: string
  professionalName: string
  centerName: string
  worksAlone: boolean
  attendeeName: string | null
  /** Null for whom no birth date is known. */
  attendeeBirthDate: string | null
}

function appointmentFacts(db: Db | Tx) {
  return db
    .selectFrom('appointments')
    .innerJoin('services', 'services.id', 'appointments.service_id')
    .innerJoin('professionals', 'professionals.id', 'appointments.professional_id')
    .innerJoin('center_profiles', 'center_profiles.id', 'appointments.center_id')
    .leftJoin('profiles', 'profiles.id', 'appointments.patient_id')
    .leftJoin('dependants', 'dependants.id', 'appointments.dependant_id')
    .leftJoin('guests', 'guests.id', 'appointments.guest_id')
    .select([
      'appointments.id as appointmentId',
      'appointments.center_id as centerId',
      'appointments.professional_id as professionalId',
      'appointments.patient_id as patientId',
      'appointments.guest_id as guestId',
      'appointments.attendee_id as attendeeId',
      'appointments.status',
      'services.name as serviceName',
      'professionals.full_name as professionalName',
      'center_profiles.center_name as centerName',
    ])
    .select((eb) => eb.fn.coalesce('dependants.birth_date', 'guests.birth_date').as('attendeeBirthDate'))
    .select(worksAlone('center_profiles').as('worksAlone'))
    .select(sql<Date>`appointments.starts_at`.as('startsAt'))
    .select(sql<boolean>`coalesce(profiles.status <> 'deleted', false)`.as('hasAccount'))
    .select(sql<boolean>`coalesce(profiles.status <> 'deleted', guests.removed_at is null)`.as('takesNotes'))
    .select(sql<boolean>`coalesce(agreed_professional_id = appointments.professional_id, false)`.as('isAgreed'))
    .select((eb) => eb.fn.coalesce('dependants.full_name', 'profiles.full_name', 'guests.full_name').as('attendeeName'))
    .$narrowType<{ status: AppointmentStatus }>()
}

type OfCenter = { centerId: string; appointmentId: string }

export function findOfCenter(
  db: Db | Tx,
  { centerId, appointmentId }: OfCenter,
): Promise<AppointmentFacts | undefined> {
  return appointmentFacts(db)
    .where('appointments.id', '=', appointmentId)
    .where('appointments.center_id', '=', centerId)
    .where('appointments.status', '!=', sql.lit('held'))
    .executeTakeFirst()
}

type OfPatient = { patientId: string; appointmentId: string }

export function findOfPatient(db: Db | Tx, input: OfPatient): Promise<AppointmentFacts | undefined> {
  return appointmentFacts(db)
    .where('appointments.id', '=', input.appointmentId)
    .where('appointments.patient_id', '=', input.patientId)
    .where(hasRecord)
    .executeTakeFirst()
}

const hasRecord = sql<boolean>`exists (
  select from clinical_record_versions where clinical_record_versions.appointment_id = appointments.id)`

type ToWrite = Pick<AppointmentFacts, 'appointmentId' | 'patientId' | 'guestId'>

/** Locks the patient's account or the guest against their deletion, and then the appointment, in the order of the locking protocol. */
export async function lockForWriting(tx: Tx, { patientId, guestId, appointmentId }: ToWrite): Promise<void> {
  await tx.selectFrom('profiles').where('id', '=', patientId).select('id').forShare().execute()
  await tx.selectFrom('guests').where('id', '=', guestId).select('id').forShare().execute()
  await tx.selectFrom('appointments').where('id', '=', appointmentId).select('id').forUpdate().execute()
}

type Reader = { userId: string; professionalId: string; attendeeId: string }

/**
 * Why the member, as this professional, reads the records of the attendee's other appointments at the centre; null when they
 * do not. The database decides, and refuses the access log of any other reason.
 */
export async function findGrounds(db: Db | Tx, reader: Reader): Promise<'continuity' | 'consent' | null> {
  const { rows } = await sql<{ grounds: 'continuity' | 'consent' | null }>`
    select reads_records_of(${reader.userId}, ${reader.professionalId}, ${reader.attendeeId}) as grounds`.execute(db)
  return rows[0]?.grounds ?? null
}

type OtherAppointments = OfCenter & {
  attendeeId: string
  /** The caller as this professional, whose own appointments since then they read. */
  own: { authorId: string; professionalId: string; since: Date | null }
  /** Whether the caller also reads what others recorded. */
  readsAll: boolean
  after: Position | undefined
  limit: number
}

/** The attendee's other appointments at the centre that the caller reads something about, newest first. */
export function listOthers(
  db: Db | Tx,
  { centerId, attendeeId, appointmentId, own, readsAll, ...page }: OtherAppointments,
) {
  const { after, limit } = page
  const isOwn = sql<boolean>`(appointments.professional_id = ${own.professionalId}
    and appointments.starts_at >= coalesce(${own.since}::timestamptz, '-infinity'))`
  const isNoted = sql<boolean>`exists (
    select from clinical_private_notes n
    where n.appointment_id = appointments.id and n.author_id = ${own.authorId} and n.kind = 'working_note')`
  let others = appointmentFacts(db)
    .where('appointments.center_id', '=', centerId)
    .where('appointments.attendee_id', '=', attendeeId)
    .where('appointments.id', '!=', appointmentId)
    .where('appointments.status', '!=', sql.lit('held'))
  if (readsAll) others = others.where(sql<boolean>`(${hasRecord} or ${isOwn} and ${isNoted})`)
  else others = others.where(sql<boolean>`${isOwn} and (${hasRecord} or ${isNoted})`)
  if (after) {
    others = others.where(
      sql<boolean>`(appointments.starts_at, appointments.id) < (${after.at}::timestamptz, ${after.id}::uuid)`,
    )
  }
  return others.orderBy('appointments.starts_at', 'desc').orderBy('appointments.id', 'desc').limit(limit).execute()
}

export type StoredVersion = VersionRow &
  Sealed & { authorName: string } & {
    [Key in keyof SealedPerson]: SealedPerson[Key] | null
  }

/** Oldest first. */
export function listVersions(
  db: Db | Tx,
  { appointmentIds }: { appointmentIds: readonly string[] },
): Promise<StoredVersion[]> {
  return db
    .selectFrom('clinical_record_versions')
    .innerJoin('professionals', 'professionals.id', 'clinical_record_versions.professional_id')
    .where('appointment_id', '=', anyOf(appointmentIds))
    .orderBy('appointment_id')
    .orderBy('version')
    .select([...versionColumns, 'professionals.full_name as authorName'])
    .execute()
}

/** The unique key on appointment and version refuses a second row with the same number. */
export async function insertVersion(tx: Tx, row: VersionRow & Sealed & Partial<SealedPerson>): Promise<void> {
  await tx
    .insertInto('clinical_record_versions')
    .values({
      id: row.id,
      appointment_id: row.appointmentId,
      version: row.version,
      author_id: row.authorId,
      professional_id: row.professionalId,
      written_at: row.writtenAt,
      key_id: row.keyId,
      nonce: row.nonce,
      sealed: row.sealed,
      person_nonce: row.personNonce ?? null,
      person_sealed: row.personSealed ?? null,
    })
    .execute()
}

/** The accounts that read a record of the attendee, at each centre that has one. */
export async function listReadersOfRecord(
  tx: Tx,
  { attendeeId }: { attendeeId: string },
): Promise<{ userId: string; centerId: string; patientId: string }[]> {
  const { rows } = await sql<{ userId: string; centerId: string; patientId: string }>`
    select distinct acting.account_id as "userId", appointments.center_id as "centerId", appointments.patient_id as "patientId"
    from appointments
    join acting_accounts acting on acting.center_id = appointments.center_id
    where appointments.attendee_id = ${attendeeId} and ${hasRecord}
      and (appointments.professional_id = acting.professional_id
          and appointments.starts_at >= acts_in_records_from(acting.account_id, acting.professional_id)
        or reads_records_of(acting.account_id, acting.professional_id, ${attendeeId}) is not null)`.execute(tx)
  return rows
}
