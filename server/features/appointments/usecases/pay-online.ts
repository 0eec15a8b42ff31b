import { reachesPatients } from '#server/features/centers/repository/closed.ts'
import { reduceCommission } from '#server/features/commissions/repository/commissions.ts'
import { chargeCommission } from '#server/features/commissions/usecases/charge-commissions.ts'
import { earnForCompletions } from '#server/features/loyalty/usecases/points.ts'
import { insertOnlinePayment } from '#server/features/payments/repository/online.ts'
import type { Discount } from '#server/features/promotions/usecases/discounts.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { inOrder } from '#server/platform/postgres/in-order.ts'
import { isPaymentDisputed } from '../appointments.policy.ts'
import * as appointments from '../repository/appointments.ts'
import { touch } from '../repository/changes.ts'
import { setDeposit } from '../repository/deposits.ts'
import { findEndedHold } from '../repository/holds.ts'
import { lockForChange } from '../repository/locks.ts'
import { isAgreed } from '../rules/agenda.ts'
import { depositDue } from '../rules/deposits.ts'
import { awaitsDeposit, isHoldLive, presentTerms, termsVersion } from '../rules/lifecycle.ts'
import { dueOf } from '../rules/payments.ts'
import { acceptByPaying } from './accept-desk-booking.ts'
import { bookWithDeposit } from './book-with-deposit.ts'
import { takeDiscount } from './discounts.ts'

export type Payable = appointments.AppointmentRow & {
  patientId: string
  /** Of a held time, its deposit. */
  dueCents: number
  /** The time is held until its deposit is paid. */
  isDeposit: boolean
}

type OfPatient = { appointmentId: string; patientId: string }

/** An appointment of the patient with what is due. Undefined: they have no such appointment. */
export async function findOwnPayable(
  db: Db | Tx,
  { appointmentId, patientId }: OfPatient,
): Promise<Payable | undefined> {
  const row = await appointments.findAppointment(db, { appointmentId })
  if (!row || row.patientId !== patientId) return undefined
  const isDeposit = awaitsDeposit(row)
  return { ...row, patientId, isDeposit, dueCents: isDeposit ? depositDue(row) : dueOf(row) }
}

/** Whether the patient held the time, and it was freed. */
export async function hasLostHold(tx: Db | Tx, { appointmentId, patientId }: OfPatient): Promise<boolean> {
  return (await findEndedHold(tx, { appointmentId, holders: [`user:${patientId}`] })) !== undefined
}

/** What the patient reads of the appointment that they pay, because paying accepts a desk booking. */
export function readTerms({ row, now }: { row: Payable; now: Date }) {
  return {
    terms: termsVersion({ appointment: row, now }),
    cancellation: presentTerms({ appointment: row, now }),
  }
}

/** Locks the appointment for a payment or a response of the gateway. @returns whether the patient still has an account */
export async function lockForPayment(tx: Tx, { appointmentId, patientId }: OfPatient): Promise<boolean> {
  const known = await appointments.findAppointment(tx, { appointmentId })
  // Paying a desk booking accepts it, and then it occupies the attendee.
  const calendarsOf = known && known.patientId === patientId && !isAgreed(known) ? [known.attendeeId] : []
  const change = { patientIds: [patientId], calendarsOf, keepsCenterOpen: true, appointmentIds: [appointmentId] }
  return (await lockForChange(tx, change)).haveAccounts
}

/** Keeps the account of a direct payment from being deleted. @returns whether the patient still has one */
export async function lockPayer(tx: Tx, { patientId }: { patientId: string }): Promise<boolean> {
  return (await lockForChange(tx, { patientIds: [patientId], appointmentIds: [] })).haveAccounts
}

type Payment = {
  platform: Platform
  appointmentId: string
  isDeposit: boolean
  centerId: string
  checkoutId: string
  amountCents: number
  /** The time, the professional and the place of the appointment when the patient began to pay. */
  seen: { startsAt: Date | null; professionalId: string; place: string | null }
  discount: Pick<Discount, 'kind' | 'id' | 'discountCents'> | undefined
  now: Date
}

/** `lapsed`: the time was freed before its deposit was paid. `deposit_paid`: another payment has paid the deposit. */
export type PaymentOutcome = 'paid' | 'not_payable' | 'changed' | 'lapsed' | 'deposit_paid'

/**
 * Records what the patient paid online, consumes the discount that the amount includes, and of a completed appointment charges the
 * commission that it did not owe as an unattested one, and grants the points that the payment is the first money behind.
 * @returns `not_payable` while staff decide whether the patient paid before, when less is due, because the appointment was cancelled or paid in another way first, when the discount
 * is gone, or when staff have closed the centre; `changed` when the centre gave an appointment that the patient has not accepted another time, professional or place
 */
export async function payAppointment(tx: Tx, { discount, seen, ...payment }: Payment): Promise<PaymentOutcome> {
  if (payment.isDeposit) return payDeposit(tx, { ...payment, discount })
  const row = await appointments.requireAppointment(tx, payment)
  if (!(await reachesPatients(tx, { ...row, now: payment.now }))) return 'not_payable'
  if (isPaymentDisputed(row)) return 'not_payable'
  if (dueOf(row) - (discount?.discountCents ?? 0) < payment.amountCents) return 'not_payable'
  if (!isAgreed(row) && !isAsSeen(row, seen)) return 'changed'
  if (discount && !(await takeDiscount(tx, { row, discount, takenBy: null, now: payment.now }))) return 'not_payable'
  await inOrder(tx, [insertOnlinePayment(tx, payment), touch(tx, payment)])
  // What is agreed is expected at its start already.
  if (!isAgreed(row)) await acceptByPaying(tx, payment)
  if (row.status === 'completed') {
    const completed = { ...payment, appointmentIds: [row.id] }
    await chargeCommission(tx, completed)
    await reduceCommission(tx, { appointmentId: row.id })
    await earnForCompletions(tx, completed)
  }
  return 'paid'
}

/** An earlier checkout, of before the database stored what its patient saw, has no time. */
function isAsSeen(row: appointments.AppointmentRow, { startsAt, professionalId, place }: Payment['seen']): boolean {
  if (startsAt === null) return true
  return row.startsAt.getTime() === startsAt.getTime() && row.professionalId === professionalId && row.place === place
}

/**
 * Books the held time with the payment of its deposit. The amount is what was asked when the checkout started: the terms of a held
 * time stay. The caller has locked it.
 */
async function payDeposit(tx: Tx, { platform, discount, ...payment }: Omit<Payment, 'seen'>): Promise<PaymentOutcome> {
  const { appointmentId, amountCents, now } = payment
  const row = await appointments.findAppointment(tx, payment)
  if (row && row.status !== 'held') return 'deposit_paid'
  if (!row || row.patientId === null || !isHoldLive({ ...row, now })) return 'lapsed'
  if (!(await reachesPatients(tx, { ...row, now }))) return 'not_payable'
  if (depositDue({ ...row, discountCents: discount?.discountCents ?? 0 }) !== amountCents) return 'not_payable'
  if (discount && !(await takeDiscount(tx, { row, discount, takenBy: null, now }))) return 'not_payable'
  await setDeposit(tx, { appointmentId, cents: amountCents, now })
  await insertOnlinePayment(tx, payment)
  await bookWithDeposit(tx, { platform, row: { ...row, patientId: row.patientId }, now })
  return 'paid'
}
