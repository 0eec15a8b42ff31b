import { sql } from 'kysely'
import type { CheckType } from '#contract/check-types.ts'
import type { ComplianceCheck } from '#contract/compliance.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { anyOf } from '#server/platform/postgres/lists.ts'

export type NewCheck = {
  id: string
  centerId: string
  type: CheckType
  expiryDate: string | null
  file: { name: string; originalName: string } | undefined
  uploadedBy: string
  /** Whether it replaces a document that staff have approved at least once. */
  wasApproved?: boolean
  now: Date
}

export async function insertCheck(
  tx: Tx,
  { id, centerId, type, expiryDate, file, uploadedBy, wasApproved = false, now }: NewCheck,
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
      was_approved: wasApproved,
      created_at: now,
    })
    .execute()
}

/** Deletes the checks that staff have not reviewed, with or without a document; a new document replaces them. @returns their files */
export async function deletePending(
  tx: Tx,
  { centerId, type }: { centerId: string; type: CheckType },
): Promise<{ fileNames: string[]; wasApproved: boolean }> {
  const rows = await tx
    .deleteFrom('compliance_checks')
    .where('center_id', '=', centerId)
    .where('check_type', '=', type)
    .where('status', '=', sql.lit('pending'))
    .returning(['file_name', 'was_approved'])
    .execute()
  return {
    fileNames: rows.flatMap((row) => row.file_name ?? []),
    wasApproved: rows.some((row) => row.was_approved),
  }
}

export type CheckRow = Omit<ComplianceCheck, 'checkedAt' | 'createdAt'> & { checkedAt: Date | null; createdAt: Date }

/** Newest first. */
export async function listChecks(db: Db | Tx, { centerId }: { centerId: string }): Promise<CheckRow[]> {
  return listChecksOf(db, { centerIds: [centerId] })
}

/** The checks of several centres, newest first. */
export async function listChecksOf(
  db: Db | Tx,
  { centerIds }: { centerIds: readonly string[] },
): Promise<(CheckRow & { centerId: string })[]> {
  return db
    .selectFrom('compliance_checks')
    .where('center_id', '=', anyOf(centerIds))
    .select('center_id as centerId')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .select(['id', 'check_type as type', 'status', 'notes', 'original_name as fileName'])
    .select('request_reason as requestReason')
    .select(['checked_at as checkedAt', 'created_at as createdAt'])
    .select('expiry_date as expiryDate')
    .$castTo<CheckRow & { centerId: string }>()
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

export async function filterFileNames(db: Db, names: readonly string[]): Promise<ReadonlySet<string | null>> {
  const rows = await db
    .selectFrom('compliance_checks')
    .select('file_name')
    .where('file_name', '=', anyOf(names))
    .execute()
  return new Set(rows.map((row) => row.file_name))
}

/**
 * Clears the documents that came with registrations whose owners have never confirmed their address or signed in.
 * @returns the names of their files
 */
export async function clearUnconfirmed(tx: Tx, { createdBefore }: { createdBefore: Date }): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    with unconfirmed as (
      select checks.id, checks.file_name from compliance_checks checks join users on users.id = checks.uploaded_by
      where checks.file_name is not null and checks.status = 'pending' and checks.requested_at is null
        and checks.created_at < ${createdBefore} and users.email_verified_at is null and users.last_sign_in_at is null
      for update of checks
    )
    update compliance_checks set file_name = null, original_name = null, uploaded_by = null
    from unconfirmed where compliance_checks.id = unconfirmed.id
    returning unconfirmed.file_name as name`.execute(tx)
  return rows.map(({ name }) => name)
}

/** @returns the names of their files */
export async function deleteChecks(tx: Tx, { centerId }: { centerId: string }): Promise<string[]> {
  const rows = await tx
    .deleteFrom('compliance_checks')
    .where('center_id', '=', centerId)
    .returning('file_name')
    .execute()
  return rows.flatMap((row) => row.file_name ?? [])
}

/** Removes the user from the documents that they uploaded or checked. The documents stay. */
export async function anonymizeChecker(tx: Tx, { userId }: { userId: string }): Promise<void> {
  await tx.updateTable('compliance_checks').set({ uploaded_by: null }).where('uploaded_by', '=', userId).execute()
  await tx.updateTable('compliance_checks').set({ checked_by: null }).where('checked_by', '=', userId).execute()
}

/** Clears the requests for another document of this type, because the centre is uploading it. */
export async function endRequests(tx: Tx, { centerId, type }: { centerId: string; type: CheckType }): Promise<void> {
  await tx
    .updateTable('compliance_checks')
    .set({ requested_at: null, request_reason: null })
    .where('center_id', '=', centerId)
    .where('check_type', '=', type)
    .where('requested_at', 'is not', null)
    .execute()
}
