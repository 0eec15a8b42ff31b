import type { ErrorMap } from '@orpc/contract'
import { z } from 'zod'
import { discountTypes, maxOrderCents, percentMessage } from './discounts.ts'
import { promotionLimitsText } from './gift-limits.ts'
import {
  cleanedCode,
  duplicateCodeMessage,
  isPromotionCode,
  orderMissingMessage,
  promotionCodeMax,
  promotionCodeMin,
  promotionCodeTooLong,
} from './promotion-codes.ts'
import { cents, day, id, instant, typedText, version } from './values.ts'

export const promotionErrors = {
  'promotions.not_found': { status: 404, message: 'No encontramos esa promoción.' },
  'promotions.forbidden': { status: 403, message: 'Solo los centros y nuestro equipo crean promociones.' },
  'promotions.admin_only': {
    status: 403,
    message: `Una promoción que vale en todos los centros y descuenta ${promotionLimitsText}, la crea o la activa una administradora o un administrador.`,
  },
  'promotions.code_taken': { status: 409, message: duplicateCodeMessage },
  'promotions.too_many': { status: 409, message: 'Llegaste al máximo de promociones.' },
  'promotions.limit_below_used': {
    status: 409,
    message: 'El límite no puede ser menor que los usos que ya tiene.',
    data: z.object({ usedCount: z.number().int() }),
  },
  'promotions.use_not_found': { status: 404, message: 'No encontramos esa promoción entre las que aplicaste.' },
  'promotions.not_reserved': { status: 409, message: 'Esa promoción ya se usó o ya venció.' },
  'promotions.unverified': {
    status: 409,
    message: 'Para aplicar un código, confirma primero tu correo con el enlace que te enviamos.',
  },
  'promotions.no_appointment': {
    status: 409,
    message: 'Reserva primero una cita en la que valga este código: el descuento se guarda para pagarla.',
  },
  /** `reason`: why the promotion cannot be applied, in Spanish. */
  'promotions.invalid': {
    status: 409,
    message: 'Promoción inválida',
    data: z.object({ reason: z.string() }),
  },
} as const satisfies ErrorMap

const wholeCentsMessage = 'Escribe un importe con hasta dos decimales'
const amount = (message: string) =>
  z
    .number({ error: message })
    .int(wholeCentsMessage)
    .min(1, message)
    .max(maxOrderCents, 'El importe es demasiado grande')
const count = (message: string, max: number) =>
  z
    .number({ error: message })
    .int(message)
    .min(1, message)
    .max(max, `Como máximo ${max.toLocaleString('es-UY')}`)

const code = z
  .string()
  .max(100, promotionCodeTooLong)
  .overwrite(cleanedCode)
  .refine(isPromotionCode, `Usa de ${promotionCodeMin} a ${promotionCodeMax} letras sin tilde y números`)

const missingDiscount = 'Escribe cuánto descuenta'

/** Promotions and rewards share these terms. The value is a percentage or an amount in cents. */
export const discountTerms = {
  discountType: z.enum(discountTypes),
  discountValue: z
    .number({ error: missingDiscount })
    .min(1, missingDiscount)
    .max(maxOrderCents, 'El importe es demasiado grande'),
  maximumCents: amount('Escribe un importe').nullable(),
}
const isPercentage = (value: number) => value <= 100 && Math.round(value * 10) / 10 === value
/** A percentage has at most one decimal; an amount is a whole number of cents. */
export function checkDiscount(
  { discountType, discountValue }: { discountType: string; discountValue: number },
  context: z.RefinementCtx,
): void {
  const isValid = discountType === 'percentage' ? isPercentage(discountValue) : Number.isInteger(discountValue)
  if (isValid) return
  const message = discountType === 'percentage' ? percentMessage : wholeCentsMessage
  context.addIssue({ code: 'custom', path: ['discountValue'], message })
}
export const datesMessage = 'El final no puede ser anterior al comienzo'
export const areDatesInOrder = ({ startsOn, validUntil }: { startsOn: string | null; validUntil: string | null }) =>
  startsOn === null || validUntil === null || validUntil >= startsOn

export const promotionFields = z.object({
  code,
  name: typedText({ min: 1, max: 100, message: 'Escribe un nombre' }),
  /** Null when empty. */
  description: typedText({ max: 500 }).nullable(),
  ...discountTerms,
  minimumCents: cents.max(maxOrderCents, 'El importe es demasiado grande'),
  usageLimit: count('Escribe cuántas veces se puede usar', 1_000_000).nullable(),
  perPersonLimit: count('Escribe cuántas veces la puede usar cada persona', 100),
  /** The first and the last local day; null means from now on, or without an end. */
  startsOn: day.nullable(),
  validUntil: day.nullable(),
  isPublic: z.boolean(),
})
export type PromotionFields = z.output<typeof promotionFields>

export const promotionStates = ['active', 'inactive', 'upcoming', 'ended', 'used_up'] as const
export type PromotionState = (typeof promotionStates)[number]

/** What everybody may read of a promotion. */
export const promotionTerms = z.object({
  id,
  code: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  ...discountTerms,
  minimumCents: cents,
  startsOn: day,
  validUntil: day.nullable(),
  /** Null for a promotion of Senda, which is valid in every centre. */
  center: z.object({ id, name: z.string() }).nullable(),
})

export const promotion = promotionTerms.extend({
  /** The version covers the fields that its form edits. */
  version,
  isActive: z.boolean(),
  isPublic: z.boolean(),
  usageLimit: z.number().int().nullable(),
  perPersonLimit: z.number().int(),
  usedCount: z.number().int(),
  state: z.enum(promotionStates),
  createdAt: instant,
  figures: z.object({
    reserved: z.number().int(),
    consumed: z.number().int(),
    discountCents: cents,
    /** What their appointments cost before the discount. */
    orderCents: cents,
    /** Patients who used it for their first appointment with the centre or, for Senda's promotions, in Senda. */
    newPatients: z.number().int(),
  }),
  can: z.object({ activate: z.boolean() }),
})
export type Promotion = z.output<typeof promotion>

export const useStatuses = ['reserved', 'consumed', 'released'] as const
/** The status that the patient sees. expired: not used within its 30 minutes; released: given back. */
export const shownUseStatuses = [...useStatuses, 'expired'] as const

export const promotionUse = z.object({
  id,
  status: z.enum(shownUseStatuses),
  code: z.string(),
  name: z.string(),
  center: z.object({ id, name: z.string() }).nullable(),
  /** What it takes off an order of `orderCents`; the payment recomputes it from the price of the appointment. */
  discountCents: cents,
  orderCents: cents,
  minimumCents: cents,
  reservedAt: instant,
  expiresAt: instant,
  /** The appointment whose price it lowered, also after a cancellation gave it back. */
  appointmentId: id.nullable(),
  /** What the patient shows at the desk. Null for a promotion of a centre, which its desk sees, and for one that isn't reserved. */
  deskCode: z.string().nullable(),
  can: z.object({ release: z.boolean() }),
})
export type PromotionUse = z.output<typeof promotionUse>

/** The code and the price for which it is to be valid. */
export const promotionOrder = {
  code: z.string().max(100, promotionCodeTooLong).overwrite(cleanedCode).min(1, orderMissingMessage),
  orderCents: amount(orderMissingMessage),
}
/** `<centre>:<cents>`: a price of a centre. */
export const pricedAt = z
  .string()
  .max(60)
  .transform((text) => {
    const [centerId, priceCents] = text.split(':')
    return { centerId, priceCents: Number(priceCents) }
  })
  .pipe(z.object({ centerId: id, priceCents: cents.max(maxOrderCents) }))
export type PricedAt = z.output<typeof pricedAt>

export const ownPrice = z.object({
  centerId: id,
  priceCents: cents,
  /** The price less the discount. */
  finalCents: cents,
  kind: z.enum(['promotion', 'reward']),
  name: z.string(),
  /** The code to apply when paying; null for a reward, and for a promotion that the patient has applied. */
  code: z.string().nullable(),
  /** A promotion of the centre itself. */
  isOfCenter: z.boolean(),
})
export type OwnPrice = z.output<typeof ownPrice>

export type PublishedPromotion = z.output<typeof promotionTerms>
