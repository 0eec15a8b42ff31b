import { type RawBuilder, sql } from 'kysely'
import type { RecordReader } from '#contract/clinical-records.ts'
import { worksAlone } from '#server/features/centers/repository/works-alone.ts'
import { newId } from '#server/platform/ids.ts'
import { alphabetical } from '#server/platform/postgres/alphabetical.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import type { Grounds } from '../clinical-records.policy.ts'

type Reader = { attendeeId: string; professionalId: string; readerId: string }
export type ConsentDecision = 'requested' | 'given' | 'declined' | 'withdrawn'

/** What applies between the person and this reader now. A decision ends with the membership of the account that it is about. */
export function findDecision(
  db: Db | Tx,
  { attendeeId, professionalId, readerId }: Reader,
): Promise<{ decision: ConsentDecision; decidedAt: Date } | undefined> {
  return db
    .selectFrom('clinical_record_consents')
    .where('attendee_id', '=', attendeeId)
    .where('professional_id', '=', professionalId)
    .where('reader_id', '=', readerId)
    .where(sql<boolean>`exists (
      select from acting_accounts acting
      where professional_id = ${professionalId} and account_id = ${readerId} and ${isSince(sql`decided_at`)})`)
    .orderBy('decided_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .select(['decision', 'decided_at as decidedAt'])
    .$narrowType<{ decision: ConsentDecision }>()
    .executeTakeFirst()
}

/**
 * Whether a decision at `decidedAt` about the account `acting` belongs to this membership, as in reads_records_of().
 */
const isSince = (decidedAt: RawBuilder<unknown>) => sql`(acting.is_owner or ${decidedAt} >= acting.works_since)`

/** What keeps the centre from asking the patient, whichever of its professionals would ask. */
export async function findRequestsOfCenter(
  tx: Tx,
  { patientId, centerId, since }: { patientId: string; centerId: string; since: Date },
): Promise<{ isBlocked: boolean; isWaiting: boolean }> {
  const { rows } = await sql<{ isBlocked: boolean; isWaiting: boolean }>`
    select
      exists (
        select from conversations
        where patient_id = ${patientId} and center_id = ${centerId} and patient_blocked_at is not null) as "isBlocked",
      exists (
        select from clinical_record_consents c
        join professionals p on p.id = c.professional_id and p.center_id = ${centerId}
        left join acting_accounts acting on acting.professional_id = p.id and acting.account_id = c.reader_id
        where c.patient_id = ${patientId} and c.decision = 'requested'
          and (c.decided_at > ${since} or p.is_active and ${isSince(sql`c.decided_at`)} and not exists (
            select from clinical_record_consents later
            where later.attendee_id = c.attendee_id and later.professional_id = c.professional_id
              and later.reader_id = c.reader_id and (later.decided_at, later.id) > (c.decided_at, c.id)))) as "isWaiting"`.execute(
    tx,
  )
  const [found] = rows
  if (!found) throw new Error('a select without a table returns one row')
  return found
}

type NewDecision = {
  patientId: string
  dependantId: string | null
  professionalId: string
  readerId: string
  decision: ConsentDecision
  now: Date
}

export async function insertDecision(tx: Tx, { now, ...row }: NewDecision): Promise<void> {
  await tx
    .insertInto('clinical_record_consents')
    .values({
      id: newId(),
      patient_id: row.patientId,
      dependant_id: row.dependantId,
      professional_id: row.professionalId,
      reader_id: row.readerId,
      decision: row.decision,
      decided_by: row.decision === 'requested' ? row.readerId : row.patientId,
      decided_at: now,
    })
    .execute()
}

export type ReaderRow = Omit<RecordReader, 'status' | 'since' | 'worksSince' | 'can'> & {
  worksSince: Date
  centerId: string
  attendeeId: string
  grounds: Grounds
  decision: ConsentDecision | null
  decidedAt: Date | null
  mayConsent: boolean
}

const maxReaders = 300

/**
 * The accounts that read a record of the patient or a dependant; those of the active professionals at the centres where one of
 * them has a record, and those that have asked for consent, which could read it with a consent; and those that have one. Each
 * with what applies now; by the person, and then by the professional's name. An appointment counts whatever became of it, because
 * its record stays.
 */
export async function listReaders(db: Db | Tx, { patientId }: { patientId: string }): Promise<ReaderRow[]> {
  const { rows } = await sql<ReaderRow>`
    select people.dependant_id as "dependantId", coalesce(d.full_name, profiles.full_name) as "personName",
      people.attendee_id as "attendeeId", p.id as "professionalId", p.full_name as "professionalName",
      c.center_name as "centerName", ${worksAlone('c')} as "worksAlone", c.id as "centerId", acting.account_id as "readerId", accounts.full_name as "readerName",
      acting.works_since as "worksSince",
      reads_records_of(acting.account_id, p.id, people.attendee_id) as grounds,
      latest.decision, latest.decided_at as "decidedAt", may_consent as "mayConsent"
    from (
      select attendee_id, dependant_id, patient_id, center_id, bool_or(exists (
          select from clinical_record_versions v where v.appointment_id = appointments.id)) as is_recorded
      from appointments
      where patient_id = ${patientId} and status <> 'held'
      group by attendee_id, dependant_id, patient_id, center_id) as people
    join profiles on profiles.id = people.patient_id
    left join dependants d on d.id = people.dependant_id
    join center_profiles c on c.id = people.center_id
    join acting_accounts acting on acting.center_id = c.id
    join professionals p on p.id = acting.professional_id
    join profiles accounts on accounts.id = acting.account_id
    cross join lateral (
      select acting.is_active and acting.is_linked and acts_in_records_from(acting.account_id, p.id) is not null as may_consent
    ) as abilities
    left join lateral (
      select decision, decided_at from clinical_record_consents
      where attendee_id = people.attendee_id and professional_id = p.id and reader_id = acting.account_id
        and ${isSince(sql`decided_at`)}
      order by decided_at desc, id desc limit 1) as latest on true
    where may_consent and (people.is_recorded or latest.decision is not null) or latest.decision = 'given'
      or reads_own_records_of(acting.account_id, p.id, people.attendee_id)
    order by people.dependant_id is not null, ${alphabetical(sql`coalesce(d.full_name, profiles.full_name)`)},
      ${alphabetical('p.full_name')}, p.id, acting.account_id
    limit ${maxReaders}`.execute(db)
  return rows
}

/** Deletes the decisions about each person of the account who has no clinical record; a record keeps them as evidence. */
export async function deleteUnrecorded(tx: Tx, { patientId }: { patientId: string }): Promise<void> {
  await tx
    .deleteFrom('clinical_record_consents')
    .where('patient_id', '=', patientId)
    .where(sql<boolean>`not has_clinical_record(attendee_id)`)
    .execute()
}

/** The consents of the patient that were not withdrawn since, whatever became of the professional and the account. */
export async function listGiven(
  tx: Tx,
  {
    patientId,
    ...only
  }: { patientId: string; professionalId?: string; readerId?: string; dependantId?: string | null },
): Promise<{ professionalId: string; dependantId: string | null; readerId: string }[]> {
  const latest = tx
    .selectFrom('clinical_record_consents')
    .where('patient_id', '=', patientId)
    .distinctOn(['attendee_id', 'professional_id', 'reader_id'])
    .orderBy('attendee_id')
    .orderBy('professional_id')
    .orderBy('reader_id')
    .orderBy('decided_at', 'desc')
    .orderBy('id', 'desc')
    .select(['professional_id as professionalId', 'dependant_id as dependantId', 'reader_id as readerId', 'decision'])
  const rows = await tx
    .selectFrom(latest.as('latest'))
    .select(['professionalId', 'dependantId', 'readerId'])
    .where('decision', '=', 'given')
    .execute()
  return rows.filter(
    ({ professionalId, readerId, dependantId }) =>
      (only.professionalId ?? professionalId) === professionalId &&
      (only.readerId ?? readerId) === readerId &&
      (only.dependantId === undefined || only.dependantId === dependantId),
  )
}

/** An account that acted as a professional and about which the patient once decided, whatever became of the professional and the account. */
export function findFormerReader(
  tx: Tx,
  {
    patientId,
    professionalId,
    readerId,
    dependantId,
  }: { patientId: string; professionalId: string; readerId: string; dependantId: string | null },
) {
  return tx
    .selectFrom('clinical_record_consents')
    .innerJoin('professionals', 'professionals.id', 'clinical_record_consents.professional_id')
    .innerJoin('center_profiles', 'center_profiles.id', 'professionals.center_id')
    .innerJoin('profiles', 'profiles.id', 'clinical_record_consents.patient_id')
    .innerJoin('profiles as accounts', 'accounts.id', 'clinical_record_consents.reader_id')
    .leftJoin('dependants', 'dependants.id', 'clinical_record_consents.dependant_id')
    .where('patient_id', '=', patientId)
    .where('professional_id', '=', professionalId)
    .where('reader_id', '=', readerId)
    .where('clinical_record_consents.dependant_id', 'is not distinct from', dependantId)
    .limit(1)
    .select([
      'professionals.id as professionalId',
      'professionals.full_name as professionalName',
      'accounts.id as readerId',
      'accounts.full_name as readerName',
      'center_profiles.center_name as centerName',
      'clinical_record_consents.dependant_id as dependantId',
    ])
    .select(worksAlone('center_profiles').as('worksAlone'))
    .select((eb) => eb.fn.coalesce('dependants.full_name', 'profiles.full_name').as('personName'))
    .executeTakeFirst()
}

/** Every request to the account and its decisions, for the data export; the oldest first. */
export function listDecisions(db: Db | Tx, { patientId }: { patientId: string }) {
  return db
    .selectFrom('clinical_record_consents')
    .innerJoin('professionals', 'professionals.id', 'clinical_record_consents.professional_id')
    .innerJoin('center_profiles', 'center_profiles.id', 'professionals.center_id')
    .innerJoin('profiles', 'profiles.id', 'clinical_record_consents.patient_id')
    .innerJoin('profiles as accounts', 'accounts.id', 'clinical_record_consents.reader_id')
    .leftJoin('dependants', 'dependants.id', 'clinical_record_consents.dependant_id')
    .where('clinical_record_consents.patient_id', '=', patientId)
    .orderBy('decided_at')
    .orderBy('clinical_record_consents.id')
    .select([
      'clinical_record_consents.id',
      'decision',
      'decided_at as decidedAt',
      'professionals.full_name as professionalName',
      'accounts.full_name as readerName',
      'center_profiles.center_name as centerName',
    ])
    .select((eb) => eb.fn.coalesce('dependants.full_name', 'profiles.full_name').as('personName'))
    .$narrowType<{ decision: ConsentDecision }>()
    .execute()
}
