import {
  cancelCommission,
  chargeCommission,
  isSettled,
} from '#server/features/commissions/usecases/charge-commissions.ts'
import { earnForCompletions, takeBackCompletion } from '#server/features/loyalty/usecases/points.ts'
import { refusalOfReported, type Staff } from '#server/features/moderation/moderation.policy.ts'
import type {
  OneReportMeasure,
  QueueFilter,
  QueuePage,
  ReportMeasure,
  UndoneMeasure,
} from '#server/features/moderation/moderation.types.ts'
import {
  type Outcome,
  outcomesOf,
  recordAction,
  requireUnchanged,
} from '#server/features/moderation/usecases/record-action.ts'
import { closeReports, reopenReports } from '#server/features/moderation/usecases/write-reports.ts'
import type { Platform } from '#server/platform/platform.ts'
import { isExclusionViolation, type Tx } from '#server/platform/postgres/database.ts'
import { fail } from '../appointments.errors.ts'
import { type AppointmentRow, findAppointment, requireAppointment } from '../repository/appointments.ts'
import { setAttendanceUpheld, undoAttendanceUpheld } from '../repository/changes.ts'
import { lockForChange } from '../repository/locks.ts'
import * as queue from '../repository/no-show-queue.ts'
import { notifyOfNoShowDecision } from './notify-no-show.ts'

export type QueuedNoShow = queue.QueuedNoShow

export function listNoShowQueue({ db, clock }: Platform, page: QueuePage): Promise<QueuedNoShow[]> {
  return queue.listQueued(db, { ...page, now: clock.now() })
}

export function countNoShowQueue({ db }: Platform, view: QueueFilter & { limit: number }): Promise<number> {
  return queue.countQueued(db, view)
}

/** Decides each objection in its own transaction: `approve` keeps the no-show, `delete` annuls it. */
export async function measureNoShows(platform: Platform, { targets, ...input }: ReportMeasure): Promise<Outcome[]> {
  return outcomesOf(platform, {
    targetType: 'no_show',
    targets,
    apply: (tx, target) => measureNoShow(tx, platform, { ...input, ...target }),
  })
}

/**
 * @throws reports.not_found, reports.own, reports.of_staff, reports.not_a_text, reports.no_show_closed, reports.time_taken,
 * moderation.changed
 */
async function measureNoShow(tx: Tx, platform: Platform, input: OneReportMeasure): Promise<void> {
  const { id: appointmentId, lastMeasureId, actor, measure, reason } = input
  const now = platform.clock.now()
  const { row, hasAccount } = await lockDisputed(tx, { appointmentId, actor, now })
  const target = { targetType: 'no_show', targetId: appointmentId } as const
  // Checked first, so that the second of two members of staff learns that the first has decided.
  await requireUnchanged(tx, { ...target, lastMeasureId })
  if (measure === 'warn') throw fail('reports.not_a_text')
  if (row.status !== 'no_show') throw fail('reports.no_show_closed')
  const closed = await closeReports(tx, { kind: 'no_show', subjectId: appointmentId, now })
  if (closed.length === 0) throw fail('reports.not_found')
  if (measure === 'delete') await annul(tx, { row, hasAccount, now })
  const decision = measure === 'delete' ? 'annulled' : 'kept'
  await notifyOfNoShowDecision(tx, { platform, appointmentId, decision, reason })
  const actionType = measure === 'delete' ? 'annul_no_show' : 'keep_no_show'
  const details = { before: { reports: closed } }
  await recordAction(tx, { ...target, moderatorId: actor.userId, actionType, reason, details, now })
}

type Annulled = { row: AppointmentRow; hasAccount: boolean; now: Date }

/** The appointment is completed, and what waited for the decision follows: its commission, points and review. */
async function annul(tx: Tx, { row, hasAccount, now }: Annulled): Promise<void> {
  const appointmentIds = [row.id]
  try {
    await setAttendanceUpheld(tx, { appointmentId: row.id, now })
  } catch (error) {
    throw isExclusionViolation(error) ? fail('reports.time_taken') : error
  }
  await chargeCommission(tx, { appointmentIds, now })
  if (hasAccount) await earnForCompletions(tx, { appointmentIds, now })
}

/**
 * Undoes a decision about a no-show, so that the objection waits again. @returns the details of the new measure
 * @throws reports.not_found, reports.no_show_closed, reports.not_reversible
 */
export async function undoNoShowMeasure(
  tx: Tx,
  platform: Platform,
  { actor, targetId: appointmentId, actionType, details, reason }: UndoneMeasure,
): Promise<Record<string, unknown>> {
  const now = platform.clock.now()
  const { row } = await lockDisputed(tx, { appointmentId, actor, now })
  const isAnnulled = actionType === 'annul_no_show'
  if (row.status !== (isAnnulled ? 'completed' : 'no_show')) throw fail('reports.no_show_closed')
  if (isAnnulled) {
    if (row.reviewId !== null || (await isSettled(tx, { appointmentId, isLocked: true }))) {
      throw fail('reports.not_reversible')
    }
    await undoAttendanceUpheld(tx, { appointmentId, now })
    await cancelCommission(tx, { appointmentId })
    if (row.patientId !== null) {
      const description = `Se corrigió tu consulta con ${row.professionalName}`
      await takeBackCompletion(tx, { userId: row.patientId, appointmentId, description, now })
    }
  }
  const { reports } = details.before as { reports: string[] }
  await reopenReports(tx, { reportIds: reports })
  await notifyOfNoShowDecision(tx, { platform, appointmentId, decision: 'undone', reason })
  return {}
}

/** Locks the appointment and what annulling it takes. @throws reports.not_found, reports.own, reports.of_staff */
async function lockDisputed(
  tx: Tx,
  { appointmentId, actor, now }: { appointmentId: string; actor: Staff; now: Date },
): Promise<{ row: AppointmentRow; hasAccount: boolean }> {
  const known = await findAppointment(tx, { appointmentId })
  if (!known) throw fail('reports.not_found')
  const { haveAccounts } = await lockForChange(tx, {
    patientIds: [known.patientId],
    calendarsOf: [known.professionalId, known.attendeeId],
    appointmentIds: [appointmentId],
  })
  const reported = await queue.findQueued(tx, { appointmentId, staffId: actor.userId, now })
  if (!reported || reported.reports.length === 0) throw fail('reports.not_found')
  const refusal = refusalOfReported({ actor, reported })
  if (refusal) throw fail(refusal)
  return { row: await requireAppointment(tx, { appointmentId }), hasAccount: haveAccounts }
}
