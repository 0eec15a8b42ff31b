import { isSettled, reduceCommission } from '#server/features/commissions/repository/commissions.ts'
import { chargeCommission } from '#server/features/commissions/usecases/charge-commissions.ts'
import { updateCompletion } from '#server/features/loyalty/usecases/points.ts'
import * as payments from '#server/features/payments/repository/payments-of-appointments.ts'
import { requestRefund } from '#server/features/payments/usecases/refund-online.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { fail } from '../appointments.errors.ts'
import type { AppointmentRow } from '../repository/appointments.ts'
import { lowerPrice, touch } from '../repository/changes.ts'
import { unpaidOf } from '../rules/payments.ts'
import { tellOfRefund } from './tell-refund.ts'

type Restored = {
  platform: Platform
  appointment: AppointmentRow
  hasAccount: boolean
  /** When the patient objected, by which the payment is known. */
  objectedAt: Date
  now: Date
}

/**
 * The payment that the desk undid counts again: in the till by a movement of its own, in the commission and in the points. A discount that
 * the patient got back when it was undone stays theirs, as in undoDeskRefund(). Of a cancelled appointment, the patient gets back the share
 * that its cancellation promised. What they paid again online since then is given back. The caller has locked the appointment.
 * @throws reports.no_show_closed, reports.paid_again, reports.commission_paid
 */
export async function restorePayment(tx: Tx, restored: Restored): Promise<void> {
  const { platform, appointment, hasAccount, objectedAt, now } = restored
  const { id: appointmentId, status, patientId: userId, professionalName } = appointment
  const payment = await payments.findObjectedPayment(tx, { appointmentId, objectedAt })
  if (!payment) throw fail('reports.no_show_closed')
  const { paymentId, amountCents, discountCents } = payment
  const unpaidCents = unpaidOf({ ...appointment, paidCents: payment.paidBesidesCents })
  if (amountCents + discountCents > unpaidCents) throw fail('reports.paid_again')
  // The settlement counted the price, which becomes lower.
  if (discountCents > 0 && (await isSettled(tx, { appointmentId, isLocked: true })))
    throw fail('reports.commission_paid')
  // Before the payment: the trigger of the till takes its time from the row.
  await touch(tx, { appointmentId, now })
  if (discountCents > 0) await lowerPrice(tx, { appointmentId, cents: discountCents, now })
  const paidAgain = await payments.listPaidAgainOnline(tx, { paymentId })
  const paidAgainCents = paidAgain.reduce((sum, { leftCents }) => sum + leftCents, 0)
  const surplusCents = amountCents + discountCents + paidAgainCents - unpaidCents
  if (surplusCents > 0) await giveBackOnline(tx, { platform, appointmentId, paidAgain, surplusCents, now })
  await payments.setPaymentRestored(tx, { paymentId })
  if (status === 'cancelled') {
    await payments.oweShare(tx, { appointmentId, refundPercent: appointment.refundPercent ?? 0 })
  }
  await chargeCommission(tx, { appointmentIds: [appointmentId], now })
  await reduceCommission(tx, { appointmentId })
  if (status !== 'completed' || !hasAccount || userId === null) return
  const description = `Volvió a contar un pago de tu consulta con ${professionalName}`
  await updateCompletion(tx, { userId, appointmentId, description, now })
}

type PaidTwice = {
  platform: Platform
  appointmentId: string
  paidAgain: Awaited<ReturnType<typeof payments.listPaidAgainOnline>>
  surplusCents: number
  now: Date
}

/** The gateway gives back what the patient paid twice, of which the patient is told. */
async function giveBackOnline(tx: Tx, { paidAgain, surplusCents, now, ...context }: PaidTwice): Promise<void> {
  let leftCents = surplusCents
  for (const { paymentId, checkoutId, leftCents: paidCents } of paidAgain) {
    const amountCents = Math.min(paidCents, leftCents)
    if (amountCents <= 0) break
    leftCents -= amountCents
    const { appointmentId } = context
    await payments.addRefund(tx, {
      ...{ appointmentId, paymentId, amountCents, now },
      ...{ reason: '', refundedBy: null, isFromTill: false },
    })
    await requestRefund(tx, { checkoutId, amountCents, reason: 'not_payable', now })
  }
  await tellOfRefund(tx, { ...context, amountCents: surplusCents, isOnline: true, reason: '', pointsTakenBack: 0 })
}
