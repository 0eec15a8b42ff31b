import { z } from 'zod'
import { pickErrors } from './errors.ts'
import { actionReason } from './moderation.ts'
import { maxPricedAt, reservationMinutes } from './promotion-codes.ts'
import {
  areDatesInOrder,
  checkDiscount,
  datesMessage,
  ownPrice,
  pricedAt,
  promotion,
  promotionErrors,
  promotionFields,
  promotionOrder,
  promotionTerms,
  promotionUse,
} from './promotions.ts'
import { route } from './route.ts'
import { cents, cursorInput, id, pageOf, version } from './values.ts'

const tags = ['Promociones']

export const promotions = {
  list: route({
    method: 'GET',
    path: '/promotions',
    access: 'signedIn',
    summary: 'Las promociones de un centro, o las que valen en todos, de la más nueva a la más vieja',
    description: 'Sin `centerId`, las que valen en todos los centros: solo para nuestro equipo.',
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
    summary: 'Crea una promoción de un centro, o una que vale en todos',
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
    .input(z.object(promotionOrder))
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
    .input(z.object(promotionOrder))
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
    .output(pageOf(promotionTerms)),
}
