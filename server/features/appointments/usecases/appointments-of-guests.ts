import { deletePaymentsOfGuests } from '#server/features/payments/repository/payments-of-appointments.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import * as ofCenter from '../repository/of-center.ts'

/** Deletes the guests' appointments of a centre that a stranger registered with another person's address. */
export async function deleteAppointmentsOfGuests(tx: Tx, input: { centerId: string }): Promise<void> {
  await deletePaymentsOfGuests(tx, input)
  await ofCenter.deleteOfGuests(tx, input)
}
