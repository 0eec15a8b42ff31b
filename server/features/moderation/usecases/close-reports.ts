import type { ReportKind } from '#contract/report-kinds.ts'
import { type NewNotification, withdrawUnread } from '#server/features/notifications/usecases/notify-users.ts'
import { newId } from '#server/platform/ids.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { type ClosedReport, closeReports, reopenReports, setReportedAt } from '../repository/reports.ts'
import type { Details, Run, UndoRun } from './staff-actions.ts'

/** Closes the open reports of a row and stores which ones, so that undoing the action opens them again. */
export const closeReportsOf =
  (kind: ReportKind) =>
  async (tx: Tx, { targetId, now }: Run<unknown>) => {
    const closed = await closeReports(tx, { kind, subjectId: targetId, now })
    return { details: { before: { reports: closed.map(({ id }) => id) } }, closed }
  }

/** Like closeReportsOf(), with an id of the warning, which warningThread() reads. */
export const warnAndCloseReportsOf = (kind: ReportKind) => async (tx: Tx, run: Run<unknown>) => {
  const { details, closed } = await closeReportsOf(kind)(tx, run)
  return { details: { ...details, warningId: newId() }, closed }
}

/** Opens the reports again, as of `reportedAt` when it is given. Their result is no longer true. */
export async function reopenReportsOf(
  tx: Tx,
  { details, targetId }: Pick<UndoRun<unknown>, 'details' | 'targetId'>,
  { reportedAt }: { reportedAt?: Date | undefined } = {},
): Promise<Details> {
  const { reports } = details.before as { reports: string[] }
  if (reportedAt) await setReportedAt(tx, { reportIds: reports, reportedAt })
  await reopenReports(tx, { reportIds: reports })
  await withdrawUnread(tx, { thread: threadOf(targetId) })
  return {}
}

const threadOf = (subjectId: string) => `report ${subjectId}`

const results = {
  approve: 'Lo revisamos y se sigue mostrando: no encontramos que falte a nuestras reglas.',
  delete: 'Lo revisamos y ya no se muestra. Gracias por avisarnos.',
  warn: 'Lo revisamos y advertimos a su autor o autora. Se sigue mostrando.',
}

type Result = {
  closed: readonly ClosedReport[]
  action: keyof typeof results
  /** What was reported: «Reportaste un mensaje». */
  reported: string
  hrefOf(report: ClosedReport): string
}

/**
 * Tells the accounts that reported a row what staff decided. Only the reason to keep it is for them: the others are for the
 * row's author.
 */
export function reportResults({ targetId, reason }: Run<unknown>, result: Result): NewNotification[] {
  const { closed, action, reported, hrefOf } = result
  return closed.flatMap((report) => {
    if (report.reportedBy === null) return []
    const why = action === 'approve' ? ` Motivo: ${reason}` : ''
    const message = `Reportaste ${reported}. ${results[action]}${why}`
    const content = { title: 'Revisamos lo que reportaste', message, href: hrefOf(report) }
    const to = { userId: report.reportedBy }
    return [{ event: 'reports.decided', to, about: null, thread: threadOf(targetId), ...content } as const]
  })
}
