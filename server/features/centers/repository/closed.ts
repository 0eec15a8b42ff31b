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

/**
 * What a centre may do now. `open`: staff have approved it, so it reaches patients. `closed`: its owner is suspended or banned, or
 * staff have withheld or taken away its approval; nothing new begins at it. `pending`: staff have never approved it, so it works
 * with its own guests only.
 */
export type CenterState = 'open' | 'closed' | 'pending'

/** Staff have approved the centre, perhaps until they withheld or took away its approval. */
export const wasApproved = sql<boolean>`(approved_at is not null or withheld_approval_at is not null
  or exists (select from moderation_actions action
    where action.target_type = 'center' and action.target_id = center_profiles.id
      and action.details -> 'before' ->> 'approvedAt' is not null))`

type Moment = { centerId: string; now: Date }

/** The state, which staff do not change until the transaction ends. */
export async function lockCenterState(tx: Tx, { centerId, now }: Moment): Promise<CenterState> {
  await lockApproval(tx, { centerId })
  return readCenterState(tx, { centerId, now })
}

export async function readCenterState(db: Db | Tx, { centerId, now }: Moment): Promise<CenterState> {
  const { rows } = await sql<{ state: CenterState }>`
    select case
      when ${closesAt(sql`${now}::timestamptz`)} then 'closed'
      when approved_at is not null then 'open'
      when ${wasApproved} then 'closed'
      else 'pending' end as state
    from center_profiles join profiles on profiles.id = center_profiles.id
    where center_profiles.id = ${centerId}`.execute(db)
  return rows[0]?.state ?? 'closed'
}

/** Whether patients who knew the centre as approved may still read its names and its address. */
export async function isOrWasApproved(db: Db | Tx, { centerId }: { centerId: string }): Promise<boolean> {
  const row = await db
    .selectFrom('center_profiles')
    .where('id', '=', centerId)
    .where(wasApproved)
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Whether the centre is open: it may write to patients who have an account, and they may accept its bookings and pay it. Exact only
 * while the centre is locked, as lockCenterState() and the locks of an appointment keep it.
 */
export async function reachesPatients(db: Db | Tx, { centerId, now }: Moment): Promise<boolean> {
  const row = await db
    .selectFrom('center_profiles')
    .innerJoin('profiles', 'profiles.id', 'center_profiles.id')
    .where('center_profiles.id', '=', centerId)
    .where('approved_at', 'is not', null)
    .where((eb) => eb.not(closesAt(sql`${now}::timestamptz`)))
    .select('center_profiles.id')
    .executeTakeFirst()
  return row !== undefined
}
