import { type InferResult, sql } from 'kysely'
import type { RedemptionStatus, RewardType } from '#contract/loyalty-words.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { isCovered } from './redemptions.ts'

/** `centerId` null: what Senda hands over. */
type OfProvider = { centerId: string | null }

/** What is handed over, of one provider. */
function handoverRows(db: Db | Tx, { centerId }: OfProvider) {
  return db
    .selectFrom('reward_redemptions')
    .innerJoin('profiles', 'profiles.id', 'reward_redemptions.user_id')
    .innerJoin('users', 'users.id', 'reward_redemptions.user_id')
    .where('discount_value', '=', sql.lit(0))
    .where((eb) => (centerId === null ? eb('provider_id', 'is', null) : eb('provider_id', '=', centerId)))
    .select([
      'reward_redemptions.id',
      'user_id as userId',
      'reward_type as rewardType',
      'name as rewardName',
      'description',
      'full_name as patientName',
      'users.email',
      'reward_redemptions.status',
      'expires_at as expiresAt',
      'used_at as usedAt',
      'handed_over_by as handedOverBy',
    ])
    .$narrowType<{ status: RedemptionStatus; rewardType: RewardType }>()
}

export type HandoverRow = InferResult<ReturnType<typeof handoverRows>>[number]

type OneOf = OfProvider & { redemptionId: string }

export async function findHandover(
  db: Db | Tx,
  { redemptionId, ...provider }: OneOf,
): Promise<HandoverRow | undefined> {
  return handoverRows(db, provider).where('reward_redemptions.id', '=', redemptionId).executeTakeFirst()
}

/** Locks the redemption until the transaction ends. */
export async function lockHandover(tx: Tx, { redemptionId, ...provider }: OneOf): Promise<HandoverRow | undefined> {
  return handoverRows(tx, provider)
    .where('reward_redemptions.id', '=', redemptionId)
    .forNoKeyUpdate('reward_redemptions')
    .executeTakeFirst()
}

/** The ids of what a provider has to hand over; with `userId`, of what it has to hand over to this account. */
export async function listWaiting(
  db: Db | Tx,
  { centerId, userId, now, limit }: OfProvider & { userId?: string; now: Date; limit: number },
): Promise<string[]> {
  let waiting = handoverRows(db, { centerId })
    .where('reward_redemptions.status', '=', sql.lit('pending'))
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .clearSelect()
    .select('reward_redemptions.id')
    .limit(limit)
  if (userId !== undefined) waiting = waiting.where('user_id', '=', userId)
  return (await waiting.execute()).map(({ id }) => id)
}

/** What a provider handed over, the last first. */
export async function listHandedOver(
  db: Db | Tx,
  { limit, ...provider }: OfProvider & { limit: number },
): Promise<HandoverRow[]> {
  return handoverRows(db, provider)
    .where('reward_redemptions.status', '=', sql.lit('used'))
    .orderBy('used_at', 'desc')
    .orderBy('reward_redemptions.id')
    .limit(limit)
    .execute()
}

export async function isBalanceCovered(db: Db | Tx, { userId }: { userId: string }): Promise<boolean> {
  const { rows } = await sql<{ isCovered: boolean }>`select ${isCovered(userId)} as "isCovered"`.execute(db)
  return rows[0]?.isCovered === true
}

/** The caller has locked the redemption, which is pending. */
export async function setHandedOver(
  tx: Tx,
  { redemptionId, handedOverBy, now }: { redemptionId: string; handedOverBy: string; now: Date },
): Promise<void> {
  await tx
    .updateTable('reward_redemptions')
    .set({ status: 'used', used_at: now, handed_over_by: handedOverBy })
    .where('id', '=', redemptionId)
    .execute()
}

/** `status`: what it is without the hand-over. The caller has locked it. */
export async function setNotHandedOver(
  tx: Tx,
  { redemptionId, status }: { redemptionId: string; status: 'pending' | 'expired' },
): Promise<void> {
  await tx
    .updateTable('reward_redemptions')
    .set({ status, used_at: null, handed_over_by: null })
    .where('id', '=', redemptionId)
    .execute()
}
