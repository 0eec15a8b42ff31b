import type { ObjectionKind } from '#contract/report-kinds.ts'
import { cancelCommission, isSettled } from '#server/features/commissions/repository/commissions.ts'
import { chargeCommission } from '#server/features/commissions/usecases/charge-commissions.ts'
import { earnForCompletions, takeBackCompletion } from '#server/features/loyalty/usecases/points.ts'
import { refusalOfReported, type Staff } from '#server/features/moderation/moderation.policy.ts'
import type {
  OneReportMeasure,
  QueueFilter,
  QueuePage,
  ReportMeasure,
  UndoneMeasure,
} from '#server/features/moderation/moderation.types.ts'
import { closeReports, reopenReports } from '#server/features/moderation/repository/reports.ts'
import {
  type Outcome,
  outcomesOf,
  recordAction,
  requireUnchanged,
} from '#server/features/moderation/usecases/record-action.ts'
import { oweEverything } from '#server/features/payments/repository/payments-of-appointments.ts'
import { refundCancelled } from '#server/features/payments/usecases/refund-online.ts'
import { releaseDiscounts, releaseUnsupported } from '#server/features/promotions/usecases/discounts.ts'
import type { Platform } from '#server/platform/platform.ts'
import { isExclusionViolation, type Tx } from '#server/platform/postgres/database.ts'
import { fail } from '../appointments.errors.ts'
import { type AppointmentRow, findAppointment, requireAppointment } from '../repository/appointments.ts'
import {
  setAttendanceUpheld,
  setCancelledByCenter,
  setVisitAnnulled,
  undoAttendanceUpheld,
} from '../repository/changes.ts'
import { lockForChange } from '../repository/locks.ts'
import * as queue from '../repository/objection-queue.ts'
import { objectionKind } from '../rules/lifecycle.ts'
import { grantPointsForCancelling } from './compensation.ts'
import { notifyOfObjectionDecision } from './notify-objection.ts'

export type QueuedObjection = queue.QueuedObjection

/** What staff's queue needs of the objections of one kind. */
export const objections = <Kind extends ObjectionKind>(kind: Kind) => ({
  list: ({ db, clock }: Platform, page: QueuePage): Promise<QueuedObjection[]> =>
    queue.listQueued(db, { ...page, kind, now: clock.now() }),
  count: ({ db }: Platform, view: QueueFilter & { limit: number }): Promise<number> =>
    queue.countQueued(db, { ...view, kind }),
  /** Decides each objection in its own transaction: `approve` keeps what the desk recorded, `delete` annuls it. */
  measure: (platform: Platform, { targets, ...input }: ReportMeasure): Promise<Outcome[]> =>
    outcomesOf(platform, {
      targetType: kind,
      targets,
      apply: (tx, target) => measureObjection(tx, platform, { ...input, ...target, kind }),
    }),
  undo: (tx: Tx, platform: Platform, input: UndoneMeasure) => undoObjectionMeasure(tx, platform, { ...input, kind }),
})

/**
 * @throws reports.not_found, reports.own, reports.of_staff, reports.not_a_text, reports.no_show_closed, reports.time_taken,
 * moderation.changed
 */
async function measureObjection(
  tx: Tx,
  platform: Platform,
  input: OneReportMeasure & { kind: ObjectionKind },
): Promise<void> {
  const { kind, id: appointmentId, lastMeasureId, actor, measure, reason } = input
  const now = platform.clock.now()
  const { row, hasAccount } = await lockDisputed(tx, { kind, appointmentId, actor, now })
  const target = { targetType: kind, targetId: appointmentId }
  // Checked first, so that the second of two members of staff learns that the first has decided.
  await requireUnchanged(tx, { ...target, lastMeasureId })
  if (measure === 'warn') throw fail('reports.not_a_text')
  if (objectionKind(row) !== kind) throw fail('reports.no_show_closed')
  const closed = await closeReports(tx, { kind, subjectId: appointmentId, now })
  if (closed.length === 0) throw fail('reports.not_found')
  const isAnnulled = measure === 'delete'
  const points = isAnnulled ? await annulled[kind](tx, { row, hasAccount, now }) : 0
  const decision = isAnnulled ? 'annulled' : 'kept'
  await notifyOfObjectionDecision(tx, { platform, appointmentId, kind, decision, reason, points })
  const actionType = `${isAnnulled ? 'annul' : 'keep'}_${kind}`
  const details = { before: { reports: closed } }
  await recordAction(tx, { ...target, moderatorId: actor.userId, actionType, reason, details, now })
}

type Annulled = { row: AppointmentRow; hasAccount: boolean; now: Date }

/**
 * What annulling means for the appointment. @returns the points that the patient receives for a cancellation by the centre; the
 * notification of a completed appointment names none
 */
const annulled: Record<ObjectionKind, (tx: Tx, annulled: Annulled) => Promise<number>> = {
  no_show: completeMissed,
  cancellation: cancelAsCenter,
  early_visit: cancelEarlyVisit,
}

/** The appointment is completed, and what waited for the decision follows: its commission, points and review. */
async function completeMissed(tx: Tx, { row, hasAccount, now }: Annulled): Promise<number> {
  const appointmentIds = [row.id]
  try {
    await setAttendanceUpheld(tx, { appointmentId: row.id, now })
  } catch (error) {
    throw isExclusionViolation(error) ? fail('reports.time_taken') : error
  }
  await chargeCommission(tx, { appointmentIds, now })
  if (hasAccount) await earnForCompletions(tx, { appointmentIds, now })
  return 0
}

/** The centre has cancelled: it gives back everything, owes no commission, and the patient may receive points. */
async function cancelAsCenter(tx: Tx, { row, hasAccount, now }: Annulled): Promise<number> {
  const appointmentId = row.id
  if (await isSettled(tx, { appointmentId, isLocked: true })) throw fail('reports.commission_paid')
  await setCancelledByCenter(tx, { appointmentId, now })
  await oweEverything(tx, { appointmentId })
  await refundCancelled(tx, { appointmentId, now })
  await cancelCommission(tx, { appointmentId })
  if (!hasAccount) return 0
  return grantPointsForCancelling(tx, { ...row, row: { ...row, bookedAt: row.bookedAt ?? now }, now })
}

/**
 * The visit did not take place, or the patient missed what they did not expect: the centre has cancelled, as in cancelAsCenter(),
 * what it had closed, so the points of the consultation are taken back, and what lowered its price can be used again.
 */
async function cancelEarlyVisit(tx: Tx, { row, hasAccount, now }: Annulled): Promise<number> {
  const appointmentId = row.id
  if (await isSettled(tx, { appointmentId, isLocked: true })) throw fail('reports.commission_paid')
  await setVisitAnnulled(tx, { appointmentId, now })
  await oweEverything(tx, { appointmentId })
  await refundCancelled(tx, { appointmentId, now })
  // Before the discounts: one whose credit is still due is not released.
  await cancelCommission(tx, { appointmentId })
  if (row.discountCents > 0) await releaseDiscounts(tx, { appointmentIds: [appointmentId], now })
  await releaseUnsupported(tx, { appointmentIds: [appointmentId], now })
  if (!hasAccount || row.patientId === null) return 0
  const points = await grantPointsForCancelling(tx, { ...row, row: { ...row, bookedAt: row.bookedAt ?? now }, now })
  const description = `No se hizo tu consulta con ${row.professionalName}`
  await takeBackCompletion(tx, { userId: row.patientId, appointmentId, description, now })
  return points
}

/**
 * Undoes a decision, so that the objection waits again. What became a cancellation by the centre has given its money back.
 * @returns the details of the new measure
 * @throws reports.not_found, reports.no_show_closed, reports.not_reversible
 */
async function undoObjectionMeasure(
  tx: Tx,
  platform: Platform,
  { kind, actor, targetId: appointmentId, actionType, details, reason }: UndoneMeasure & { kind: ObjectionKind },
): Promise<Record<string, unknown>> {
  const now = platform.clock.now()
  const { row } = await lockDisputed(tx, { kind, appointmentId, actor, now })
  if (actionType === 'annul_cancellation' || actionType === 'annul_early_visit') throw fail('reports.not_reversible')
  const isAnnulled = actionType === 'annul_no_show'
  // A no-show before the expected start takes no objection of this kind, so it could not wait again.
  const isUpheld = row.status === 'completed' && objectionKind(row) === null
  const isUnchanged = isAnnulled ? isUpheld : objectionKind(row) === kind
  if (!isUnchanged) throw fail('reports.no_show_closed')
  if (isAnnulled) {
    if (row.isRated || (await isSettled(tx, { appointmentId, isLocked: true }))) {
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
  await notifyOfObjectionDecision(tx, { platform, appointmentId, kind, decision: 'undone', reason })
  return {}
}

/** Locks the appointment and what annulling it takes. @throws reports.not_found, reports.own, reports.of_staff */
async function lockDisputed(
  tx: Tx,
  { kind, appointmentId, actor, now }: { kind: ObjectionKind; appointmentId: string; actor: Staff; now: Date },
): Promise<{ row: AppointmentRow; hasAccount: boolean }> {
  const known = await findAppointment(tx, { appointmentId })
  if (!known) throw fail('reports.not_found')
  const { haveAccounts } = await lockForChange(tx, {
    patientIds: [known.patientId],
    calendarsOf: [known.professionalId, known.attendeeId],
    appointmentIds: [appointmentId],
  })
  const reported = await queue.findQueued(tx, { kind, appointmentId, staffId: actor.userId, now })
  if (!reported || reported.reports.length === 0) throw fail('reports.not_found')
  const refusal = refusalOfReported({ actor, reported })
  if (refusal) throw fail(refusal)
  return { row: await requireAppointment(tx, { appointmentId }), hasAccount: haveAccounts }
}
