import type { ErrorMap } from '@orpc/contract'
import { z } from 'zod'
import { cancellationTerms } from './cancellation.ts'
import { pickErrors } from './errors.ts'
import { packageErrors } from './packages.ts'
import { type Changed, route } from './route.ts'
import { vatPercent } from './services.ts'
import { receiver } from './tax-data.ts'
import { cents, cursorInput, id, instant, pageOf, version } from './values.ts'

/** `page`: the gateway's own page, on which the patient chooses. */
export const checkoutMethods = ['card', 'mobile', 'wallet', 'page'] as const
export const checkoutMethod = z.enum(checkoutMethods)
export type CheckoutMethod = z.output<typeof checkoutMethod>

/** `created`: the gateway has not responded yet. `pending`: it is still deciding. `expired`: the patient left its page. */
export const checkoutStatuses = ['created', 'pending', 'approved', 'declined', 'expired'] as const
export type CheckoutStatus = (typeof checkoutStatuses)[number]

/** A part of the price. Discounts, earlier payments and what is paid later are negative. */
export const priceLine = z.object({
  /** `rest`: what is paid at the centre, where the payment is a deposit. */
  kind: z.enum(['service', 'direct', 'package', 'promotion', 'reward', 'credit', 'paid', 'rest']),
  label: z.string(),
  amountCents: z.number().int(),
})
export type PriceLine = z.output<typeof priceLine>

const price = z.object({ lines: z.array(priceLine), totalCents: cents })

/** A promotion that the patient applied, or a reward that they redeemed: one of them per payment. */
export const discountKinds = ['promotion', 'reward'] as const
const discountChoice = z.object({ kind: z.enum(discountKinds), id })
export const discount = discountChoice.extend({ label: z.string(), discountCents: cents })
export type Discount = z.output<typeof discount>

export const checkoutErrors = {
  'checkouts.not_found': { status: 404, message: 'No encontramos ese pago entre los tuyos.' },
  'checkouts.off': { status: 409, message: 'Por ahora se paga en el centro.' },
  'checkouts.hold_lost': {
    status: 409,
    message: 'Pasó el plazo para pagar la seña y la hora ya no está guardada. Elige otra para reservar.',
  },
  'checkouts.not_payable': { status: 409, message: 'Esta cita ya no se puede pagar en línea.' },
  'checkouts.already_paid': { status: 409, message: 'Esta cita ya está pagada.' },
  'checkouts.in_progress': {
    status: 409,
    message: 'Ya hay un pago en proceso. Espera a que termine.',
    data: z.object({ checkoutId: id }),
  },
  'checkouts.price_changed': { status: 409, message: 'El precio cambió. Mira el nuevo antes de pagar.', data: price },
  'checkouts.discount_lost': {
    status: 409,
    message: 'Ese descuento ya no se puede usar. Mira el precio antes de seguir.',
  },
  'checkouts.discount_in_use': {
    status: 409,
    message: 'Ese descuento está en otro pago en proceso. Espera a que termine.',
  },
  'checkouts.no_tax_data': {
    status: 409,
    message: 'No encontramos tus datos para el comprobante. Escríbelos otra vez.',
  },
  'checkouts.not_free': { status: 409, message: 'Todavía queda algo por pagar.' },
  'checkouts.unknown_professional': { status: 404, message: 'No encontramos a ese profesional.' },
  'checkouts.too_many_packages': { status: 409, message: 'Ya tienes demasiados bonos de este centro.' },
  'checkouts.not_refundable': { status: 409, message: 'Este pago ya no se puede devolver desde aquí.' },
  'checkouts.failed': { status: 502, message: 'No se pudo procesar el pago. Intenta nuevamente.' },
} as const satisfies ErrorMap

/** What its checkout can say of a package that is no longer sold. */
export const payErrors = { ...checkoutErrors, ...pickErrors(packageErrors, 'packages.offer_not_found') }

export const checkout = price.extend({
  id,
  status: z.enum(checkoutStatuses),
  method: checkoutMethod,
  /** Null for a package, and for a direct payment of a consultation. */
  appointmentId: id.nullable(),
  isPackage: z.boolean(),
  /** It pays the deposit of a held time, which its approval books. */
  isDeposit: z.boolean(),
  centerName: z.string(),
  worksAlone: z.boolean(),
  /** Of a package, all who give it. */
  professionalName: z.string(),
  card: z.object({ brand: z.string(), lastFour: z.string() }).nullable(),
  /** Why it was declined, in Spanish. */
  declineReason: z.string().nullable(),
  receiptNumber: z.number().int().nullable(),
  /** The IVA that the amount includes; null for a direct payment, whose service is not known yet, and for older payments. */
  vat: z.object({ percent: vatPercent, netCents: cents, vatCents: cents }).nullable(),
  /** The tax data that the patient asked for, as they were. */
  receiver: receiver.nullable(),
  /** What was given back, or is on its way. */
  refundedCents: cents,
  isRefundDone: z.boolean(),
  createdAt: instant,
  approvedAt: instant.nullable(),
  can: z.object({
    refund: z.boolean(),
  }),
})
export type Checkout = z.output<typeof checkout>

const target = {
  appointmentId: id.optional(),
  professionalId: id.optional(),
  /** Of a package that the centre sells. */
  offerId: id.optional(),
}
type Target = { appointmentId?: string; professionalId?: string; offerId?: string }
const oneTarget = ({ appointmentId, professionalId, offerId }: Target) =>
  [appointmentId, professionalId, offerId].filter((each) => each !== undefined).length === 1
const oneTargetMessage = { error: 'Indica la cita, el profesional o el bono' }

const tags = ['Pagos en línea']
/** The quote is left out, because a paid appointment no longer has a price to pay. */
const changes: readonly Changed[] = ['checkouts.list', 'checkouts.get', 'appointments', 'packages.mine']

/** Payments of the caller. Card data goes only to the gateway, which returns a token. */
export const checkouts = {
  quote: route({
    method: 'GET',
    path: '/checkouts/quote',
    access: 'signedIn',
    summary: 'Qué se paga por una cita, por un bono o por una consulta directa, y cómo',
    tags,
  })
    .input(
      z
        .object({
          ...target,
          /** The discount to include in the price; `none` for the full price. Without it, the promotion that the patient applied. */
          discountId: z.union([id, z.literal('none')]).optional(),
        })
        .refine(oneTarget, oneTargetMessage),
    )
    .output(
      price.extend({
        discounts: z.array(discount),
        /** The reason why a reward of the patient is not among the discounts. */
        rewardsNotice: z.string().nullable(),
        discountId: id.nullable(),
        /** What is bought, when it is a package. */
        package: z.object({ sessions: z.number().int(), validityDays: z.number().int() }).nullable(),
        /** The start of the appointment; null for a package and for a direct payment. */
        startsAt: instant.nullable(),
        /** Until when the time is held for the payment of its deposit; null for every other payment. */
        heldUntil: instant.nullable(),
        /** The terms of the appointment or of the package, which the patient agrees to by paying; null for a direct payment. */
        terms: version.nullable(),
        cancellation: cancellationTerms.nullable(),
        centerName: z.string(),
        worksAlone: z.boolean(),
        professionalName: z.string(),
        gateway: z.object({
          /** As patients know it. */
          label: z.string(),
          isTest: z.boolean(),
          methods: z.array(checkoutMethod),
          /** The gateway's address for card data; null when cards are paid on its page. */
          tokensUrl: z.string().nullable(),
          helpUrl: z.string().nullable(),
        }),
        inProgress: checkout.nullable(),
      }),
    )
    .errors(
      pickErrors(
        payErrors,
        'checkouts.off',
        'checkouts.hold_lost',
        'checkouts.not_payable',
        'checkouts.already_paid',
        'checkouts.unknown_professional',
        'checkouts.not_found',
        'checkouts.too_many_packages',
        'packages.offer_not_found',
      ),
    ),
  start: route({
    method: 'POST',
    path: '/checkouts',
    access: 'signedIn',
    changes,
    summary: 'Paga una cita, un bono o una consulta directa',
    description:
      'Con tarjeta responde cómo terminó. Con `mobile`, `wallet` o `page` responde la página del medio de pago. Repetir la clave devuelve el mismo pago.',
    tags,
    successStatus: 201,
  })
    .input(
      z
        .object({
          ...target,
          method: checkoutMethod,
          /** The gateway's token of the card. */
          token: z.string().min(1).max(200).optional(),
          totalCents: cents.min(1, 'No queda nada por pagar'),
          discount: discountChoice.optional(),
          /** The patient's own tax data, as they are now, go on the receipt. */
          withTaxData: z.boolean().optional(),
          /** The terms of the appointment or of the package that the patient read; under other terms, nothing is paid. */
          terms: version.optional(),
          idempotencyKey: id,
        })
        .refine(oneTarget, oneTargetMessage)
        .refine(({ professionalId, terms }) => (professionalId === undefined) === (terms !== undefined), {
          path: ['terms'],
          error: 'Una cita o un bono se paga con las condiciones que leíste',
        })
        .refine(({ method, token }) => (method === 'card') === (token !== undefined), {
          path: ['token'],
          error: 'La tarjeta necesita su código del medio de pago',
        }),
    )
    .output(z.object({ checkout, redirectUrl: z.string().nullable() }))
    .errors(
      pickErrors(
        payErrors,
        'checkouts.off',
        'checkouts.hold_lost',
        'checkouts.not_payable',
        'checkouts.already_paid',
        'checkouts.in_progress',
        'checkouts.price_changed',
        'checkouts.discount_lost',
        'checkouts.discount_in_use',
        'checkouts.no_tax_data',
        'checkouts.unknown_professional',
        'checkouts.not_found',
        'checkouts.too_many_packages',
        'packages.offer_not_found',
        'checkouts.failed',
      ),
    ),
  settle: route({
    method: 'POST',
    path: '/checkouts/settlements',
    access: 'signedIn',
    changes,
    summary: 'Confirma una cita que un descuento deja sin nada por pagar',
    description: 'Repetirlo con el mismo descuento no cambia nada.',
    tags,
  })
    .input(z.object({ appointmentId: id, discount: discountChoice, terms: version }))
    .output(z.object({ discountCents: cents }))
    .errors(
      pickErrors(
        checkoutErrors,
        'checkouts.not_found',
        'checkouts.hold_lost',
        'checkouts.not_payable',
        'checkouts.in_progress',
        'checkouts.discount_lost',
        'checkouts.discount_in_use',
        'checkouts.not_free',
      ),
    ),
  get: route({
    method: 'GET',
    path: '/checkouts/{checkoutId}',
    access: 'signedIn',
    summary: 'Un pago propio',
    tags,
  })
    .input(z.object({ checkoutId: id }))
    .output(checkout)
    .errors(pickErrors(checkoutErrors, 'checkouts.not_found')),
  list: route({
    method: 'GET',
    path: '/checkouts',
    access: 'signedIn',
    summary: 'Los pagos propios, del más nuevo al más viejo',
    description: 'Sin los intentos que no llegaron a cobrarse.',
    tags,
  })
    .input(z.object(cursorInput))
    .output(pageOf(checkout)),
  refund: route({
    method: 'POST',
    path: '/checkouts/{checkoutId}/refund',
    access: 'signedIn',
    changes,
    summary: 'Pide la devolución de una consulta directa que ninguna reserva usó',
    tags,
  })
    .input(z.object({ checkoutId: id }))
    .output(checkout)
    .errors(pickErrors(checkoutErrors, 'checkouts.not_found', 'checkouts.not_refundable')),
}
