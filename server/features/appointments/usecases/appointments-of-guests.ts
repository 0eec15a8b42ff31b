import { deletePaymentsOfGuests } from '#server/features/payments/repository/payments-of-appointments.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import * as ofCenter from '../repository/of-center.ts'

/** For a centre that the owner of its address doesn't recognize: a stranger registered it, so its contents are deleted. */
export async function deleteAppointmentsOfGuests(tx: Tx, input: { centerId: string }): Promise<void> {
  await deletePaymentsOfGuests(tx, input)
  await ofCenter.deleteOfGuests(tx, input)
}

/** Keeps the appointments of one guest, or of all guests of the centre, without addresses and reasons. */
export async function anonymizeAppointmentsOfGuests(
  tx: Tx,
  input: { centerId: string; guestId?: string; now: Date },
): Promise<void> {
  await ofCenter.anonymizeOfGuests(tx, input)
}

/** Whether the guest has upcoming appointments, and whether they have any appointment, past or upcoming. */
export async function findHistoryOfGuest(
  db: Db | Tx,
  input: { guestId: string; now: Date },
): Promise<{ hasUpcoming: boolean; hasAny: boolean }> {
  return ofCenter.findHistoryOfGuest(db, input)
}
