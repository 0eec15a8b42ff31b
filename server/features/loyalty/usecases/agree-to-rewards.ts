import { failRequest } from '#contract/errors.ts'
import { managesCenter } from '#server/features/centers/centers.policy.ts'
import { findMembership } from '#server/features/centers/repository/members.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { fail } from '../loyalty.errors.ts'
import { agreementVersion } from '../loyalty.rules.ts'
import * as repository from '../repository/rewards.ts'

const maxListed = 200

type OwnerOf = { userId: string; centerId: string }

/** The owner agrees for a centre, because the centre pays for it. @throws loyalty.handover_not_found for all others */
async function requireProviderOwner(db: Db | Tx, input: OwnerOf): Promise<void> {
  const member = await findMembership(db, input)
  if (!member || !managesCenter(member)) throw fail('loyalty.handover_not_found')
}

/** What Senda wants the centre to hand over, newest first. */
export async function listRewardsOfCenter({ db }: Platform, input: OwnerOf): Promise<repository.CountedReward[]> {
  await requireProviderOwner(db, input)
  return repository.listOfProvider(db, { ...input, limit: maxListed })
}

/**
 * The centre agrees to hand a reward over, as its owner read it, or ends its sale. What was redeemed is handed over all the same.
 * @throws loyalty.reward_not_found
 */
export async function answerReward(
  { db, clock }: Platform,
  { rewardId, version, accepts, ...input }: OwnerOf & { rewardId: string; version: string; accepts: boolean },
): Promise<repository.CountedReward> {
  return db.transaction().execute(async (tx) => {
    await requireProviderOwner(tx, input)
    const reward = await repository.lockReward(tx, { rewardId })
    if (reward?.providerId !== input.centerId) throw fail('loyalty.reward_not_found')
    if (accepts && agreementVersion(reward) !== version) throw failRequest('request.changed_meanwhile')
    const now = clock.now()
    if (accepts !== (reward.acceptedAt !== null)) {
      await repository.setAccepted(tx, { rewardId, acceptedAt: accepts ? now : null, now })
    }
    return repository.requireReward(tx, { rewardId })
  })
}
