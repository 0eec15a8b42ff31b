import type { OwnPrice, PricedAt } from '#contract/promotions.ts'
import * as rewards from '#server/features/loyalty/usecases/use-rewards.ts'
import type { Platform } from '#server/platform/platform.ts'
import { refusalOf } from '../promotions.policy.ts'
import { listPublishedIn, type OwnUses, type PromotionRow } from '../repository/promotions.ts'
import { isVerifiedUser, listReservedOf } from '../repository/uses.ts'
import { type Discount, discountsOf, type Held, promotionDiscount, readHeld, withinRoom } from './discounts.ts'

/** Of more published promotions, the newest count. */
const mostPublished = 200

type Published = PromotionRow & OwnUses

/**
 * What a patient would pay for prices at centres after booking them: with the largest discount that the payment accepts now. A
 * price without one is left out.
 */
export async function readOwnPrices(
  { db, clock }: Platform,
  { userId, prices }: { userId: string; prices: readonly PricedAt[] },
): Promise<OwnPrice[]> {
  const now = clock.now()
  const centerIds = [...new Set(prices.map(({ centerId }) => centerId))]
  const [redemptions, reserved, isVerified, published] = await Promise.all([
    rewards.listUsable(db, { userId, now }),
    listReservedOf(db, { userId }),
    isVerifiedUser(db, { userId }),
    listPublishedIn(db, { centerIds, userId, now, limit: mostPublished }),
  ])
  const promotions = isVerified ? published : []
  if (redemptions.length + reserved.length + promotions.length === 0) return []
  const held = new Map<string, Held>()
  for (const centerId of centerIds) held.set(centerId, await readHeld(db, { patientId: userId, centerId, now }))
  return prices.flatMap(({ centerId, priceCents }) => {
    const ofCenter = held.get(centerId)
    if (!ofCenter) return []
    const price = { priceCents, dueCents: priceCents, bookedBy: 'patient' } as const
    const own = discountsOf(ofCenter, price).map((discount) => ({ ...discount, code: null }))
    const offered = promotions
      .filter((promotion) => promotion.centerId === null || promotion.centerId === centerId)
      .flatMap((promotion) => offeredDiscount(promotion, { ...price, now }) ?? [])
    const [best] = withinRoom([...own, ...offered], ofCenter).toSorted((a, b) => b.discountCents - a.discountCents)
    return best ? [presentPrice({ centerId, priceCents, best })] : []
  })
}

/** Of a promotion that the patient has not applied: undefined where its code would be refused. */
function offeredDiscount(
  promotion: Published,
  { now, ...price }: Parameters<typeof promotionDiscount>[1] & { now: Date },
): (Discount & { code: string }) | undefined {
  const { slots, reservedId, expiresAt, usedCount } = promotion
  // A reservation that is over is released when the code is applied again; a live one is among the patient's own discounts.
  if (expiresAt !== null && expiresAt > now) return undefined
  const ended = reservedId === null ? 0 : 1
  const state = { ...promotion, usedCount: usedCount - ended }
  const application = { orderCents: price.priceCents, ownUses: slots.length - ended, now }
  if (refusalOf(state, application) !== undefined) return undefined
  const discount = promotionDiscount(promotion, price)
  return discount && { ...discount, label: promotion.name, code: promotion.code }
}

type Best = { centerId: string; priceCents: number; best: Discount & { code: string | null } }

function presentPrice({ centerId, priceCents, best }: Best): OwnPrice {
  const { kind, label: name, code, payer, discountCents } = best
  const finalCents = priceCents - discountCents
  return { centerId, priceCents, finalCents, kind, name, code, isOfCenter: payer === 'center' }
}
