import { type InferResult, sql } from 'kysely'
import type { DiscountType } from '#contract/discounts.ts'
import type { RewardType } from '#contract/loyalty-words.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'

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
    ])
    .$narrowType<{ rewardType: RewardType; discountType: DiscountType }>()
}

export type RewardRow = InferResult<ReturnType<typeof rewardRows>>[number]

/** The rewards that patients can redeem now, the cheapest first. */
export async function listOffered(db: Db, { now, limit }: { now: Date; limit: number }): Promise<RewardRow[]> {
  return rewardRows(db)
    .where(sql<boolean>`is_active`)
    .where('starts_at', '<=', now)
    .where((eb) => eb.or([eb('valid_until', 'is', null), eb('valid_until', '>', now)]))
    .orderBy('points_cost')
    .orderBy('id')
    .limit(limit)
    .execute()
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

export async function requireReward(db: Db | Tx, { rewardId }: { rewardId: string }): Promise<CountedReward> {
  return countedRows(db).where('id', '=', rewardId).executeTakeFirstOrThrow()
}

type RewardValues = Omit<RewardRow, 'isActive' | 'createdAt'> & { now: Date }

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
    updated_at: reward.now,
  }
}
