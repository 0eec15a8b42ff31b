import { sql } from 'kysely'
import type { ReportKind } from '#contract/report-kinds.ts'
import type { Tx } from '#server/platform/postgres/database.ts'

export type Report = {
  id: string
  kind: ReportKind
  subjectId: string
  /** The centre that reports; null: the user reports for themselves. */
  centerId: string | null
  reportedBy: string
  reason: string
  /** For a message, the numbers of the messages that staff may read. */
  shared?: { from: number; to: number }
  now: Date
}

/** A second report replaces the reason, and is open again if the first one was closed. */
export async function upsertReport(
  tx: Tx,
  { id, kind, subjectId, centerId, shared, ...report }: Report,
): Promise<void> {
  const { reportedBy, reason, now } = report
  const key =
    centerId === null
      ? sql`(kind, subject_id, reported_by) where center_id is null and reported_by is not null`
      : sql`(kind, subject_id, center_id) where center_id is not null`
  await sql`
    insert into reports (id, kind, subject_id, center_id, reported_by, reason, shared_from, shared_to, created_at)
    values (${id}, ${kind}, ${subjectId}, ${centerId}, ${reportedBy}, ${reason}, ${shared?.from ?? null}, ${shared?.to ?? null},
      ${now})
    on conflict ${key} do update set reported_by = excluded.reported_by, reason = excluded.reason,
      shared_from = excluded.shared_from, shared_to = excluded.shared_to, created_at = excluded.created_at,
      closed_at = null`.execute(tx)
}

type Subject = { kind: ReportKind; subjectId: string }

/** A closed report, and the account that sent it, for the centre or for itself. */
export type ClosedReport = { id: string; reportedBy: string | null; centerId: string | null }

/** Closes the open reports of a row. */
export async function closeReports(tx: Tx, { kind, subjectId, now }: Subject & { now: Date }): Promise<ClosedReport[]> {
  return tx
    .updateTable('reports')
    .set({ closed_at: now })
    .where('kind', '=', kind)
    .where('subject_id', '=', subjectId)
    .where('closed_at', 'is', null)
    .returning(['id', 'reported_by as reportedBy', 'center_id as centerId'])
    .execute()
}

/** Before they are opened again: another objection to the same appointment has taken their row since. */
export async function setReportedAt(
  tx: Tx,
  { reportIds, reportedAt }: { reportIds: readonly string[]; reportedAt: Date },
): Promise<void> {
  await sql`update reports set created_at = ${reportedAt} where id = any(${reportIds}::uuid[])`.execute(tx)
}

export async function reopenReports(tx: Tx, { reportIds }: { reportIds: readonly string[] }): Promise<void> {
  await sql`update reports set closed_at = null where id = any(${reportIds}::uuid[])`.execute(tx)
}

/** Deletes the reports of messages in the patient's conversations, which the caller deletes next. */
export async function deleteReportsOfPatient(tx: Tx, { patientId }: { patientId: string }): Promise<void> {
  await sql`
    delete from reports using messages, conversations
    where reports.kind = 'message' and reports.subject_id = messages.id
      and messages.conversation_id = conversations.id and conversations.patient_id = ${patientId}`.execute(tx)
}

export async function deleteReportsOf(tx: Tx, { userId }: { userId: string }): Promise<void> {
  await tx.deleteFrom('reports').where('reported_by', '=', userId).execute()
}
