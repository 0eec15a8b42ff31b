import { isSettled, reduceCommission } from '#server/features/commissions/repository/commissions.ts'
import { chargeCommission } from '#server/features/commissions/usecases/charge-commissions.ts'
import { updateCompletion } from '#server/features/loyalty/usecases/points.ts'
import * as payments from '#server/features/payments/repository/payments-of-appointments.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { fail } from '../appointments.errors.ts'
import type { AppointmentRow } from '../repository/appointments.ts'
import { lowerPrice, touch } from '../repository/changes.ts'
import { unpaidOf } from '../rules/payments.ts'

type Restored = {
  appointment: AppointmentRow
  hasAccount: boolean
  /** When the patient objected, by which the payment is known. */
  objectedAt: Date
  now: Date
}

/**
 * The payment that the desk undid counts again: in the till by a movement of its own, in the commission and in the points. A discount that
 * the patient got back when it was undone stays theirs, as in undoDeskRefund(). Of a cancelled appointment, the patient gets back the share
 * that its cancellation promised. The caller has locked the appointment.
 * @throws reports.no_show_closed, reports.paid_again, reports.commission_paid
 */
export async function restorePayment(tx: Tx, { appointment, hasAccount, objectedAt, now }: Restored): Promise<void> {
  const { id: appointmentId, status, patientId: userId, professionalName } = appointment
  const payment = await payments.findObjectedPayment(tx, { appointmentId, objectedAt })
  if (!payment) throw fail('reports.no_show_closed')
  const { paymentId, amountCents, discountCents } = payment
  if (amountCents + discountCents > unpaidOf(appointment)) throw fail('reports.paid_again')
  // The settlement counted the price, which becomes lower.
  if (discountCents > 0 && (await isSettled(tx, { appointmentId, isLocked: true })))
    throw fail('reports.commission_paid')
  // Before the payment: the trigger of the till takes its time from the row.
  await touch(tx, { appointmentId, now })
  if (discountCents > 0) await lowerPrice(tx, { appointmentId, cents: discountCents, now })
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
