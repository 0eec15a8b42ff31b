import { chargeCommission } from '#server/features/commissions/usecases/charge-commissions.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { requireTerms } from '#server/platform/version.ts'
import { fail } from '../appointments.errors.ts'
import type { AgendaRow } from '../repository/agenda.ts'
import { requireAppointment } from '../repository/appointments.ts'
import { deleteCall, requestCall } from '../repository/calls.ts'
import { cancellationTerms, isChangeable } from '../rules/lifecycle.ts'
import { deskTerms, refundOf } from '../rules/payments.ts'
import { type ChangedAppointment, changeAtDeskIn, type DeskRequest } from './change-at-desk.ts'
import { grantPointsForCancelling, pointsForCancelling } from './compensation.ts'
import { leaveToCaller, noteCancelledByCenter, notifyOfCenterChange } from './notify-change.ts'
import { recordCancellation } from './record-cancellation.ts'

export type CancelAtDesk = DeskRequest & {
  /** Who cancels. `patient`: the receptionist records the patient's request, and the patient's own terms apply. */
  by: 'patient' | 'center'
  reason: string
  /** The terms of `readCancellation()` that the member saw. */
  terms?: string
  /** The caller tells the patient of several cancellations with one mail. */
  isNotifiedTogether?: boolean
  /** The caller also notes them in the patient's list, as one. */
  isNotifiedByCaller?: boolean
}
type Outcome = {
  notified: boolean
  points: number
}
export type CancelledAtDesk = ChangedAppointment & Outcome

/** The desk cancels an appointment, for the patient or for the centre. Idempotent. */
export async function cancelAtDesk(platform: Platform, input: CancelAtDesk): Promise<CancelledAtDesk> {
  return platform.db.transaction().execute((tx) => cancelAtDeskIn(tx, platform, input))
}

export async function cancelAtDeskIn(
  tx: Tx,
  platform: Platform,
  {
    by,
    reason,
    terms,
    isNotifiedTogether = false,
    isNotifiedByCaller = false,
    ...rest
  }: Omit<CancelAtDesk, 'by'> & { by: CancelAtDesk['by'] | 'staff' },
): Promise<CancelledAtDesk> {
  const { outcome, ...changed } = await changeAtDeskIn(tx, platform, rest, async (locked): Promise<Outcome> => {
    const { row, can } = locked
    if (row.status === 'cancelled' && row.cancelledBy === by) return { notified: true, points: 0 }
    if (!can.cancel) throw fail('appointments.not_changeable', { status: row.status })
    const cancellation = { ...rest, ...locked, platform, reason, terms, isNotifiedTogether, isNotifiedByCaller }
    return by === 'patient' ? cancelForPatient(tx, cancellation) : cancelForCenter(tx, { ...cancellation, by })
  })
  return { ...changed, ...outcome }
}

type Cancellation = DeskRequest & {
  platform: Platform
  row: AgendaRow
  reason: string
  terms: string | undefined
  isNotifiedTogether: boolean
  isNotifiedByCaller: boolean
  hasAccount: boolean
  now: Date
}

/** The centre cancels, or staff who suspended it. The patient pays nothing and may receive points. Without a mail, the desk has to call. */
async function cancelForCenter(
  tx: Tx,
  {
    platform,
    row,
    by,
    reason,
    terms,
    isNotifiedTogether,
    isNotifiedByCaller,
    hasAccount,
    now,
    ...rest
  }: Cancellation & { by: 'center' | 'staff' },
): Promise<Outcome> {
  const promised = terms === undefined ? 0 : await pointsForCancelling(tx, { ...rest, row, now })
  const shown = { ...row, by: 'center', refundCents: row.paidCents, points: promised } as const
  requireTerms({ seen: terms, current: deskTerms(shown) })
  await recordCancellation(tx, { ...rest, by, reason, refundPercent: 100, now })
  const appointment = await requireAppointment(tx, rest)
  const points = hasAccount ? await grantPointsForCancelling(tx, { ...appointment, row, by, now }) : 0
  if (isNotifiedByCaller) return { notified: await leaveToCaller(tx, rest), points }
  if (isNotifiedTogether) {
    await noteCancelledByCenter(tx, { platform, appointment })
    return { notified: false, points }
  }
  const event =
    by === 'staff'
      ? ({ kind: 'cancelled_by_staff', bonusPoints: points } as const)
      : ({ kind: 'cancelled_by_center', reason, bonusPoints: points } as const)
  const notified = await notifyOfCenterChange(tx, { platform, appointment, before: row, event })
  if (notified) await deleteCall(tx, rest)
  else await requestCall(tx, { ...rest, wasAt: row.startsAt, now })
  return { notified, points }
}

/** Cancels under the terms that apply when the patient cancels, until the appointment begins. Grants no points. */
async function cancelForPatient(
  tx: Tx,
  { platform, row, reason, terms, isNotifiedByCaller, now, ...rest }: Cancellation,
): Promise<Outcome> {
  if (!isChangeable({ ...row, now })) throw fail('appointments.not_changeable', { status: row.status })
  const { refundPercentNow } = cancellationTerms({ ...(await requireAppointment(tx, rest)), now })
  const refundCents = refundOf({ ...row, refundPercent: refundPercentNow })
  requireTerms({ seen: terms, current: deskTerms({ ...row, by: 'patient', refundCents, points: 0 }) })
  await recordCancellation(tx, {
    ...rest,
    by: 'patient',
    atDesk: true,
    reason: reason || null,
    refundPercent: refundPercentNow,
    now,
  })
  if (row.paidCents > 0 && refundPercentNow < 100) {
    await chargeCommission(tx, { appointmentIds: [rest.appointmentId], now })
  }
  if (isNotifiedByCaller) return { notified: await leaveToCaller(tx, rest), points: 0 }
  await deleteCall(tx, rest)
  const paid = { refundPercent: refundPercentNow, paidCents: row.paidCents, refundCents }
  const event = { kind: 'cancelled_for_patient', ...paid, reason } as const
  const appointment = await requireAppointment(tx, rest)
  return { notified: await notifyOfCenterChange(tx, { platform, appointment, before: row, event }), points: 0 }
}
