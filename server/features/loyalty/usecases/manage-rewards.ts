import { zone } from '#contract/calendar.ts'
import { failField } from '#contract/errors.ts'
import type { RewardFields } from '#contract/loyalty.ts'
import { datesMessage } from '#contract/promotions.ts'
import { newId } from '#server/platform/ids.ts'
import { localDay, wholeDay } from '#server/platform/local-time.ts'
import type { Platform } from '#server/platform/platform.ts'
import { fail } from '../loyalty.errors.ts'
import * as repository from '../repository/rewards.ts'

const maxListed = 500

/** The rewards that patients can redeem now, the cheapest first. */
export async function listOffered({ db, clock }: Platform): Promise<repository.RewardRow[]> {
  return repository.listOffered(db, { now: clock.now(), limit: maxListed })
}

export async function listRewards({ db }: Platform): Promise<repository.CountedReward[]> {
  return repository.listAll(db, { limit: maxListed })
}

export async function createReward(platform: Platform, fields: RewardFields): Promise<repository.CountedReward> {
  const id = newId()
  await repository.insertReward(platform.db, rowOf(platform, { ...fields, id }))
  return repository.requireReward(platform.db, { rewardId: id })
}

/** Earlier redemptions keep their discount and their end. @throws loyalty.reward_not_found */
export async function updateReward(
  platform: Platform,
  { rewardId, ...fields }: RewardFields & { rewardId: string },
): Promise<repository.CountedReward> {
  if (!(await repository.updateReward(platform.db, rowOf(platform, { ...fields, id: rewardId })))) {
    throw fail('loyalty.reward_not_found')
  }
  return repository.requireReward(platform.db, { rewardId })
}

/** Apart from an edit, so that an edit does not put on sale again what a colleague has paused since the form opened. */
export async function setRewardActive(
  { db, clock }: Platform,
  input: { rewardId: string; isActive: boolean },
): Promise<repository.CountedReward> {
  if (!(await repository.setActive(db, { ...input, now: clock.now() }))) throw fail('loyalty.reward_not_found')
  return repository.requireReward(db, input)
}

/** @throws request.invalid for an end before the beginning */
function rowOf({ clock }: Platform, { startsOn, validUntil, ...fields }: RewardFields & { id: string }) {
  const now = clock.now()
  const firstDay = startsOn ?? localDay({ instant: now, zone })
  if (validUntil !== null && validUntil < firstDay) throw failField('validUntil', datesMessage)
  return {
    ...fields,
    startsAt: wholeDay({ day: firstDay, zone }).startsAt,
    validUntil: validUntil === null ? null : wholeDay({ day: validUntil, zone }).endsAt,
    now,
  }
}
