import type { DeskMethod } from '#contract/agenda.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { touch } from './changes.ts'

// Each write also updates the appointment, whose row is locked, so that open agendas show the payment.

type OfAppointment = { appointmentId: string; now: Date }

export async function insertPayment(
  tx: Tx,
  input: OfAppointment & { centerId: string; amountCents: number; method: DeskMethod; collectedBy: string },
): Promise<void> {
  await tx
    .insertInto('desk_payments')
    .values({
      appointment_id: input.appointmentId,
      center_id: input.centerId,
      amount: input.amountCents,
      method: input.method,
      collected_by: input.collectedBy,
      collected_at: input.now,
    })
    .execute()
  await touch(tx, input)
}

/** Marks a payment that was recorded by mistake. Its row stays, and sums leave it out. */
export async function setPaymentUndone(tx: Tx, input: OfAppointment & { undoneBy: string }): Promise<void> {
  await currentPayment(tx, input).set({ undone_at: input.now, undone_by: input.undoneBy }).execute()
  await touch(tx, input)
}

export async function setRefunded(tx: Tx, input: OfAppointment): Promise<void> {
  await currentPayment(tx, input).set({ refunded_at: input.now }).execute()
  await touch(tx, input)
}

function currentPayment(tx: Tx, { appointmentId }: Pick<OfAppointment, 'appointmentId'>) {
  return tx.updateTable('desk_payments').where('appointment_id', '=', appointmentId).where('undone_at', 'is', null)
}
