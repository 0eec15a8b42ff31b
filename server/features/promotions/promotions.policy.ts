import { zone } from '#contract/calendar.ts'
import { type DiscountTerms, discountOf } from '#contract/discounts.ts'
import { pesos } from '#contract/money.ts'
import type { PromotionState } from '#contract/promotions.ts'
import { versionOf } from '#server/platform/version.ts'
import type { PromotionRow } from './repository/promotions.ts'

type Availability = {
  isActive: boolean
  startsAt: Date
  validUntil: Date | null
  usageLimit: number | null
  usedCount: number
}

/** A promotion that is switched off and past its end has ended. */
export function stateOf({ isActive, startsAt, validUntil, ...uses }: Availability, now: Date): PromotionState {
  if (validUntil && validUntil <= now) return 'ended'
  if (!isActive) return 'inactive'
  if (startsAt > now) return 'upcoming'
  return uses.usageLimit !== null && uses.usedCount >= uses.usageLimit ? 'used_up' : 'active'
}

type Applicable = Availability & DiscountTerms & { minimumCents: number; perPersonLimit: number }

type Application = {
  orderCents: number
  /** The caller's reserved and consumed uses, without the reservation for this order. */
  ownUses: number
  now: Date
}

const dayFormat = new Intl.DateTimeFormat('es-UY', { timeZone: zone, day: 'numeric', month: 'long', year: 'numeric' })

/** Why a promotion cannot be applied to an order, in Spanish; undefined when it can. */
export function refusalOf(promotion: Applicable, { orderCents, ownUses, now }: Application): string | undefined {
  const state = stateOf(promotion, now)
  if (state === 'ended') return 'Esta promoción ya terminó.'
  if (state === 'inactive') return 'Esta promoción no está activa.'
  if (state === 'upcoming') return `Esta promoción empieza el ${dayFormat.format(promotion.startsAt)}.`
  if (ownUses >= promotion.perPersonLimit) return 'Ya usaste esta promoción.'
  if (state === 'used_up') return usedUp
  if (orderCents < promotion.minimumCents) return `Vale a partir de ${pesos(promotion.minimumCents)}.`
  return discountOf(promotion, orderCents) === 0 ? 'Para ese monto no hay descuento.' : undefined
}

export const usedUp = 'Esta promoción llegó a su límite de usos.'
export const unknownCode = 'Ese código no existe. Revísalo y vuelve a probar.'

type EditedFields = Pick<PromotionRow, 'name' | 'description' | 'usageLimit' | 'validUntil'>

/** The version of the fields that the form of a promotion edits. Its switches are no part of it. */
export function promotionVersion({ name, description, usageLimit, validUntil }: EditedFields): string {
  return versionOf({ name, description: description ?? '', usageLimit, validUntil })
}

type Offer = Pick<PromotionRow, 'isActive' | 'isPublic' | 'usageLimit' | 'validUntil'>

/** Whether a change makes a promotion cost more: it is offered again, to more patients, longer or more often. */
export function offersMore(before: Offer, after: Offer): boolean {
  if (!after.isActive) return false
  const endOf = ({ validUntil }: Offer) => validUntil?.getTime() ?? Infinity
  return (
    !before.isActive ||
    (after.isPublic && !before.isPublic) ||
    (after.usageLimit ?? Infinity) > (before.usageLimit ?? Infinity) ||
    endOf(after) > endOf(before)
  )
}
