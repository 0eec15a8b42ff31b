import type { Db, Tx } from '#server/platform/postgres/database.ts'
import * as upcoming from '../repository/upcoming.ts'

export type Upcoming = upcoming.Upcoming

/** The upcoming appointments of professionals, for changes of their availability. */
export async function listUpcoming(
  db: Db | Tx,
  input: { professionalIds: readonly string[]; now: Date },
): Promise<Upcoming[]> {
  return upcoming.listUpcoming(db, input)
}

export async function countUpcoming(db: Db | Tx, input: { professionalId: string; now: Date }): Promise<number> {
  return upcoming.countUpcoming(db, input)
}
