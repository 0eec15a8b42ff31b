import { zone } from '#contract/calendar.ts'
import type { PointsMovement, Redemption, Reward, StaffReward } from '#contract/loyalty.ts'
import type { Staff } from '#server/features/moderation/moderation.policy.ts'
import { localDay } from '#server/platform/local-time.ts'
import { mayGiveReward } from '../loyalty.policy.ts'
import { rewardVersion, stateOf } from '../loyalty.rules.ts'
import type { RedemptionRow } from '../repository/redemptions.ts'
import type { CountedReward, RewardRow } from '../repository/rewards.ts'
import type { readPoints } from '../usecases/points.ts'

type MovementRow = Awaited<ReturnType<typeof readPoints>>['movements'][number]

export function presentMovement({ id, points, type, description, at }: MovementRow): PointsMovement {
  return { id, points, type, description, at: at.toISOString() }
}

export function presentReward(row: RewardRow): Reward {
  const { id, name, description, rewardType, pointsCost, discountType, discountValue, maximumCents, validUntil } = row
  const terms = { id, name, description, rewardType, pointsCost, discountType, discountValue, maximumCents }
  return { ...terms, validUntil: lastDay(validUntil) }
}

type Viewer = { actor: Staff; now: Date }

export function presentStaffReward(row: CountedReward, { actor, now }: Viewer): StaffReward {
  const { isActive, redeemed, used } = row
  const startsOn = localDay({ instant: row.startsAt, zone })
  const state = stateOf(row, now)
  const can = { resume: mayGiveReward(actor, row) }
  return {
    ...presentReward(row),
    version: rewardVersion(row),
    ...{ startsOn, isActive, state, redeemed, used, can },
    createdAt: row.createdAt.toISOString(),
  }
}

export function presentRedemption(row: RedemptionRow): Redemption {
  const { id, name: rewardName, pointsUsed, status, discountType, discountValue, maximumCents, appointmentId } = row
  return {
    ...{ id, rewardName, pointsUsed, status, discountType, discountValue, maximumCents, appointmentId },
    redeemedAt: row.redeemedAt.toISOString(),
    validUntil: lastDay(row.expiresAt),
    usedAt: row.usedAt?.toISOString() ?? null,
  }
}

/** The last local day of a period whose end is the first instant after it. */
function lastDay(end: Date | null): string | null {
  return end && localDay({ instant: new Date(end.getTime() - 1), zone })
}
