import { sql } from 'kysely'
import type { CheckType } from '#contract/check-types.ts'
import type { ComplianceCheck } from '#contract/compliance.ts'
import type { Position } from '#server/platform/cursor.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { anyOf } from '#server/platform/postgres/lists.ts'

export type NewCheck = {
  id: string
  centerId: string
  type: CheckType
  expiryDate: string | null
  file: { name: string; originalName: string } | undefined
  uploadedBy: string
  now: Date
}

export async function insertCheck(
  tx: Tx,
  { id, centerId, type, expiryDate, file, uploadedBy, now }: NewCheck,
): Promise<void> {
  await tx
    .insertInto('compliance_checks')
    .values({
      id,
      center_id: centerId,
      check_type: type,
      expiry_date: expiryDate,
      file_name: file?.name ?? null,
      original_name: file?.originalName ?? null,
      uploaded_by: file ? uploadedBy : null,
      created_at: now,
    })
    .execute()
}

/** Deletes checks that were announced or not reviewed yet, which a new document replaces. @returns the names of their files */
export async function deletePending(
  tx: Tx,
  { centerId, type }: { centerId: string; type: CheckType },
): Promise<string[]> {
  const rows = await tx
    .deleteFrom('compliance_checks')
    .where('center_id', '=', centerId)
    .where('check_type', '=', type)
    .where('status', '=', sql.lit('pending'))
    .returning('file_name')
    .execute()
  return rows.flatMap((row) => row.file_name ?? [])
}

export type CheckRow = Omit<ComplianceCheck, 'checkedAt' | 'createdAt'> & { checkedAt: Date | null; createdAt: Date }

/** Newest first. */
export async function listChecks(db: Db | Tx, { centerId }: { centerId: string }): Promise<CheckRow[]> {
  return db
    .selectFrom('compliance_checks')
    .where('center_id', '=', centerId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .select(['id', 'check_type as type', 'status', 'notes', 'original_name as fileName'])
    .select(['checked_at as checkedAt', 'created_at as createdAt'])
    .select('expiry_date as expiryDate')
    .$castTo<CheckRow>()
    .execute()
}

export async function findFile(db: Db, { checkId, centerId }: { centerId: string; checkId: string }) {
  return db
    .selectFrom('compliance_checks')
    .where('id', '=', checkId)
    .where('center_id', '=', centerId)
    .select(['file_name as name', 'original_name as originalName'])
    .executeTakeFirst()
}

/** Filters the files that rows name. */
export async function filterFileNames(db: Db, names: readonly string[]): Promise<ReadonlySet<string | null>> {
  const rows = await db
    .selectFrom('compliance_checks')
    .select('file_name')
    .where('file_name', '=', anyOf(names))
    .execute()
  return new Set(rows.map((row) => row.file_name))
}

/** @returns the names of their files. */
export async function deleteChecks(tx: Tx, { centerId }: { centerId: string }): Promise<string[]> {
  const rows = await tx
    .deleteFrom('compliance_checks')
    .where('center_id', '=', centerId)
    .returning('file_name')
    .execute()
  return rows.flatMap((row) => row.file_name ?? [])
}

/** Removes the person from the documents they uploaded or checked; the documents stay. */
export async function anonymizePerson(tx: Tx, { userId }: { userId: string }): Promise<void> {
  await tx.updateTable('compliance_checks').set({ uploaded_by: null }).where('uploaded_by', '=', userId).execute()
  await tx.updateTable('compliance_checks').set({ checked_by: null }).where('checked_by', '=', userId).execute()
}

/** Centres with a document that was approved and has lapsed since. `today`: YYYY-MM-DD; a document counts on its last day. */
export async function listLapsing(db: Db, { today }: { today: string }): Promise<string[]> {
  const rows = await db
    .selectFrom('compliance_checks')
    .where('status', '=', sql.lit('approved'))
    .where('expiry_date', '<', today)
    .select('center_id')
    .distinct()
    .execute()
  return rows.map((row) => row.center_id)
}

/** @returns the types without any approved document left. The caller has locked the centre. */
export async function expireChecks(
  tx: Tx,
  { centerId, today }: { centerId: string; today: string },
): Promise<string[]> {
  const expired = await tx
    .updateTable('compliance_checks')
    .set({ status: 'expired' })
    .where('center_id', '=', centerId)
    .where('status', '=', sql.lit('approved'))
    .where('expiry_date', '<', today)
    .returning('check_type')
    .execute()
  const left = await tx
    .selectFrom('compliance_checks')
    .where('center_id', '=', centerId)
    .where('status', '=', sql.lit('approved'))
    .select('check_type')
    .execute()
  const inForce = new Set(left.map((row) => row.check_type))
  return [...new Set(expired.map((row) => row.check_type))].filter((type) => !inForce.has(type))
}

/** An uploaded document, with its centre's name and its owner's address. */
export async function findReviewed(db: Db | Tx, { checkId }: { checkId: string }) {
  return db
    .selectFrom('compliance_checks as checks')
    .innerJoin('center_profiles', 'center_profiles.id', 'checks.center_id')
    .innerJoin('profiles', 'profiles.id', 'checks.center_id')
    .where('checks.id', '=', checkId)
    .where('file_name', 'is not', null)
    .where('profiles.status', '<>', sql.lit('deleted'))
    .select(['checks.center_id as centerId', 'center_name as centerName', 'profiles.email', 'checks.notes'])
    .select(['checked_at as checkedAt', 'checked_by as checkedBy'])
    .select([
      sql<ComplianceCheck['status']>`checks.status`.as('status'),
      sql<CheckType>`checks.check_type`.as('type'),
      sql<string | null>`checks.expiry_date`.as('expiryDate'),
    ])
    .executeTakeFirst()
}

export type Review = {
  status: ComplianceCheck['status']
  notes: string
  expiryDate: string | null
  checkedAt: Date | null
  checkedBy: string | null
}

export async function setReview(tx: Tx, { checkId, ...review }: Review & { checkId: string }): Promise<void> {
  await tx
    .updateTable('compliance_checks')
    .set({
      status: review.status,
      notes: review.notes,
      expiry_date: review.expiryDate,
      checked_at: review.checkedAt,
      checked_by: review.checkedBy,
    })
    .where('id', '=', checkId)
    .execute()
}

/** The latest measure on each of a centre's documents. */
export async function listLastMeasures(db: Db, { centerId }: { centerId: string }): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('compliance_checks as checks')
    .where('center_id', '=', centerId)
    .select([
      'checks.id',
      sql<string | null>`(select id from moderation_actions
        where target_type = 'document' and target_id = checks.id order by sequence desc limit 1)`.as('last'),
    ])
    .execute()
  return new Map(rows.flatMap(({ id, last }) => (last === null ? [] : [[id, last] as const])))
}

type Queue = { status: ComplianceCheck['status']; limit: number; after: Position | undefined }

/** Uploaded documents of one status with their centres, the oldest first. */
export async function listQueue(db: Db, { status, limit, after }: Queue) {
  return db
    .selectFrom('compliance_checks as checks')
    .innerJoin('center_profiles', 'center_profiles.id', 'checks.center_id')
    .innerJoin('profiles', 'profiles.id', 'checks.center_id')
    .where('file_name', 'is not', null)
    .where('checks.status', '=', sql.lit(status))
    .where('profiles.status', '<>', sql.lit('deleted'))
    .$if(after !== undefined, (all) =>
      all.where(sql<boolean>`(checks.created_at, checks.id) > (${after?.at}, ${after?.id}::uuid)`),
    )
    .orderBy('checks.created_at')
    .orderBy('checks.id')
    .limit(limit)
    .select(['checks.id', 'checks.center_id as centerId', 'center_name as centerName', 'checks.notes'])
    .select(['original_name as fileName', 'checked_at as checkedAt', 'checks.created_at as createdAt'])
    .select([
      sql<ComplianceCheck['status']>`checks.status`.as('status'),
      sql<CheckType>`checks.check_type`.as('type'),
      sql<string | null>`checks.expiry_date`.as('expiryDate'),
      sql<string | null>`(select id from moderation_actions
        where target_type = 'document' and target_id = checks.id order by sequence desc limit 1)`.as('lastMeasureId'),
    ])
    .execute()
}
