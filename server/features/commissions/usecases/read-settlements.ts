import type { Position } from '#server/platform/cursor.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as repository from '../repository/settlements.ts'

/** A page of a centre's settlements, with one row more than `limit` when another page follows, and the pending sum. */
export async function readSettlements(
  { db }: Platform,
  input: { centerId: string; limit: number; after: Position | undefined },
) {
  const [rows, pending] = await Promise.all([
    repository.listSettlements(db, { ...input, limit: input.limit + 1 }),
    repository.sumPending(db, input),
  ])
  return { rows, pending }
}
