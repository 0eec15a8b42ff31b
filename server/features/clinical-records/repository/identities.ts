import { sql } from 'kysely'
import type { Sealed } from '#server/platform/key-ring.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import type { Identity, IdentityRow } from '../rules/sealing.ts'
import type { GuestsOf } from './private-notes.ts'
import { identityColumns } from './sealed-rows.ts'

export async function listIdentities(
  tx: Tx,
  { patientId }: { patientId: string },
): Promise<(Identity & { attendeeId: string })[]> {
  const { rows } = await sql<Identity & { attendeeId: string }>`
    select a.attendee_id as "attendeeId", coalesce(d.full_name, p.full_name) as "fullName", p.email, p.phone,
      to_char(d.birth_date, 'YYYY-MM-DD') as "birthDate", d.relation,
      case when d.id is not null then p.full_name end as "guardianName"
    from (
      select distinct attendee_id, dependant_id, patient_id from appointments
      where patient_id = ${patientId}
        and exists (select from clinical_record_versions where appointment_id = appointments.id)) as a
    join profiles p on p.id = a.patient_id
    left join dependants d on d.id = a.dependant_id
    order by a.attendee_id`.execute(tx)
  return rows
}

/** The guests of a centre with a clinical record whose data is about to be removed. */
export async function listIdentitiesOfGuests(
  tx: Tx,
  { centerId, guestId }: GuestsOf,
): Promise<(Identity & { attendeeId: string })[]> {
  const { rows } = await sql<Identity & { attendeeId: string }>`
    select id as "attendeeId", full_name as "fullName", email, nullif(phone, '') as phone,
      to_char(birth_date, 'YYYY-MM-DD') as "birthDate", null as relation, null as "guardianName"
    from guests
    where center_id = ${centerId} and id = coalesce(${guestId}::uuid, id) and removed_at is null
      and exists (
        select from appointments join clinical_record_versions on clinical_record_versions.appointment_id = appointments.id
        where appointments.guest_id = guests.id)
    order by id`.execute(tx)
  return rows
}

/** How many people of an account have a clinical record, and of how many appointments the account itself wrote one. */
export async function countRecords(
  db: Db | Tx,
  { userId }: { userId: string },
): Promise<{ people: number; written: number }> {
  const { rows } = await sql<{ people: number; written: number }>`
    select
      (select count(distinct attendee_id)::int from appointments where patient_id = ${userId}
        and exists (select from clinical_record_versions where appointment_id = appointments.id)) as people,
      (select count(distinct appointment_id)::int from clinical_record_versions where author_id = ${userId}) as written`.execute(
    db,
  )
  return rows[0] ?? { people: 0, written: 0 }
}

export async function insertIdentity(tx: Tx, row: IdentityRow & Sealed): Promise<void> {
  await tx
    .insertInto('clinical_record_identities')
    .values({
      attendee_id: row.attendeeId,
      patient_id: row.patientId,
      closed_at: row.closedAt,
      keep_until: row.keepUntil,
      key_id: row.keyId,
      nonce: row.nonce,
      sealed: row.sealed,
    })
    .execute()
}

export function findIdentity(
  db: Db | Tx,
  { attendeeId }: { attendeeId: string },
): Promise<(IdentityRow & Sealed) | undefined> {
  return db
    .selectFrom('clinical_record_identities')
    .where('attendee_id', '=', attendeeId)
    .select(identityColumns)
    .executeTakeFirst()
}

export async function listExpired(db: Db, { now, limit }: { now: Date; limit: number }): Promise<string[]> {
  const rows = await db
    .selectFrom('clinical_record_identities')
    .where('keep_until', '<=', now)
    .orderBy('keep_until')
    .limit(limit)
    .select('attendee_id')
    .execute()
  return rows.map((row) => row.attendee_id)
}

/** Locks those of the listed people whose legal term has ended. @returns their ids */
export async function lockExpired(
  tx: Tx,
  { attendeeIds, now }: { attendeeIds: readonly string[]; now: Date },
): Promise<string[]> {
  const rows = await tx
    .selectFrom('clinical_record_identities')
    .where('attendee_id', 'in', attendeeIds)
    .where('keep_until', '<=', now)
    .orderBy('attendee_id')
    .select('attendee_id')
    .forUpdate()
    .execute()
  return rows.map((row) => row.attendee_id)
}

/** Deletes the records of these people and the accesses to them. The identities go last, because the triggers require them. */
export async function deleteRecordsOf(tx: Tx, { attendeeIds }: { attendeeIds: readonly string[] }): Promise<void> {
  const appointments = sql`select id from appointments where attendee_id = any(${attendeeIds}::uuid[])`
  await sql`delete from clinical_record_accesses where appointment_id in (${appointments})`.execute(tx)
  await sql`delete from clinical_record_versions where appointment_id in (${appointments})`.execute(tx)
  await sql`delete from clinical_record_consents where attendee_id = any(${attendeeIds}::uuid[])`.execute(tx)
  await sql`delete from clinical_record_identities where attendee_id = any(${attendeeIds}::uuid[])`.execute(tx)
}
