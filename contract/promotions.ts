import type { ErrorMap } from '@orpc/contract'
import { z } from 'zod'
import { discountTypes, maxOrderCents, percentMessage } from './discounts.ts'
import { pickErrors } from './errors.ts'
import { promotionLimitsText } from './gift-limits.ts'
import { actionReason } from './moderation.ts'
import {
  cleanedCode,
  duplicateCodeMessage,
  isPromotionCode,
  maxPricedAt,
  orderMissingMessage,
  promotionCodeMax,
  promotionCodeMin,
  promotionCodeTooLong,
  reservationMinutes,
} from './promotion-codes.ts'
import { route } from './route.ts'
import { cents, cursorInput, day, id, instant, pageOf, typedText, version } from './values.ts'

export const promotionErrors = {
  'promotions.not_found': { status: 404, message: 'No encontramos esa promoción.' },
  'promotions.forbidden': { status: 403, message: 'Solo los centros y el equipo de Senda crean promociones.' },
  'promotions.admin_only': {
    status: 403,
    message: `Una promoción de Senda que descuenta ${promotionLimitsText}, la crea o la activa una administradora o un administrador.`,
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

const terms = z.object({
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

export const promotion = terms.extend({
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

const order = {
  code: z.string().max(100, promotionCodeTooLong).overwrite(cleanedCode).min(1, orderMissingMessage),
  orderCents: amount(orderMissingMessage),
}
/** `<centre>:<cents>`: a price of a centre. */
const pricedAt = z
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

const tags = ['Promociones']

export const promotions = {
  list: route({
    method: 'GET',
    path: '/promotions',
    access: 'signedIn',
    summary: 'Las promociones de un centro, o las de Senda, de la más nueva a la más vieja',
    description: 'Sin `centerId`, las de Senda: solo para su equipo.',
    tags,
  })
    .input(z.object({ centerId: id.optional() }))
    .output(z.object({ items: z.array(promotion) }))
    .errors(pickErrors(promotionErrors, 'promotions.forbidden', 'promotions.not_found')),
  create: route({
    method: 'POST',
    path: '/promotions',
    access: 'signedIn',
    changes: ['promotions'],
    summary: 'Crea una promoción de un centro, o de Senda',
    tags,
    successStatus: 201,
  })
    .input(
      promotionFields
        .extend({
          centerId: id.nullable(),
          /** Required for a promotion of Senda: staff read it in the record. */
          reason: actionReason.optional(),
        })
        .superRefine(checkDiscount)
        .refine(areDatesInOrder, { path: ['validUntil'], error: datesMessage }),
    )
    .output(promotion)
    .errors(
      pickErrors(
        promotionErrors,
        'promotions.forbidden',
        'promotions.admin_only',
        'promotions.not_found',
        'promotions.code_taken',
        'promotions.too_many',
      ),
    ),
  update: route({
    method: 'PATCH',
    path: '/promotions/{promotionId}',
    access: 'signedIn',
    changes: ['promotions'],
    summary: 'Activa, desactiva o corrige una promoción',
    description: 'El código y el descuento no cambian: hay pacientes que ya los aplicaron.',
    tags,
  })
    .input(
      z
        .object({
          promotionId: id,
          /** Every field of the form requires it; a switch (`isActive`, `isPublic`) does not. */
          version: version.optional(),
          isActive: z.boolean().optional(),
          isPublic: z.boolean().optional(),
          name: promotionFields.shape.name.optional(),
          description: promotionFields.shape.description.optional(),
          usageLimit: promotionFields.shape.usageLimit.optional(),
          validUntil: promotionFields.shape.validUntil.optional(),
          /** For a promotion of Senda; required when more than its activity changes. */
          reason: actionReason.optional(),
        })
        .refine(
          ({ version, name, description, usageLimit, validUntil }) =>
            version !== undefined || [name, description, usageLimit, validUntil].every((field) => field === undefined),
          { path: ['version'], error: 'Falta la versión que se leyó' },
        ),
    )
    .output(promotion)
    .errors(
      pickErrors(
        promotionErrors,
        'promotions.forbidden',
        'promotions.admin_only',
        'promotions.not_found',
        'promotions.limit_below_used',
      ),
    ),
  validate: route({
    method: 'POST',
    path: '/promotions/validate',
    access: 'signedIn',
    changes: [],
    summary: 'Si un código vale para un pedido, y cuánto descuenta',
    tags,
  })
    .input(z.object(order))
    .output(
      z.object({
        valid: z.boolean(),
        promotionId: id.nullable(),
        promotionName: z.string().nullable(),
        /** The only centre in which it is valid; null for every centre. */
        centerName: z.string().nullable(),
        discountCents: cents,
        finalCents: cents,
        /** Why it is not valid, in Spanish. */
        error: z.string().nullable(),
      }),
    ),
  apply: route({
    method: 'POST',
    path: '/promotions/uses',
    access: 'signedIn',
    changes: ['promotions'],
    summary: `Aplica una promoción: la reserva ${reservationMinutes} minutos para el próximo pago que la cumpla`,
    description:
      'Pide un correo confirmado y una cita sin pagar en la que valga. Repetirlo devuelve la misma reserva, también si la promoción se desactivó.',
    tags,
    successStatus: 201,
  })
    .input(z.object(order))
    .output(promotionUse)
    .errors(pickErrors(promotionErrors, 'promotions.invalid', 'promotions.unverified', 'promotions.no_appointment')),
  uses: route({
    method: 'GET',
    path: '/promotions/uses',
    access: 'signedIn',
    summary: 'Las promociones que aplicó quien llama, de la última a la primera',
    tags,
  })
    .input(z.object(cursorInput))
    .output(pageOf(promotionUse)),
  release: route({
    method: 'DELETE',
    path: '/promotions/uses/{useId}',
    access: 'signedIn',
    changes: ['promotions'],
    summary: 'Deja de reservar una promoción',
    tags,
  })
    .input(z.object({ useId: id }))
    .output(promotionUse)
    .errors(pickErrors(promotionErrors, 'promotions.use_not_found', 'promotions.not_reserved')),
  prices: route({
    method: 'GET',
    path: '/promotions/prices',
    access: 'signedIn',
    summary: 'Cuánto pagaría quien llama por precios de centros, con el mayor descuento que hoy vale',
    description: 'Cada precio es `<centro>:<centavos>`. Los que no tienen descuento no están en la respuesta.',
    tags,
  })
    .input(z.object({ prices: z.array(pricedAt).min(1).max(maxPricedAt) }))
    .output(z.object({ items: z.array(ownPrice) })),
  published: route({
    method: 'GET',
    path: '/promotions/published',
    access: 'signedIn',
    summary: 'Las promociones vigentes que se publican, de la más nueva a la más vieja',
    tags,
  })
    .input(z.object(cursorInput))
    .output(pageOf(terms)),
}
export type PublishedPromotion = z.output<typeof terms>
