import { Temporal } from 'temporal-polyfill'
import type { RewardState } from '#contract/loyalty.ts'
import { pointsExpiryMonths } from '#contract/loyalty-words.ts'
import { versionOf } from '#server/platform/version.ts'
import type { RewardRow } from './repository/rewards.ts'

type Availability = Pick<RewardRow, 'isActive' | 'startsAt' | 'validUntil' | 'providerId' | 'acceptedAt'> &
  Pick<RewardRow, 'stock' | 'redeemedCount'>

/** Where a reward stands. One that is both paused and past its end counts as ended. */
export function stateOf(reward: Availability, now: Date): RewardState {
  const { isActive, startsAt, validUntil, providerId, acceptedAt, stock, redeemedCount } = reward
  if (validUntil && validUntil <= now) return 'ended'
  if (!isActive) return 'paused'
  if (stock !== null && redeemedCount >= stock) return 'sold_out'
  if (providerId !== null && acceptedAt === null) return 'awaiting'
  return startsAt > now ? 'upcoming' : 'active'
}

/** The instant at which a balance expires if no other movement follows. */
export function expiryOf({ lastMovementAt }: { lastMovementAt: Date }): Date {
  return monthsFrom(lastMovementAt, pointsExpiryMonths)
}

/** A balance has expired when its last movement is at this instant or earlier. */
export function lastMovementOfExpired({ now }: { now: Date }): Date {
  return monthsFrom(now, -pointsExpiryMonths)
}

/** A day that the month lacks becomes its last one: points neither expire before the time shown, nor long after it. */
function monthsFrom(instant: Date, months: number): Date {
  const moved = Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO('UTC').add({ months })
  return new Date(moved.epochMilliseconds)
}

type EditedReward = Omit<RewardRow, 'id' | 'isActive' | 'createdAt' | 'redeemedCount' | 'acceptedAt' | 'providerName'>

/** The version of the fields that the form of a reward edits. */
export function rewardVersion(reward: EditedReward): string {
  const { name, description, rewardType, pointsCost, discountType, discountValue, maximumCents } = reward
  const { startsAt, validUntil, providerId, stock } = reward
  const limits = { startsAt, validUntil, providerId, stock }
  const terms = { rewardType, pointsCost, discountType, discountValue, maximumCents, ...limits }
  return versionOf({ name, description: description ?? '', ...terms })
}

/** The version of what a centre agrees to hand over, and for how many points. */
export function agreementVersion(reward: Agreement): string {
  const { rewardType, name, description, stock, providerId, startsAt, validUntil, pointsCost } = reward
  const limits = { stock, providerId, startsAt, validUntil }
  return versionOf({ rewardType, name, description: description ?? '', pointsCost, ...limits })
}

/** Whether the centre's agreement covers an edit. A higher price is nothing to ask again for; a lower one empties the stock sooner. */
export function isStillAgreed(before: Agreement, after: Agreement): boolean {
  const pointsCost = Math.min(before.pointsCost, after.pointsCost)
  return agreementVersion(before) === agreementVersion({ ...after, pointsCost })
}

type Agreement = Pick<
  EditedReward,
  'rewardType' | 'name' | 'description' | 'stock' | 'providerId' | 'startsAt' | 'validUntil' | 'pointsCost'
>
