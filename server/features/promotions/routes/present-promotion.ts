import { zone } from '#contract/calendar.ts'
import type { Promotion, PromotionUse, PublishedPromotion } from '#contract/promotions.ts'
import type { Actor } from '#server/api/actor.ts'
import { mayGivePromotion } from '#server/features/loyalty/loyalty.policy.ts'
import { localDay } from '#server/platform/local-time.ts'
import { promotionVersion, stateOf } from '../promotions.policy.ts'
import type { PromotionRow } from '../repository/promotions.ts'
import type { UseRow } from '../repository/uses.ts'
import type { PromotionWithFigures } from '../usecases/manage-promotions.ts'

export function presentPublished(row: PromotionRow): PublishedPromotion {
  const { id, code, name, description, discountType, discountValue, maximumCents, minimumCents, validUntil } = row
  return {
    ...{ id, code, name, description, discountType, discountValue, maximumCents, minimumCents },
    startsOn: localDay({ instant: row.startsAt, zone }),
    // The end is the first instant after the last day.
    validUntil: validUntil && localDay({ instant: new Date(validUntil.getTime() - 1), zone }),
    center: centerOf(row),
  }
}

type Viewer = { actor: Pick<Actor, 'roles'>; now: Date }

export function presentPromotion(row: PromotionWithFigures, { actor, now }: Viewer): Promotion {
  const { isActive, isPublic, usageLimit, perPersonLimit, usedCount, figures } = row
  return {
    ...presentPublished(row),
    version: promotionVersion(row),
    ...{ isActive, isPublic, usageLimit, perPersonLimit, usedCount, figures },
    state: stateOf(row, now),
    createdAt: row.createdAt.toISOString(),
    can: { activate: row.centerId !== null || mayGivePromotion(actor, row) },
  }
}

export function presentUse(row: UseRow, now: Date): PromotionUse {
  const { id, code, name, discountCents, orderCents, minimumCents, expiresAt, appointmentId } = row
  const status = shownStatusOf(row, now)
  return {
    ...{ id, code, name, status, discountCents, orderCents, minimumCents, appointmentId },
    center: centerOf(row),
    reservedAt: row.reservedAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    can: { release: status === 'reserved' },
  }
}

function shownStatusOf({ status, expiresAt, endedAt, appointmentId }: UseRow, now: Date): PromotionUse['status'] {
  if (status === 'consumed' || (status === 'reserved' && expiresAt > now)) return status
  // The job that releases what has expired may not have run yet.
  const hasExpired = endedAt === null || (appointmentId === null && endedAt >= expiresAt)
  return hasExpired ? 'expired' : 'released'
}

function centerOf({ centerId, centerName }: { centerId: string | null; centerName: string | null }) {
  return centerId === null || centerName === null ? null : { id: centerId, name: centerName }
}
