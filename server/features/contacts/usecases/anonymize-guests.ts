import type { Tx } from '#server/platform/postgres/database.ts'
import * as repository from '../contacts.repository.ts'

/** For a centre that is closed: no member is left who may see its guests. */
export async function anonymizeGuests(tx: Tx, input: { centerId: string; now: Date }): Promise<void> {
  await repository.anonymizeGuests(tx, input)
}

/** For a centre that is deleted because its registration was never confirmed. The caller has deleted the guests' appointments. */
export async function deleteGuests(tx: Tx, input: { centerId: string }): Promise<void> {
  await repository.deleteGuests(tx, input)
}
