import { deletePaymentsOfGuests } from '#server/features/payments/repository/payments-of-appointments.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import * as ofCenter from '../repository/of-center.ts'

/**
 * It is for a centre that the owner of its address doesn't recognize: a stranger registered it, so its contents are
 * deleted.
 */
export async function deleteAppointmentsOfGuests(tx: Tx, input: { centerId: string }): Promise<void> {
  await deletePaymentsOfGuests(tx, input)
  await ofCenter.deleteOfGuests(tx, input)
}
