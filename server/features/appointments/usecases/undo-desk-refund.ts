import { reduceCommission } from '#server/features/commissions/repository/commissions.ts'
import { chargeCommission } from '#server/features/commissions/usecases/charge-commissions.ts'
import { updateCompletion } from '#server/features/loyalty/usecases/points.ts'
import {
  oweRefundsAgain,
  readDisputedSince,
  undoDeskRefunds,
} from '#server/features/payments/repository/payments-of-appointments.ts'
import { hasDiscountOf } from '#server/features/promotions/usecases/discounts.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import type { AppointmentRow } from '../repository/appointments.ts'
import { setDiscountGivenBack, touch } from '../repository/changes.ts'

type Undone = {
  appointment: AppointmentRow
  hasAccount: boolean
  /** When the patient objected: later refunds stay, as do earlier ones than they could object to. */
  objectedAt: Date
  now: Date
}

/**
 * What the desk recorded as given back stays paid: its commission is due again, and the points that it took come back as movements of
 * their own. A discount that the refund gave back to the patient stays theirs, so the price is what they paid, and Senda credits nothing.
 * Of a cancelled appointment, the centre owes it again. The caller has locked the appointment.
 */
export async function undoDeskRefund(tx: Tx, { appointment, hasAccount, objectedAt, now }: Undone): Promise<void> {
  const { id: appointmentId, status, patientId: userId, professionalName } = appointment
  // Before the payments: the trigger of the till takes its time from the row.
  await touch(tx, { appointmentId, now })
  const since = await readDisputedSince(tx, { appointmentId })
  if (status === 'cancelled') return oweRefundsAgain(tx, { appointmentId, since, until: objectedAt })
  await undoDeskRefunds(tx, { appointmentId, since })
  if (appointment.discountCents > 0 && !(await hasDiscountOf(tx, { appointmentId }))) {
    await setDiscountGivenBack(tx, { appointmentId, now })
  }
  await chargeCommission(tx, { appointmentIds: [appointmentId], now })
  await reduceCommission(tx, { appointmentId })
  if (!hasAccount || userId === null) return
  const description = `Se anuló la devolución de tu consulta con ${professionalName}`
  await updateCompletion(tx, { userId, appointmentId, description, now })
}
