import { sql } from 'kysely'
import type { Sealed } from '#server/platform/key-ring.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'

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

export async function countByKey(db: Db | Tx): Promise<{ keyId: string; rows: number }[]> {
  const { rows } = await sql<{ keyId: string; rows: number }>`
    select key_id as "keyId", count(*)::int as rows
    from (select key_id from clinical_record_versions union all select key_id from clinical_record_identities) as sealed
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

/** A row of either table that the key has encrypted. */
export async function findOneOfKey(db: Db | Tx, { keyId }: { keyId: string }) {
  const version = await versionsOfKey(db, { keyId, limit: 1 }).executeTakeFirst()
  return { version, identity: version ? undefined : await identitiesOfKey(db, { keyId, limit: 1 }).executeTakeFirst() }
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

export async function resealVersion(tx: Tx, { id, keyId, nonce, sealed }: Sealed & { id: string }): Promise<void> {
  await tx.updateTable('clinical_record_versions').set({ key_id: keyId, nonce, sealed }).where('id', '=', id).execute()
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
