import { type InferResult, sql } from 'kysely'
import type { DiscountType } from '#contract/discounts.ts'
import type { RedemptionStatus, RewardType } from '#contract/loyalty-words.ts'
import { olderThan, type Position } from '#server/platform/cursor.ts'
import { builtOnce } from '#server/platform/postgres/built-query.ts'
import { type Db, isViolationOf, type Tx } from '#server/platform/postgres/database.ts'
import { isOffered, providerName } from './rewards.ts'

function redemptionRows(db: Db | Tx) {
  return db
    .selectFrom('reward_redemptions')
    .select([
      'id',
      'user_id as userId',
      'reward_id as rewardId',
      'name',
      'points_used as pointsUsed',
      'discount_type as discountType',
      'discount_value as discountValue',
      'maximum_discount as maximumCents',
      'status',
      'redeemed_at as redeemedAt',
      'expires_at as expiresAt',
      'used_at as usedAt',
      'appointment_id as appointmentId',
      'discount_amount as discountCents',
      'reward_type as rewardType',
      'description',
      'provider_id as providerId',
      providerName(sql.ref('reward_redemptions.provider_id')).as('providerName'),
    ])
    .$narrowType<{ status: RedemptionStatus; discountType: DiscountType; rewardType: RewardType }>()
}

export type RedemptionRow = InferResult<ReturnType<typeof redemptionRows>>[number]

type OfPerson = { userId: string }

/** Newest first. */
export async function listRedemptions(
  db: Db | Tx,
  { userId, limit, after }: OfPerson & { limit: number; after: Position | undefined },
): Promise<RedemptionRow[]> {
  return redemptionRows(db)
    .where('user_id', '=', userId)
    .where(olderThan({ at: 'redeemed_at', id: 'id', after }))
    .orderBy('redeemed_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
}

export async function findByKey(
  db: Db | Tx,
  { userId, idempotencyKey }: OfPerson & { idempotencyKey: string },
): Promise<RedemptionRow | undefined> {
  return redemptionRows(db)
    .where('user_id', '=', userId)
    .where('idempotency_key', '=', idempotencyKey)
    .executeTakeFirst()
}

export type SeenTerms = {
  name: string
  description: string | null
  pointsCost: number
  discountType: string
  discountValue: number
  maximumCents: number | null
}
type NewRedemption = OfPerson & {
  id: string
  movementId: string
  rewardId: string
  idempotencyKey: string
  /** What the patient read; without it, the reward is redeemed as it is. */
  seen?: SeenTerms
  now: Date
}

/**
 * Redeems a reward in one statement: takes its points from the balance, which it locks, as far as they are not on hold, and
 * inserts the redemption and the movement.
 * @returns false when the reward is not offered or sold out, the points do not suffice, or the key was used before
 */
export async function redeem(db: Db, input: NewRedemption): Promise<boolean> {
  try {
    return (await redeemQuery(db, { ...input, ...flatTerms(input.seen) })).length > 0
  } catch (error) {
    if (isViolationOf(error, 'reward_redemptions_user_id_idempotency_key_key')) return false
    if (isViolationOf(error, 'rewards_stock')) return false
    throw error
  }
}

type FlatTerms = ReturnType<typeof flatTerms>

/** Parameters of a query that is built once must not depend on each other. */
function flatTerms(seen: SeenTerms | undefined) {
  return {
    isUnseen: seen === undefined,
    seenPoints: seen?.pointsCost ?? 0,
    seenType: seen?.discountType ?? '',
    seenValue: seen?.discountValue ?? 0,
    seenMaximum: seen?.maximumCents ?? null,
    seenName: seen?.name ?? '',
    seenText: seen?.description ?? '',
  }
}

const redeemQuery = builtOnce(
  (
    _,
    {
      id,
      movementId,
      userId,
      rewardId,
      idempotencyKey,
      isUnseen,
      seenPoints,
      seenType,
      seenValue,
      seenMaximum,
      seenName,
      seenText,
      now,
    }: NewRedemption & FlatTerms,
  ) => sql<{ id: string }>`
    with offered as (
      select * from rewards
      where id = ${rewardId} and ${isOffered(now)}
        and (${isUnseen}::boolean or points_cost = ${seenPoints}::integer
          and name = ${seenName}::text and coalesce(description, '') = ${seenText}::text
          and discount_type = ${seenType}::text and discount_value = ${seenValue}::numeric
          and maximum_discount is not distinct from ${seenMaximum}::integer)
    ), paid as (
      update user_points set available_points = available_points - offered.points_cost,
        last_movement_at = ${now}, updated_at = ${now}
      from offered where user_id = ${userId} and available_points >= offered.points_cost
        and available_points - points_on_hold(user_id, ${now}) >= offered.points_cost
      returning user_id
    ), redeemed as (
      insert into reward_redemptions (id, user_id, reward_id, idempotency_key, points_used, name, discount_type,
        discount_value, maximum_discount, redeemed_at, expires_at, reward_type, description, provider_id)
      select ${id}, paid.user_id, offered.id, ${idempotencyKey}, offered.points_cost, offered.name, offered.discount_type,
        offered.discount_value, offered.maximum_discount, ${now}, offered.valid_until, offered.reward_type,
        offered.description, offered.provider_id
      from paid, offered returning id, user_id, points_used, name
    )
    insert into points_transactions
      (id, user_id, points_amount, transaction_type, description, reference_type, reference_id, created_at)
    select ${movementId}, user_id, -points_used, 'redeemed', 'Canje de recompensa: ' || name, 'reward_redemption', id, ${now}
    from redeemed returning reference_id as id`,
)

export async function findRewardState(
  db: Db | Tx,
  { userId, centerId, now }: OfPerson & { centerId: string; now: Date },
): Promise<{ hasPending: boolean; isBelowZero: boolean; roomCents: number }> {
  const { rows } = await sql<{ hasPending: boolean; isBelowZero: boolean; roomCents: string }>`
    select exists (select from reward_redemptions where user_id = ${userId} and status = 'pending'
        and discount_value > 0 and (expires_at is null or expires_at > ${now})) as "hasPending",
      not ${isCovered(userId)} as "isBelowZero", rewards_room(${centerId}, ${now}) as "roomCents"`.execute(db)
  const [row] = rows
  return {
    hasPending: row?.hasPending ?? false,
    isBelowZero: row?.isBelowZero ?? false,
    roomCents: Number(row?.roomCents ?? 0),
  }
}

export const isCovered = (userId: string) =>
  sql<boolean>`not exists (select from user_points where user_id = ${userId} and available_points < 0)`

/**
 * The redemptions that lower a price and that a user can use now, in the order of their expiry: none while the balance is below zero, unless the caller asks
 * for those that wait.
 */
export async function listUsable(
  db: Db | Tx,
  { userId, now, limit, evenWaiting = false }: OfPerson & { now: Date; limit: number; evenWaiting?: boolean },
): Promise<RedemptionRow[]> {
  return redemptionRows(db)
    .where('user_id', '=', userId)
    .$if(!evenWaiting, (rows) => rows.where(isCovered(userId)))
    .where('status', '=', sql.lit('pending'))
    .where('discount_value', '>', sql.lit(0))
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .orderBy('expires_at')
    .limit(limit)
    .execute()
}

type Consumption = { redemptionId: string; userId: string; appointmentId: string; discountCents: number; now: Date }

/** Locks a redemption until the transaction ends. @returns false when it is no longer pending */
export async function lockRedemption(
  tx: Tx,
  { redemptionId, userId }: OfPerson & { redemptionId: string },
): Promise<boolean> {
  const row = await tx
    .selectFrom('reward_redemptions')
    .select('id')
    .where('id', '=', redemptionId)
    .where('user_id', '=', userId)
    .where('status', '=', sql.lit('pending'))
    .where('discount_value', '>', sql.lit(0))
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row !== undefined
}

/** @returns false when the redemption is no longer pending, the balance is below zero, or rewards pay the centre no more */
export async function consumeRedemption(tx: Tx, input: Consumption): Promise<boolean> {
  const center = sql`(select center_id from appointments where id = ${input.appointmentId})`
  await sql`select lock_rewards_of_center(${center})`.execute(tx)
  const row = await tx
    .updateTable('reward_redemptions')
    .set({
      status: 'used',
      appointment_id: input.appointmentId,
      discount_amount: input.discountCents,
      used_at: input.now,
    })
    .where('id', '=', input.redemptionId)
    .where('user_id', '=', input.userId)
    .where('status', '=', sql.lit('pending'))
    .where(isCovered(input.userId))
    .where(sql<boolean>`rewards_room(${center}, ${input.now}) >= ${input.discountCents}`)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Makes the redemptions that lowered the price of appointments pending again, or expired when their time is over. */
export async function releaseRedemptions(
  tx: Tx,
  { appointmentIds, now }: { appointmentIds: readonly string[]; now: Date },
): Promise<void> {
  await sql`
    update reward_redemptions set status = case when expires_at <= ${now} then 'expired' else 'pending' end,
      appointment_id = null, discount_amount = null, used_at = null
    where appointment_id = any(${[...appointmentIds]}::uuid[])`.execute(tx)
}

/** Whether a redemption's time is over and no checkout in progress uses it. */
const isExpired = (now: Date) => sql`status = 'pending' and expires_at <= ${now} and not exists (
  select from checkouts where redemption_id = reward_redemptions.id
    and (checkouts.status = 'pending' or checkouts.status = 'created' and checkouts.expires_at > ${now}))`

/** Redemptions that were not used in time, the oldest first. */
export async function listExpired(db: Db, { now, limit }: { now: Date; limit: number }): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from reward_redemptions where ${isExpired(now)} order by expires_at limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Expires those of the listed that are still due. One that is locked stays for the next run. @returns the accounts, one for each */
export async function expireRedemptions(
  tx: Tx,
  { ids, now }: { ids: readonly string[]; now: Date },
): Promise<string[]> {
  const { rows } = await sql<{ userId: string }>`
    update reward_redemptions set status = 'expired'
    where id in (
      select id from reward_redemptions
      where id = any(${[...ids]}::uuid[]) and ${isExpired(now)} order by id for update skip locked)
    returning user_id as "userId"`.execute(tx)
  return rows.map(({ userId }) => userId)
}

/** The redemptions that an account has not used. */
export async function countUnused(db: Db | Tx, { userId, now }: OfPerson & { now: Date }): Promise<number> {
  const { count } = await db
    .selectFrom('reward_redemptions')
    .where('user_id', '=', userId)
    .where('status', '=', sql.lit('pending'))
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function expireAllOf(tx: Tx, { userId }: OfPerson): Promise<void> {
  await tx
    .updateTable('reward_redemptions')
    .set({ status: 'expired' })
    .where('user_id', '=', userId)
    .where('status', '=', sql.lit('pending'))
    .execute()
}

/** Redemptions that contradict the ledger or their appointments. Reads the whole tables. */
export async function listWrongRedemptions(tx: Tx): Promise<{ id: string; fault: string }[]> {
  const { rows } = await sql<{ id: string; fault: string }>`
    select redemptions.id::text as id, fault from reward_redemptions redemptions
    left join points_transactions movements on movements.reference_type = 'reward_redemption'
      and movements.reference_id = redemptions.id
    left join appointments on appointments.id = redemptions.appointment_id
    left join profiles on profiles.id = redemptions.user_id
    cross join lateral (values
      (movements.id is null and profiles.status <> 'deleted', 'cost ' || points_used || ' points, but has no movement'),
      (-movements.points_amount <> points_used,
        'cost ' || points_used || ' points, but its movement took ' || -movements.points_amount),
      (movements.user_id <> redemptions.user_id, 'was paid by another account'),
      (appointments.discount_amount <> redemptions.discount_amount,
        'takes off ' || redemptions.discount_amount || ' cents, but its appointment ' || appointments.discount_amount),
      -- One whose credit was settled is not given back.
      (appointments.status = 'cancelled' and not exists (select from commissions
        where commissions.appointment_id = appointments.id and commissions.status = 'paid'),
        'is used by a cancelled appointment'),
      (appointments.patient_id is distinct from redemptions.user_id and appointments.id is not null,
        'is used by an appointment of another account'),
      (redemptions.used_at < redemptions.redeemed_at, 'was used before it was redeemed'),
      (redemptions.used_at >= redemptions.expires_at and redemptions.discount_value = 0,
        'was handed over after its time was over')
    ) as faults (holds, fault)
    where holds order by 1, 2`.execute(tx)
  return rows
}

/** Rewards of which more were redeemed than their stock counts. Reads the whole tables. */
export async function listWrongStocks(tx: Tx): Promise<{ id: string; fault: string }[]> {
  const { rows } = await sql<{ id: string; fault: string }>`
    select rewards.id::text as id, 'counts ' || redeemed_count || ' redemptions, but has ' || count(*) as fault
    from rewards join reward_redemptions on reward_redemptions.reward_id = rewards.id
    where stock is not null group by rewards.id having count(*) <> redeemed_count order by 1`.execute(tx)
  return rows
}
