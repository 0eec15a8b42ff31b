import type { Tx } from '#server/platform/postgres/database.ts'
import * as repository from '../repository/online.ts'

type OnlinePayment = { appointmentId: string; centerId: string; checkoutId: string; amountCents: number; now: Date }

/** Records an approved checkout as a payment for an appointment, whose row the caller has locked and found payable. */
export async function recordOnline(tx: Tx, payment: OnlinePayment): Promise<void> {
  await repository.insertOnline(tx, payment)
}

/** A new booking consumes the patient's direct payment to its professional, if there is one and it fits into the price. */
export async function consumeCredit(
  tx: Tx,
  booking: { appointmentId: string; patientId: string; now: Date },
): Promise<void> {
  await repository.takeCredit(tx, booking)
}
