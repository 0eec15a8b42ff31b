import type { Tx } from '#server/platform/postgres/database.ts'
import * as repository from '../repository/online.ts'

type OnlinePayment = { appointmentId: string; centerId: string; checkoutId: string; amountCents: number; now: Date }

/** Records an approved checkout as a payment for an appointment, whose row the caller has locked and found payable. */
export async function recordOnline(tx: Tx, payment: OnlinePayment): Promise<void> {
  await repository.insertOnline(tx, payment)
}

/** Uses a direct payment of the patient to the professional for a new booking, if one does not exceed the amount due. */
export async function consumeCredit(
  tx: Tx,
  booking: { appointmentId: string; patientId: string; now: Date },
): Promise<void> {
  await repository.takeCredit(tx, booking)
}
