import type { Db, Tx } from '#server/platform/postgres/database.ts'
import * as ofCenter from '../repository/of-center.ts'

/** A centre that never counted goes, and with it whatever it wrote into its diary. */
export async function dropAppointmentsOfGuests(tx: Tx, input: { centerId: string }): Promise<void> {
  await ofCenter.deleteOfGuests(tx, input)
}

/** The centre forgets a guest, or, as it closes, all of them: appointments stay, without addresses and reasons. */
export async function forgetTextsOfGuests(
  tx: Tx,
  input: { centerId: string; guestId?: string | undefined; now: Date },
): Promise<void> {
  await ofCenter.clearTextsOfGuests(tx, input)
}

/** Whether the guest still has to come, and whether any appointment names them. */
export async function readStandingOfGuest(
  db: Db | Tx,
  input: { guestId: string; now: Date },
): Promise<{ isExpected: boolean; isRemembered: boolean }> {
  return ofCenter.findStandingOfGuest(db, input)
}
