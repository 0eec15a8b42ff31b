import { Temporal } from 'temporal-polyfill'
import type { RewardState } from '#contract/loyalty.ts'
import { pointsExpiryMonths } from '#contract/loyalty-words.ts'
import { versionOf } from '#server/platform/version.ts'
import type { RewardRow } from './repository/rewards.ts'

type Availability = { isActive: boolean; startsAt: Date; validUntil: Date | null }

/** Where a reward stands. One that is both paused and past its end counts as ended. */
export function stateOf({ isActive, startsAt, validUntil }: Availability, now: Date): RewardState {
  if (validUntil && validUntil <= now) return 'ended'
  if (!isActive) return 'paused'
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

type EditedReward = Omit<RewardRow, 'id' | 'isActive' | 'createdAt'>

/** The version of the fields that the form of a reward edits. */
export function rewardVersion(reward: EditedReward): string {
  const { name, description, rewardType, pointsCost, discountType, discountValue, maximumCents } = reward
  const { startsAt, validUntil } = reward
  const terms = { rewardType, pointsCost, discountType, discountValue, maximumCents, startsAt, validUntil }
  return versionOf({ name, description: description ?? '', ...terms })
}
