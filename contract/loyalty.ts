import { z } from 'zod'
import { maxOrderCents } from './discounts.ts'
import { pickErrors } from './errors.ts'
import { handoverRoutes } from './handovers.ts'
import { loyaltyErrors } from './loyalty-errors.ts'
import {
  isHandedOver,
  maxPoints,
  maxPointsMessage,
  maxStock,
  movementTypes,
  redemptionStatuses,
  rewardTypes,
} from './loyalty-words.ts'
import { actionReason } from './moderation.ts'
import { areDatesInOrder, checkDiscount, datesMessage, discountTerms } from './promotions.ts'
import { staffRoles } from './roles.ts'
import { route } from './route.ts'
import { cents, cursorInput, day, id, instant, pageOf, typedText, version } from './values.ts'

const points = z.number().int()
const stockMessage = 'Escribe cuántas hay'

export const pointsBalance = z.object({
  /** Below zero when the points of a consultation were taken back after they were spent. */
  availablePoints: points,
  /**
   * The spendable points leave out today's points, and gifts before the first consultation that earned points. Never
   * negative.
   */
  spendablePoints: points,
  lifetimePoints: points,
})

/** What is handed over takes off a fixed amount of 0 cents. */
const rewardDiscount = {
  ...discountTerms,
  discountValue: z
    .number({ error: 'Escribe cuánto descuenta' })
    .min(0, 'Escribe cuánto descuenta')
    .max(maxOrderCents, 'El importe es demasiado grande'),
}

const rewardTerms = z.object({
  name: typedText({ min: 1, max: 100, message: 'Escribe un nombre' }),
  /** Null when empty. */
  description: typedText({ max: 500 }).nullable(),
  /** `service` is a whole consultation, up to the maximum; `upgrade` and `product` are handed over. */
  rewardType: z.enum(rewardTypes),
  pointsCost: z
    .number({ error: 'Escribe cuántos puntos cuesta' })
    .int('Escribe un número entero de puntos')
    .min(1, 'Como mínimo 1 punto')
    .max(maxPoints, maxPointsMessage),
  ...rewardDiscount,
})

/** The centre that hands a reward over; null when Senda does, and for a discount. */
const provider = z.object({ id, name: z.string() }).nullable()

export const reward = rewardTerms.extend({ id, validUntil: day.nullable(), provider })
export type Reward = z.output<typeof reward>

export const redemption = z.object({
  id,
  rewardName: z.string(),
  pointsUsed: points,
  rewardType: z.enum(rewardTypes),
  description: z.string().nullable(),
  provider,
  status: z.enum(redemptionStatuses),
  ...rewardDiscount,
  redeemedAt: instant,
  /** The last local day on which it can be used. */
  validUntil: day.nullable(),
  usedAt: instant.nullable(),
  appointmentId: id.nullable(),
  /** What the patient shows at the desk to use it there. Null when it can't be used any more. */
  deskCode: z.string().nullable(),
})
export type Redemption = z.output<typeof redemption>

export const pointsMovement = z.object({
  id,
  points,
  type: z.enum(movementTypes),
  description: z.string(),
  at: instant,
})

const rewardFields = rewardTerms.extend({
  startsOn: day.nullable(),
  validUntil: day.nullable(),
  /** The centre that hands it over; null: Senda does, or it is a discount. */
  providerId: id.nullable(),
  /** How many can be redeemed altogether; null for a discount. */
  stock: z
    .number({ error: stockMessage })
    .int(stockMessage)
    .min(1, stockMessage)
    .max(maxStock, `Como máximo ${maxStock.toLocaleString('es-UY')}`)
    .nullable(),
})
export type RewardFields = z.output<typeof rewardFields>

/** `awaiting`: its centre has not agreed to hand it over. `sold_out`: as many were redeemed as there are. */
export const rewardStates = ['active', 'paused', 'upcoming', 'ended', 'awaiting', 'sold_out'] as const
export type RewardState = (typeof rewardStates)[number]

export const staffReward = rewardTerms.extend({
  id,
  provider,
  stock: z.number().int().nullable(),
  /** The version covers the fields that its form edits. */
  version,
  startsOn: day,
  validUntil: day.nullable(),
  isActive: z.boolean(),
  state: z.enum(rewardStates),
  createdAt: instant,
  redeemed: z.number().int(),
  used: z.number().int(),
  can: z.object({ resume: z.boolean() }),
})
export type StaffReward = z.output<typeof staffReward>

function checkReward(fields: RewardFields, context: z.RefinementCtx): void {
  const refuse = (path: keyof RewardFields, message: string) =>
    context.addIssue({ code: 'custom', path: [path], message })
  const { rewardType, discountType, discountValue, maximumCents, providerId, stock } = fields
  if (!isHandedOver(rewardType)) {
    checkDiscount(fields, context)
    if (discountValue < 1) refuse('discountValue', 'Escribe cuánto descuenta')
    if (stock !== null) refuse('stock', 'Un descuento no tiene cantidad')
    if (providerId !== null) refuse('providerId', 'Un descuento vale en todos los centros')
    return
  }
  if (discountType !== 'fixed_amount' || discountValue !== 0 || maximumCents !== null) {
    refuse('discountValue', 'Lo que se entrega no descuenta nada')
  }
  if (stock === null) refuse('stock', stockMessage)
}

const tags = ['Lealtad']
const staffTags = ['Administración']
const wholeConsultation = ({ rewardType, discountType, discountValue }: RewardFields) =>
  rewardType !== 'service' || (discountType === 'percentage' && discountValue === 100)

export const loyalty = {
  points: route({
    method: 'GET',
    path: '/loyalty/points',
    access: 'signedIn',
    summary: 'Los puntos de quien llama, y sus últimos 20 movimientos',
    tags,
  }).output(
    pointsBalance.extend({
      /** When all of them expire, unless there is a movement before. */
      expiresAt: instant.nullable(),
      movements: z.array(pointsMovement),
    }),
  ),
  rewards: route({
    method: 'GET',
    path: '/loyalty/rewards',
    access: 'signedIn',
    summary: 'Las recompensas vigentes, de la que cuesta menos puntos a la que cuesta más',
    tags,
  }).output(z.object({ items: z.array(reward) })),
  redemptions: route({
    method: 'GET',
    path: '/loyalty/redemptions',
    access: 'signedIn',
    summary: 'Las recompensas que canjeó quien llama, de la última a la primera',
    tags,
  })
    .input(z.object(cursorInput))
    .output(pageOf(redemption)),
  redeem: route({
    method: 'POST',
    path: '/loyalty/redemptions',
    access: 'signedIn',
    changes: ['loyalty'],
    summary: 'Canjea puntos por una recompensa',
    description: 'Repetir la clave devuelve el mismo canje.',
    tags,
    successStatus: 201,
  })
    .input(
      z.object({
        rewardId: id,
        idempotencyKey: id,
        /** What the patient read: a reward that costs or gives something else by now is not redeemed. */
        seen: rewardTerms
          .pick({ pointsCost: true, discountType: true, discountValue: true, maximumCents: true })
          .extend({ name: typedText({ max: 100 }), description: typedText({ max: 500 }).nullable() }),
      }),
    )
    .output(redemption)
    .errors(
      pickErrors(loyaltyErrors, 'loyalty.reward_not_found', 'loyalty.not_enough_points', 'loyalty.not_spendable_yet'),
    ),
  ...handoverRoutes,
  staffRewards: route({
    method: 'GET',
    path: '/staff/rewards',
    access: staffRoles,
    summary: 'Todas las recompensas, de la más nueva a la más vieja',
    tags: staffTags,
  }).output(
    z.object({
      items: z.array(staffReward),
      /** The largest discount that the caller may give; null: no limit. */
      giftLimitCents: cents.nullable(),
    }),
  ),
  createReward: route({
    method: 'POST',
    path: '/staff/rewards',
    access: staffRoles,
    changes: ['loyalty'],
    summary: 'Crea una recompensa',
    tags: staffTags,
    successStatus: 201,
  })
    .input(
      rewardFields
        .extend({ reason: actionReason })
        .superRefine(checkReward)
        .refine(wholeConsultation, { path: ['discountValue'], error: 'Una consulta entera descuenta el 100 %' })
        .refine(areDatesInOrder, { path: ['validUntil'], error: datesMessage }),
    )
    .output(staffReward)
    .errors(pickErrors(loyaltyErrors, 'loyalty.admin_only', 'loyalty.provider_not_found')),
  updateReward: route({
    method: 'PUT',
    path: '/staff/rewards/{rewardId}',
    access: staffRoles,
    changes: ['loyalty'],
    summary: 'Cambia una recompensa',
    description: 'Lo que ya se canjeó conserva su descuento y su vencimiento.',
    tags: staffTags,
  })
    .input(
      rewardFields
        .extend({ rewardId: id, version, reason: actionReason })
        .superRefine(checkReward)
        .refine(wholeConsultation, { path: ['discountValue'], error: 'Una consulta entera descuenta el 100 %' })
        .refine(areDatesInOrder, { path: ['validUntil'], error: datesMessage }),
    )
    .output(staffReward)
    .errors(
      pickErrors(
        loyaltyErrors,
        'loyalty.reward_not_found',
        'loyalty.admin_only',
        'loyalty.provider_not_found',
        'loyalty.kind_is_fixed',
        'loyalty.stock_below_redeemed',
      ),
    ),
  setRewardActive: route({
    method: 'PATCH',
    path: '/staff/rewards/{rewardId}',
    access: staffRoles,
    changes: ['loyalty'],
    summary: 'Pausa o reanuda una recompensa',
    description: 'Lo que ya se canjeó se puede usar hasta su vencimiento.',
    tags: staffTags,
  })
    .input(z.object({ rewardId: id, isActive: z.boolean() }))
    .output(staffReward)
    .errors(pickErrors(loyaltyErrors, 'loyalty.reward_not_found', 'loyalty.admin_only')),
}
