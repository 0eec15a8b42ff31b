import { sql } from 'kysely'
import type { Sealed } from '#server/platform/key-ring.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import type { NoteKind, resealVersion as reseal, SealedPerson } from '../rules/sealing.ts'

export const versionColumns = [
  'clinical_record_versions.id',
  'appointment_id as appointmentId',
  'version',
  'author_id as authorId',
  'professional_id as professionalId',
  'written_at as writtenAt',
  'key_id as keyId',
  'nonce',
  'sealed',
  'person_nonce as personNonce',
  'person_sealed as personSealed',
] as const

export const identityColumns = [
  'attendee_id as attendeeId',
  'patient_id as patientId',
  'closed_at as closedAt',
  'keep_until as keepUntil',
  'key_id as keyId',
  'nonce',
  'sealed',
] as const

export const noteColumns = [
  'clinical_private_notes.id',
  'appointment_id as appointmentId',
  'author_id as authorId',
  'clinical_private_notes.professional_id as professionalId',
  'kind',
  'version',
  'started_at as startedAt',
  'saved_at as savedAt',
  'key_id as keyId',
  'nonce',
  'sealed',
] as const

export async function countByKey(db: Db | Tx): Promise<{ keyId: string; rows: number }[]> {
  const { rows } = await sql<{ keyId: string; rows: number }>`
    select key_id as "keyId", count(*)::int as rows
    from (
      select key_id from clinical_record_versions
      union all select key_id from clinical_record_identities
      union all select key_id from clinical_private_notes) as sealed
    group by key_id order by key_id`.execute(db)
  return rows
}

type OfKey = { keyId: string; limit: number }

/** Locks the rows and skips those that another rotation has locked. */
export function lockVersionsOfKey(tx: Tx, { keyId, limit }: OfKey) {
  return versionsOfKey(tx, { keyId, limit }).forUpdate().skipLocked().execute()
}

export function lockIdentitiesOfKey(tx: Tx, { keyId, limit }: OfKey) {
  return identitiesOfKey(tx, { keyId, limit }).forUpdate().skipLocked().execute()
}

export function lockNotesOfKey(tx: Tx, { keyId, limit }: OfKey) {
  return notesOfKey(tx, { keyId, limit }).forUpdate().skipLocked().execute()
}

/** One row of each table that the key has encrypted. */
export async function findOneOfKey(db: Db | Tx, { keyId }: { keyId: string }) {
  return {
    version: await versionsOfKey(db, { keyId, limit: 1 }).executeTakeFirst(),
    identity: await identitiesOfKey(db, { keyId, limit: 1 }).executeTakeFirst(),
    note: await notesOfKey(db, { keyId, limit: 1 }).executeTakeFirst(),
  }
}

function versionsOfKey(db: Db | Tx, { keyId, limit }: OfKey) {
  return db
    .selectFrom('clinical_record_versions')
    .where('key_id', '=', keyId)
    .orderBy('id')
    .limit(limit)
    .select(versionColumns)
}

function identitiesOfKey(db: Db | Tx, { keyId, limit }: OfKey) {
  return db
    .selectFrom('clinical_record_identities')
    .where('key_id', '=', keyId)
    .orderBy('attendee_id')
    .limit(limit)
    .select(identityColumns)
}

function notesOfKey(db: Db | Tx, { keyId, limit }: OfKey) {
  return db
    .selectFrom('clinical_private_notes')
    .where('key_id', '=', keyId)
    .orderBy('id')
    .limit(limit)
    .select(noteColumns)
    .$narrowType<{ kind: NoteKind }>()
}

export async function resealVersion(tx: Tx, row: ReturnType<typeof reseal> & { id: string }): Promise<void> {
  const person = { person_nonce: row.personNonce, person_sealed: row.personSealed }
  await tx
    .updateTable('clinical_record_versions')
    .set({ key_id: row.keyId, nonce: row.nonce, sealed: row.sealed, ...person })
    .where('id', '=', row.id)
    .execute()
}

export function lockVersionsWithoutPerson(tx: Tx, { attendeeId }: { attendeeId: string }) {
  return tx
    .selectFrom('clinical_record_versions')
    .where('person_sealed', 'is', null)
    .where('appointment_id', 'in', (eb) =>
      eb.selectFrom('appointments').where('attendee_id', '=', attendeeId).select('appointments.id'),
    )
    .orderBy('id')
    .select(versionColumns)
    .forUpdate()
    .execute()
}

export async function addPerson(tx: Tx, row: SealedPerson & { id: string }): Promise<void> {
  await tx
    .updateTable('clinical_record_versions')
    .set({ person_nonce: row.personNonce, person_sealed: row.personSealed })
    .where('id', '=', row.id)
    .execute()
}

export async function resealIdentity(
  tx: Tx,
  { attendeeId, keyId, nonce, sealed }: Sealed & { attendeeId: string },
): Promise<void> {
  await tx
    .updateTable('clinical_record_identities')
    .set({ key_id: keyId, nonce, sealed })
    .where('attendee_id', '=', attendeeId)
    .execute()
}

export async function resealNote(tx: Tx, { id, keyId, nonce, sealed }: Sealed & { id: string }): Promise<void> {
  await tx.updateTable('clinical_private_notes').set({ key_id: keyId, nonce, sealed }).where('id', '=', id).execute()
}
