import type { ObjectionKind } from '#contract/report-kinds.ts'
import { cancelCommission, isSettled } from '#server/features/commissions/repository/commissions.ts'
import { chargeCommission } from '#server/features/commissions/usecases/charge-commissions.ts'
import { earnForCompletions, takeBackCompletion } from '#server/features/loyalty/usecases/points.ts'
import { refusalOfReported, type Staff } from '#server/features/moderation/moderation.policy.ts'
import type { QueueFilter, QueuePage } from '#server/features/moderation/moderation.types.ts'
import { closeReportsOf, reopenReportsOf } from '#server/features/moderation/usecases/close-reports.ts'
import {
  type ActionTarget,
  type Details,
  defineAction,
  type Run,
  type UndoRun,
} from '#server/features/moderation/usecases/staff-actions.ts'
import {
  findObjectedPayment,
  hasKeptUndoing,
  hasUndonePayment,
  oweEverything,
} from '#server/features/payments/repository/payments-of-appointments.ts'
import { refundCancelled } from '#server/features/payments/usecases/refund-online.ts'
import { releaseDiscounts, releaseUnsupported } from '#server/features/promotions/usecases/discounts.ts'
import type { Platform } from '#server/platform/platform.ts'
import { isExclusionViolation, type Tx } from '#server/platform/postgres/database.ts'
import { fail } from '../appointments.errors.ts'
import type { ObjectionDecision } from '../mail/objections.ts'
import { type AppointmentRow, findAppointment, requireAppointment } from '../repository/appointments.ts'
import {
  setAttendanceUpheld,
  setCancelledByCenter,
  setVisitAnnulled,
  undoAttendanceUpheld,
} from '../repository/changes.ts'
import { lockForChange } from '../repository/locks.ts'
import * as queue from '../repository/objection-queue.ts'
import { objectionKind, objectionOf } from '../rules/objections.ts'
import { isCovered } from '../rules/payments.ts'
import { grantPointsForCancelling } from './compensation.ts'
import { keepReplacementPoints } from './keep-replacement-points.ts'
import { notifyOfObjectionDecision } from './notify-objection.ts'
import { restorePayment } from './restore-payment.ts'
import { undoDeskRefund } from './undo-desk-refund.ts'

export type QueuedObjection = queue.QueuedObjection

export const objections = <Kind extends ObjectionKind>(kind: Kind) => ({
  list: ({ db, clock }: Platform, page: QueuePage): Promise<QueuedObjection[]> =>
    queue.listQueued(db, { ...page, kind, now: clock.now() }),
  count: ({ db }: Platform, view: QueueFilter & { limit: number }): Promise<number> =>
    queue.countQueued(db, { ...view, kind }),
  actions: objectionActions(kind),
})

/** `approve` keeps what the desk recorded, `delete` annuls it. The undo of a decision lets the objection wait again. */
function objectionActions(kind: ObjectionKind) {
  const target: ActionTarget<Disputed> = {
    type: kind,
    lock: (tx, { targetId, actor, now }) => lockDisputed(tx, { kind, appointmentId: targetId, actor, now }),
  }

  /** @throws reports.no_show_closed */
  const check = (_tx: Tx, { row: { appointment } }: Run<Disputed>): void => {
    if (objectionOf(appointment, kind) === null) throw fail('reports.no_show_closed')
  }

  /** @throws reports.not_found */
  const closeObjection = async (tx: Tx, run: Run<Disputed>) => {
    const closed = await closeReportsOf(kind)(tx, run)
    if (closed.details.before.reports.length === 0) throw fail('reports.not_found')
    // A visit may have several undone payments, each with its objection and decision.
    const objectedAt = kind === 'undone_payment' ? { objectedAt: run.row.objectedAt.toISOString() } : {}
    return { ...closed, details: { ...closed.details, ...objectedAt } }
  }

  /** Mails both sides and stores their notifications, from the appointment as it is after the decision. */
  const notify = (tx: Tx, run: Run<Disputed>, decided: { decision: ObjectionDecision; points?: number }) =>
    notifyOfObjectionDecision(tx, {
      platform: run.platform,
      appointmentId: run.targetId,
      kind,
      reason: run.reason,
      ...decided,
    })

  return {
    approve: defineAction({
      target,
      type: `keep_${kind}`,
      check,
      apply: closeObjection,
      mail: (tx, run) => notify(tx, run, { decision: 'kept' }),
      bell: 'none',
      undo: {
        async apply(tx, run) {
          const { objectedAt } = run.details
          if (typeof objectedAt === 'string') return reopenUndonePayment(tx, run, new Date(objectedAt))
          if (!(await isKept(tx, { ...run.row, kind }))) throw fail('reports.no_show_closed')
          return reopenReportsOf(tx, run)
        },
        mail: (tx, run) => notify(tx, run, { decision: 'undone' }),
        bell: 'none',
      },
    }),

    /** @throws reports.time_taken, reports.commission_paid, reports.paid_again, reports.refund_disputed */
    delete: defineAction<Disputed, object, { details: Details; points: number }>({
      target,
      type: `annul_${kind}`,
      check,
      async apply(tx, run) {
        const closed = await closeObjection(tx, run)
        return { ...closed, points: await annulled[kind](tx, { ...run.row, platform: run.platform, now: run.now }) }
      },
      mail: (tx, run, { points }) => notify(tx, run, { decision: 'annulled', points }),
      bell: 'none',
      undo: {
        async apply(tx, run) {
          await reinstate[kind](tx, run)
          return reopenReportsOf(tx, run)
        },
        mail: (tx, run) => notify(tx, run, { decision: 'undone' }),
        bell: 'none',
      },
    }),

    /** What a desk recorded has no text of which its author could be warned. */
    warn: defineAction({
      target,
      type: `warn_${kind}`,
      check() {
        throw fail('reports.not_a_text')
      },
      apply: closeObjection,
      mail: 'none',
      bell: 'none',
      undo: 'never',
    }),
  }
}

/** Whether the appointment is as staff left it when they kept what the desk had recorded. */
async function isKept(tx: Tx, { appointment, kind }: Disputed & { kind: ObjectionKind }): Promise<boolean> {
  if (kind === 'undone_payment') return hasKeptUndoing(tx, { appointmentId: appointment.id })
  return objectionOf(appointment, kind) !== null
}

/** One objection waits at a time, so that of another payment is decided first. @throws reports.no_show_closed */
async function reopenUndonePayment(tx: Tx, run: UndoRun<Disputed>, objectedAt: Date): Promise<Details> {
  const { id: appointmentId, undonePayment } = run.row.appointment
  const isUndone = (await findObjectedPayment(tx, { appointmentId, objectedAt })) !== undefined
  if (!isUndone || undonePayment?.objection === 'open') throw fail('reports.no_show_closed')
  return reopenReportsOf(tx, run, { reportedAt: objectedAt })
}

type Disputed = { appointment: AppointmentRow; hasAccount: boolean; objectedAt: Date }

type Annulled = Disputed & { platform: Platform; now: Date }

/**
 * What annulling means for the appointment. @returns the points that the patient receives for a cancellation by the centre; the
 * notification of a completed appointment names none
 */
const annulled: Record<ObjectionKind, (tx: Tx, annulled: Annulled) => Promise<number>> = {
  no_show: completeMissed,
  cancellation: cancelAsCenter,
  early_visit: cancelEarlyVisit,
  invented_visit: annulVisit,
  refund: annulRefund,
  undone_payment: upholdPayment,
}

/** The appointment is completed, and what waited for the decision follows: its commission, points and review. */
async function completeMissed(tx: Tx, { appointment: row, hasAccount, now }: Annulled): Promise<number> {
  const appointmentIds = [row.id]
  try {
    await keepReplacementPoints(tx, { appointmentId: row.id, now }, () =>
      setAttendanceUpheld(tx, { appointmentId: row.id, now }),
    )
  } catch (error) {
    throw isExclusionViolation(error) ? fail('reports.time_taken') : error
  }
  await chargeCommission(tx, { appointmentIds, now })
  if (hasAccount) await earnForCompletions(tx, { appointmentIds, now })
  return 0
}

/**
 * The centre has cancelled: it gives back everything, owes no commission, and the patient may receive points.
 * @throws reports.commission_paid, reports.refund_disputed
 */
async function cancelAsCenter(tx: Tx, { appointment: row, hasAccount, now }: Annulled): Promise<number> {
  const appointmentId = row.id
  if (await isSettled(tx, { appointmentId, isLocked: true })) throw fail('reports.commission_paid')
  if (row.refundObjection === 'open' && row.refundedCents < row.paidCents) throw fail('reports.refund_disputed')
  await setCancelledByCenter(tx, { appointmentId, now })
  await oweEverything(tx, { appointmentId })
  await refundCancelled(tx, { appointmentId, now })
  await cancelCommission(tx, { appointmentId })
  if (!hasAccount) return 0
  return grantPointsForCancelling(tx, { ...row, by: 'center', row: { ...row, bookedAt: row.bookedAt ?? now }, now })
}

/**
 * The visit did not take place, or the patient missed what they did not expect: the centre has cancelled, as in cancelAsCenter(), what
 * it had closed.
 */
async function cancelEarlyVisit(tx: Tx, annulled: Annulled): Promise<number> {
  const { appointment: row, hasAccount, now } = annulled
  await annulVisit(tx, annulled)
  if (!hasAccount) return 0
  return grantPointsForCancelling(tx, { ...row, by: 'center', row: { ...row, bookedAt: row.bookedAt ?? now }, now })
}

/**
 * What the centre had closed becomes its cancellation: the points of the consultation are taken back, and what lowered its price can be
 * used again. A visit for which the patient never asked brings no points as a cancelled one either.
 */
async function annulVisit(tx: Tx, { appointment: row, hasAccount, now }: Annulled): Promise<number> {
  const appointmentId = row.id
  if (await isSettled(tx, { appointmentId, isLocked: true })) throw fail('reports.commission_paid')
  await keepReplacementPoints(tx, { appointmentId, now }, () => setVisitAnnulled(tx, { appointmentId, now }))
  await oweEverything(tx, { appointmentId })
  await refundCancelled(tx, { appointmentId, now })
  // Before the discounts: one whose credit is still due is not released.
  await cancelCommission(tx, { appointmentId })
  if (row.discountCents > 0) await releaseDiscounts(tx, { appointmentIds: [appointmentId], now })
  await releaseUnsupported(tx, { appointmentIds: [appointmentId], now })
  if (!hasAccount || row.patientId === null) return 0
  const description = `No se hizo tu consulta con ${row.professionalName}`
  await takeBackCompletion(tx, { userId: row.patientId, appointmentId, description, now })
  return 0
}

async function annulRefund(tx: Tx, annulled: Annulled): Promise<number> {
  await undoDeskRefund(tx, annulled)
  return 0
}

/** The patient paid. @throws reports.paid_again, reports.commission_paid, reports.refund_disputed */
async function upholdPayment(tx: Tx, annulled: Annulled): Promise<number> {
  // What is owed of a cancelled appointment waits for the other objection.
  if (annulled.appointment.refundObjection === 'open') throw fail('reports.refund_disputed')
  await restorePayment(tx, annulled)
  return 0
}

/** Undoes annulled(). What became a cancellation by the centre has given its money back, and the desk can record a refund again. @throws reports.not_reversible */
const reinstate: Record<ObjectionKind, (tx: Tx, run: Run<Disputed>) => Promise<void>> = {
  no_show: reinstateMissed,
  cancellation: refuseToReinstate,
  early_visit: refuseToReinstate,
  invented_visit: refuseToReinstate,
  refund: refuseToReinstate,
  undone_payment: refuseToReinstate,
}

async function refuseToReinstate(): Promise<void> {
  throw fail('reports.not_reversible')
}

/** @throws reports.no_show_closed, reports.not_reversible */
async function reinstateMissed(tx: Tx, { row: { appointment: row }, targetId, now }: Run<Disputed>): Promise<void> {
  const appointmentId = targetId
  // A no-show before the expected start takes no objection of this kind, so it could not wait again.
  if (row.status !== 'completed' || objectionKind(row) !== null) throw fail('reports.no_show_closed')
  // As with markNoShow(): what was paid, or a discount of the whole price, shows that the patient came.
  if (row.isRated || row.paidCents > 0 || isCovered(row)) throw fail('reports.not_reversible')
  if (await hasUndonePayment(tx, { appointmentId })) throw fail('reports.not_reversible')
  if (await isSettled(tx, { appointmentId, isLocked: true })) throw fail('reports.not_reversible')
  await keepReplacementPoints(tx, { appointmentId, now }, () => undoAttendanceUpheld(tx, { appointmentId, now }))
  await cancelCommission(tx, { appointmentId })
  if (row.patientId === null) return
  const description = `Se corrigió tu consulta con ${row.professionalName}`
  await takeBackCompletion(tx, { userId: row.patientId, appointmentId, description, now })
}

/** Locks the appointment and what annulling it takes. @throws reports.not_found, reports.own, reports.of_staff */
async function lockDisputed(
  tx: Tx,
  { kind, appointmentId, actor, now }: { kind: ObjectionKind; appointmentId: string; actor: Staff; now: Date },
): Promise<Disputed> {
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
  const appointment = await requireAppointment(tx, { appointmentId })
  return { appointment, hasAccount: haveAccounts, objectedAt: reported.waitingSince ?? now }
}
