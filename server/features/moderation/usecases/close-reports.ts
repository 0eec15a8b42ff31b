import type { ReportKind } from '#contract/report-kinds.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { closeReports, reopenReports } from '../repository/reports.ts'
import type { Details, Run, UndoRun } from './staff-actions.ts'

/** Closes the open reports of a row and stores which ones, so that undoing the action opens them again. */
export const closeReportsOf =
  (kind: ReportKind) =>
  async (tx: Tx, { targetId, now }: Run<unknown>) => ({
    details: { before: { reports: await closeReports(tx, { kind, subjectId: targetId, now }) } },
  })

export async function reopenReportsOf(tx: Tx, { details }: UndoRun<unknown>): Promise<Details> {
  const { reports } = details.before as { reports: string[] }
  await reopenReports(tx, { reportIds: reports })
  return {}
}
