import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { lockApproval } from './centers.ts'

/**
 * The centre's owner is banned, or what begins then begins before their suspension ends. What begins at that moment stays, and what
 * only ends after it does not, because the centre is still closed when the patient arrives. `profiles` is the owner's row.
 */
export const closesAt = (startsAt: RawBuilder<unknown>) => sql<boolean>`(profiles.status = 'banned'
  or profiles.status = 'suspended' and coalesce(${startsAt} < profiles.suspended_until, true))`

/** Whether staff keep the centre closed at that moment: what begins then would be cancelled. */
export async function isClosedAt(
  db: Db | Tx,
  { centerId, startsAt }: { centerId: string; startsAt: Date },
): Promise<boolean> {
  const row = await db
    .selectFrom('profiles')
    .where('id', '=', centerId)
    .where(closesAt(sql`${startsAt}::timestamptz`))
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Whether staff keep the centre closed now, which they do not change until the transaction ends. */
export async function lockClosed(tx: Tx, { centerId, now }: { centerId: string; now: Date }): Promise<boolean> {
  await lockApproval(tx, { centerId })
  return isClosedAt(tx, { centerId, startsAt: now })
}
