import { type RawBuilder, sql } from 'kysely'
import type { MovementType } from '#contract/loyalty-words.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import type { PointsGift } from '../loyalty.types.ts'

/** Serialises the movements of one user: the balance stays locked until the transaction ends. */
export async function lockBalance(tx: Tx, { userId, now }: { userId: string; now: Date }): Promise<void> {
  await sql`
    insert into user_points (user_id, updated_at, last_movement_at) values (${userId}, ${now}, ${now})
    on conflict (user_id) do update set updated_at = excluded.updated_at`.execute(tx)
}

/** @returns false when the reference already has a movement of this type */
export async function insertMovement(
  tx: Tx,
  { id, gift, now }: { id: string; gift: PointsGift; now: Date },
): Promise<boolean> {
  const row = await tx
    .insertInto('points_transactions')
    .values({
      id,
      user_id: gift.userId,
      points_amount: gift.points,
      transaction_type: gift.type,
      description: gift.description,
      reference_type: gift.reference.type,
      reference_id: gift.reference.id,
      created_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** What a user reads of a movement of points. */
export type Movement = { userId: string; points: number; description: string }

type Completions = { appointmentIds: readonly string[]; now: Date }
type CenterDay = { centerId: string; now: Date }

/** Locks what the appointments' centres gave today, in the order of the centres' ids. Always before the balances. */
export async function lockCenterDays(tx: Tx, { appointmentIds, now }: Completions): Promise<void> {
  await sql`
    insert into center_points_days (center_id, date)
    select distinct appointments.center_id, points_day(${now}) from appointments where id = any(${appointmentIds}::uuid[])
    order by center_id
    on conflict (center_id, date) do update set points = center_points_days.points`.execute(tx)
}

/** The points that a centre's appointments gave on the local day of `now`. */
export async function findGivenByCenter(db: Db | Tx, { centerId, now }: CenterDay): Promise<number> {
  const row = await db
    .selectFrom('center_points_days')
    .where('center_id', '=', centerId)
    .where('date', '=', sql<string>`points_day(${now})`)
    .select('points')
    .executeTakeFirst()
  return row?.points ?? 0
}

/** Locks the balances of the accounts that booked the appointments, in the order of the accounts' ids. */
export async function lockBalancesOf(tx: Tx, { appointmentIds, now }: Completions): Promise<void> {
  await sql`
    insert into user_points (user_id, updated_at, last_movement_at)
    select distinct patient_id, ${now}::timestamptz, ${now}::timestamptz from appointments
    join profiles on profiles.id = patient_id and profiles.status <> 'deleted'
    where appointments.id = any(${appointmentIds}::uuid[]) order by patient_id
    on conflict (user_id) do update set updated_at = excluded.updated_at`.execute(tx)
}

/** The points that an appointment, or its review, earned less those taken back, and how often points were taken back. */
export const earnedOf = (
  appointmentId: RawBuilder<unknown>,
  reference: RawBuilder<unknown> = sql.lit('appointment'),
) => sql`
  select coalesce(sum(points_amount), 0)::integer as points,
    count(*) filter (where transaction_type = 'reversed')::smallint as rounds
  from points_transactions
  where reference_type = ${reference} and reference_id = ${appointmentId} and transaction_type in ('earned', 'reversed')`

type Earnings = Completions & {
  /** There are two ids for each appointment. */
  ids: readonly string[]
  points: { completion: number; review: number }
  maxPerCenter: number
}

/**
 * Grants the points of appointments that earn them, and those of their reviews that were taken back, in one statement. The
 * caller has locked the centres' days and the accounts' balances. Nothing is granted beyond a centre's limit.
 * @returns what it granted
 */
export async function insertEarned(
  tx: Tx,
  { ids, appointmentIds, points, maxPerCenter, now }: Earnings,
): Promise<Movement[]> {
  const { rows } = await sql<Movement>`
    with due as (
      select movements.id, patient_id, appointments.id as appointment_id, reward.reference, reward.points - before.points as points,
        reward.description, before.rounds, appointments.center_id,
        sum(reward.points - before.points) over (partition by appointments.center_id order by movements.id) as total
      from unnest(${ids}::uuid[], ${[...appointmentIds, ...appointmentIds]}::uuid[]) with ordinality
        as movements (id, appointment_id, number)
      join appointments on appointments.id = movements.appointment_id
      join professionals on professionals.id = appointments.professional_id
      join user_points on user_points.user_id = appointments.patient_id
      join lateral (values
        (true, 'appointment', ${points.completion}::integer, 'Consulta con ' || professionals.full_name),
        (false, 'review', ${points.review}::integer, 'Calificaste una consulta')
      ) as reward (is_first, reference, points, description)
        on reward.is_first = (movements.number <= ${appointmentIds.length})
      cross join lateral (${earnedOf(sql.ref('appointments.id'), sql.ref('reward.reference'))}) as before
      where before.points < reward.points and (reward.is_first or before.rounds > 0) and earns_points(appointments)
    ), earned as (
      insert into points_transactions (id, user_id, points_amount, transaction_type, description, reference_type,
        reference_id, round, created_at)
      select id, patient_id, due.points, 'earned', description, reference, appointment_id, rounds, ${now}
      from due join center_points_days on center_points_days.center_id = due.center_id and date = points_day(${now})
      where center_points_days.points + total <= ${maxPerCenter}
      order by due.center_id, id
      on conflict do nothing
      returning user_id, points_amount, points_transactions.description
    ), added as (
      update user_points set available_points = available_points + sums.points,
        lifetime_points = lifetime_points + sums.points, last_movement_at = ${now}
      from (select user_id, sum(points_amount)::integer as points from earned group by user_id) as sums
      where user_points.user_id = sums.user_id
    )
    select user_id as "userId", points_amount as points, description from earned`.execute(tx)
  return rows
}

export async function earnsPoints(tx: Tx, { appointmentId }: { appointmentId: string }): Promise<boolean> {
  const { rows } = await sql<{ earns: boolean }>`
    select earns_points(appointments) as earns from appointments where id = ${appointmentId}`.execute(tx)
  return rows[0]?.earns ?? false
}

type Reversal = {
  ids: readonly [string, string]
  userId: string
  appointmentId: string
  description: string
  now: Date
}

/**
 * Takes back what an appointment and its review earned, also when it was spent. The caller has locked the balance.
 * @returns how many points it took back
 */
export async function insertReversal(
  tx: Tx,
  { ids: [ofAppointment, ofReview], userId, appointmentId, description, now }: Reversal,
): Promise<number> {
  const { rows } = await sql<{ points: number }>`
    with taken as (
      insert into points_transactions (id, user_id, points_amount, transaction_type, description, reference_type,
        reference_id, round, created_at)
      select movement.id::uuid, ${userId}, -before.points, 'reversed', ${description}, reference,
        ${appointmentId}, before.rounds, ${now}
      from (values (${ofAppointment}, 'appointment'), (${ofReview}, 'review')) as movement (id, reference)
      cross join lateral (${earnedOf(sql`${appointmentId}::uuid`, sql.ref('reference'))}) as before
      where before.points > 0
      on conflict do nothing
      returning points_amount
    ), sums as (select sum(points_amount)::integer as points from taken)
    update user_points
    set available_points = available_points + sums.points, lifetime_points = lifetime_points + sums.points,
      last_movement_at = ${now}
    from sums where user_id = ${userId} and sums.points is not null returning -sums.points as points`.execute(tx)
  return rows[0]?.points ?? 0
}

export async function addToBalance(
  tx: Tx,
  { userId, points, now }: { userId: string; points: number; now: Date },
): Promise<void> {
  await tx
    .updateTable('user_points')
    .set((eb) => ({
      available_points: eb('available_points', '+', points),
      lifetime_points: eb('lifetime_points', '+', points),
      last_movement_at: now,
    }))
    .where('user_id', '=', userId)
    .execute()
}

/** `onHold`: what cannot be spent yet, as `points_on_hold()` says. */
export async function findBalance(db: Db | Tx, { userId, now }: { userId: string; now: Date }) {
  return db
    .selectFrom('user_points')
    .where('user_id', '=', userId)
    .select(sql<number>`points_on_hold(user_id, ${now})`.as('onHold'))
    .select([
      'available_points as available',
      'lifetime_points as lifetime',
      'updated_at as updatedAt',
      'last_movement_at as lastMovementAt',
    ])
    .executeTakeFirst()
}

/** Oldest first. */
export async function listMovements(db: Db | Tx, { userId }: { userId: string }) {
  return db
    .selectFrom('points_transactions')
    .where('user_id', '=', userId)
    .select([
      'id',
      'points_amount as points',
      'transaction_type as type',
      'description',
      'reference_type as referenceType',
      'reference_id as referenceId',
      'created_at as createdAt',
    ])
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** Newest first, read from an index. */
export async function listLastMovements(db: Db | Tx, { userId, limit }: { userId: string; limit: number }) {
  return db
    .selectFrom('points_transactions')
    .leftJoin('profiles as staff', 'staff.id', 'points_transactions.corrected_by')
    .where('points_transactions.user_id', '=', userId)
    .select([
      'points_transactions.id',
      'points_amount as points',
      'transaction_type as type',
      'description',
      'points_transactions.created_at as at',
      'staff.full_name as correctedBy',
    ])
    .orderBy('points_transactions.created_at', 'desc')
    .orderBy('points_transactions.id')
    .limit(limit)
    .$narrowType<{ type: MovementType }>()
    .execute()
}

export async function findMovement(tx: Tx, { id }: { id: string }) {
  return tx
    .selectFrom('points_transactions')
    .where('id', '=', id)
    .select(['user_id as userId', 'points_amount as points', 'description'])
    .executeTakeFirst()
}

/** The accounts with points and no movement after `before`; the longest unused first. */
export async function listExpiring(db: Db, { before, limit }: { before: Date; limit: number }): Promise<string[]> {
  const rows = await db
    .selectFrom('user_points')
    .where('available_points', '>', sql.lit(0))
    .where('last_movement_at', '<=', before)
    .orderBy('last_movement_at')
    .limit(limit)
    .select('user_id as userId')
    .execute()
  return rows.map(({ userId }) => userId)
}

type Expiry = { id: string; userId: string; before: Date; description: string; now: Date }

/** Expires all points of an account, in one statement. @returns undefined when the account had a movement after `before` */
export async function expirePoints(
  tx: Tx,
  { id, userId, before, description, now }: Expiry,
): Promise<Movement | undefined> {
  const { rows } = await sql<Movement>`
    with locked as (
      select user_id, available_points from user_points
      where user_id = ${userId} and available_points > 0 and last_movement_at <= ${before} for update
    ), expired as (
      update user_points set available_points = 0, last_movement_at = ${now}, updated_at = ${now}
      from locked where user_points.user_id = locked.user_id returning user_points.user_id, locked.available_points
    )
    insert into points_transactions (id, user_id, points_amount, transaction_type, description, created_at)
    select ${id}, user_id, -available_points, 'expired', ${description}, ${now} from expired
    returning user_id as "userId", points_amount as points, description`.execute(tx)
  return rows[0]
}

export async function deleteAll(tx: Tx, { userId }: { userId: string }): Promise<void> {
  await tx.deleteFrom('points_transactions').where('user_id', '=', userId).execute()
  await tx.deleteFrom('user_points').where('user_id', '=', userId).execute()
}
