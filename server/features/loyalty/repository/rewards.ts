import { type InferResult, type RawBuilder, sql } from 'kysely'
import type { DiscountType } from '#contract/discounts.ts'
import type { RewardType } from '#contract/loyalty-words.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'

/** The name of the centre that hands a reward over. */
export const providerName = (providerId: RawBuilder<unknown>) =>
  sql<string | null>`(select center_name from center_profiles where center_profiles.id = ${providerId})`

export async function findProviderName(db: Db | Tx, { centerId }: { centerId: string }): Promise<string | undefined> {
  const row = await db
    .selectFrom('center_profiles')
    .select('center_name as name')
    .where('id', '=', centerId)
    .executeTakeFirst()
  return row?.name
}

/**
 * Whether patients can redeem a reward now: one that a centre hands over only once that centre agreed, and while visitors see it.
 */
export const isOffered = (
  now: Date,
) => sql<boolean>`is_active and starts_at <= ${now} and (valid_until is null or valid_until > ${now})
  and (stock is null or redeemed_count < stock)
  and (provider_id is null or accepted_at is not null and exists (
    select from center_profiles where center_profiles.id = provider_id and is_public and approved_at is not null))`

function rewardRows(db: Db | Tx) {
  return db
    .selectFrom('rewards')
    .select([
      'id',
      'name',
      'description',
      'reward_type as rewardType',
      'points_cost as pointsCost',
      'discount_type as discountType',
      'discount_value as discountValue',
      'maximum_discount as maximumCents',
      'starts_at as startsAt',
      'valid_until as validUntil',
      'is_active as isActive',
      'created_at as createdAt',
      'provider_id as providerId',
      'stock',
      'redeemed_count as redeemedCount',
      'accepted_at as acceptedAt',
      providerName(sql.ref('rewards.provider_id')).as('providerName'),
    ])
    .$narrowType<{ rewardType: RewardType; discountType: DiscountType }>()
}

export type RewardRow = InferResult<ReturnType<typeof rewardRows>>[number]

/** The rewards that patients can redeem now, the cheapest first. */
export async function listOffered(db: Db, { now, limit }: { now: Date; limit: number }): Promise<RewardRow[]> {
  return rewardRows(db).where(isOffered(now)).orderBy('points_cost').orderBy('id').limit(limit).execute()
}

export async function findOffered(
  db: Db | Tx,
  { rewardId, now }: { rewardId: string; now: Date },
): Promise<RewardRow | undefined> {
  return rewardRows(db).where('id', '=', rewardId).where(isOffered(now)).executeTakeFirst()
}

export async function findReward(db: Db | Tx, { rewardId }: { rewardId: string }): Promise<RewardRow | undefined> {
  return rewardRows(db).where('id', '=', rewardId).executeTakeFirst()
}

export async function lockReward(tx: Tx, { rewardId }: { rewardId: string }): Promise<RewardRow | undefined> {
  return rewardRows(tx).where('id', '=', rewardId).forUpdate().executeTakeFirst()
}

export type CountedReward = RewardRow & { redeemed: number; used: number }

function countedRows(db: Db | Tx) {
  return rewardRows(db).select((eb) => [
    eb
      .selectFrom('reward_redemptions')
      .whereRef('reward_redemptions.reward_id', '=', 'rewards.id')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .$asScalar()
      .$notNull()
      .as('redeemed'),
    eb
      .selectFrom('reward_redemptions')
      .whereRef('reward_redemptions.reward_id', '=', 'rewards.id')
      .where('reward_redemptions.status', '=', sql.lit('used'))
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .$asScalar()
      .$notNull()
      .as('used'),
  ])
}

/** Newest first. */
export async function listAll(db: Db, { limit }: { limit: number }): Promise<CountedReward[]> {
  return countedRows(db).orderBy('created_at', 'desc').orderBy('id').limit(limit).execute()
}

/** What a centre hands over, newest first. */
export async function listOfProvider(
  db: Db | Tx,
  { centerId, limit }: { centerId: string; limit: number },
): Promise<CountedReward[]> {
  return countedRows(db)
    .where('provider_id', '=', centerId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
}

export async function setAccepted(
  tx: Tx,
  { rewardId, acceptedAt, now }: { rewardId: string; acceptedAt: Date | null; now: Date },
): Promise<void> {
  await tx.updateTable('rewards').set({ accepted_at: acceptedAt, updated_at: now }).where('id', '=', rewardId).execute()
}

export async function requireReward(db: Db | Tx, { rewardId }: { rewardId: string }): Promise<CountedReward> {
  return countedRows(db).where('id', '=', rewardId).executeTakeFirstOrThrow()
}

type RewardValues = Omit<RewardRow, 'isActive' | 'createdAt' | 'redeemedCount' | 'providerName'> & { now: Date }

export async function insertReward(db: Db | Tx, reward: RewardValues): Promise<void> {
  await db
    .insertInto('rewards')
    .values({ ...columnsOf(reward), id: reward.id, created_at: reward.now })
    .execute()
}

/** @returns false when there is no such reward */
export async function setActive(
  db: Db | Tx,
  { rewardId, isActive, now }: { rewardId: string; isActive: boolean; now: Date },
): Promise<boolean> {
  const row = await db
    .updateTable('rewards')
    .set({ is_active: isActive, updated_at: now })
    .where('id', '=', rewardId)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** The reward stays paused or active, as it is. */
export async function updateReward(tx: Tx, reward: RewardValues): Promise<void> {
  await tx.updateTable('rewards').set(columnsOf(reward)).where('id', '=', reward.id).execute()
}

function columnsOf(reward: RewardValues) {
  return {
    name: reward.name,
    description: reward.description || null,
    reward_type: reward.rewardType,
    points_cost: reward.pointsCost,
    discount_type: reward.discountType,
    discount_value: reward.discountValue,
    maximum_discount: reward.maximumCents,
    starts_at: reward.startsAt,
    valid_until: reward.validUntil,
    provider_id: reward.providerId,
    stock: reward.stock,
    accepted_at: reward.acceptedAt,
    updated_at: reward.now,
  }
}
