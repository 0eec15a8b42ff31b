import { failRequest } from '#contract/errors.ts'
import { runTogetherOrThrow } from '#server/platform/each-row.ts'
import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import { countAttempts } from '#server/platform/rate-limit.ts'
import { fail } from '../loyalty.errors.ts'
import * as repository from '../repository/redemptions.ts'
import { findOffered, type RewardRow } from '../repository/rewards.ts'
import { notifyOfExpired } from './notify-movements.ts'
import { readBalance } from './points.ts'

type Redemption = { userId: string; rewardId: string; idempotencyKey: string; seen?: repository.SeenTerms }

const redemptionsPerHour = 60

/**
 * Redeems a reward: takes its points and stores the redemption. Idempotent: the same key returns the same redemption.
 * @throws loyalty.reward_not_found when it is not offered now, loyalty.not_enough_points, loyalty.not_spendable_yet,
 * request.terms_changed, request.key_reused
 */
export async function redeemReward(platform: Platform, input: Redemption): Promise<repository.RedemptionRow> {
  const { db, clock } = platform
  await countAttempts(platform, [
    { name: 'loyalty.redeem', key: input.userId, limit: redemptionsPerHour, windowSeconds: 3600 },
  ])
  const now = clock.now()
  await repository.redeem(db, { ...input, id: newId(), movementId: newId(), now })
  const redemption = await repository.findByKey(db, input)
  if (redemption && redemption.rewardId !== input.rewardId) throw failRequest('request.key_reused')
  if (redemption) return redemption
  const reward = await findOffered(db, { ...input, now })
  if (!reward) throw fail('loyalty.reward_not_found')
  if (input.seen && !isAsSeen(reward, input.seen)) throw failRequest('request.terms_changed')
  const { availablePoints, spendablePoints } = await readBalance(db, { ...input, now })
  const { pointsCost } = reward
  if (availablePoints >= pointsCost) throw fail('loyalty.not_spendable_yet', { pointsCost, spendablePoints })
  throw fail('loyalty.not_enough_points', { pointsCost, availablePoints })
}

function isAsSeen(reward: RewardRow, seen: repository.SeenTerms): boolean {
  const terms = ['name', 'pointsCost', 'discountType', 'discountValue', 'maximumCents'] as const
  return (reward.description ?? '') === (seen.description ?? '') && terms.every((term) => reward[term] === seen[term])
}

const batch = 500

export async function expireRedemptions({ db, clock, log }: Platform): Promise<void> {
  for (;;) {
    const now = clock.now()
    const listed = await repository.listExpired(db, { now, limit: batch })
    await runTogetherOrThrow({
      log,
      rows: listed,
      about: (redemptionId) => ({ redemptionId }),
      failure: 'a redemption could not be expired',
      run: (ids) =>
        db.transaction().execute(async (tx) => {
          await notifyOfExpired(tx, { userIds: await repository.expireRedemptions(tx, { ids, now }), now })
        }),
    })
    if (listed.length < batch) return
  }
}
