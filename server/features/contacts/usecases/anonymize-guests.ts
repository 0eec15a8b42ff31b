import type { Tx } from '#server/platform/postgres/database.ts'
import * as repository from '../contacts.repository.ts'

/** The centre closes for good: nobody is left who may know its guests. */
export async function anonymizeGuests(tx: Tx, input: { centerId: string; now: Date }): Promise<void> {
  await repository.anonymizeGuests(tx, input)
}

/** With a centre that never counted; no appointment names one of them any more. */
export async function deleteGuests(tx: Tx, input: { centerId: string }): Promise<void> {
  await repository.deleteGuests(tx, input)
}
