import type { Db, Tx } from '#server/platform/postgres/database.ts'
import * as upcoming from '../repository/upcoming.ts'

/** Whom these professionals are still to see, as whoever changes their availability has to know. */
export async function listUpcoming(
  db: Db | Tx,
  input: { professionalIds: readonly string[]; now: Date },
): Promise<upcoming.Upcoming[]> {
  return upcoming.listUpcoming(db, input)
}

export async function countUpcoming(db: Db | Tx, input: { professionalId: string; now: Date }): Promise<number> {
  return upcoming.countUpcoming(db, input)
}
