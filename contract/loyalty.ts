import type { ErrorMap } from '@orpc/contract'
import { z } from 'zod'
import { pickErrors } from './errors.ts'
import { rewardLimitsText } from './gift-limits.ts'
import { maxPoints, maxPointsMessage, movementTypes, redemptionStatuses, rewardTypes } from './loyalty-words.ts'
import { actionReason } from './moderation.ts'
import { areDatesInOrder, checkDiscount, datesMessage, discountTerms } from './promotions.ts'
import { staffRoles } from './roles.ts'
import { route } from './route.ts'
import { cents, cursorInput, day, id, instant, pageOf, typedText, version } from './values.ts'

export const loyaltyErrors = {
  'loyalty.reward_not_found': { status: 404, message: 'Esa recompensa ya no está disponible.' },
  'loyalty.not_enough_points': {
    status: 409,
    message: 'Puntos insuficientes',
    data: z.object({ pointsCost: z.number().int(), availablePoints: z.number().int() }),
  },
  'loyalty.not_spendable_yet': {
    status: 409,
    message:
      'Todavía no puedes usar esos puntos: los que ganaste hoy se usan desde mañana, y los de bienvenida o de una cita cancelada, después del día de tu primera consulta que sumó puntos.',
    data: z.object({ pointsCost: z.number().int(), spendablePoints: z.number().int() }),
  },
  'loyalty.admin_only': {
    status: 403,
    message: `Una recompensa que descuenta ${rewardLimitsText}, la crea o la reanuda una administradora o un administrador.`,
  },
  'loyalty.more_than_available': {
    status: 409,
    message: 'No tiene tantos puntos disponibles.',
    data: z.object({ availablePoints: z.number().int() }),
  },
} as const satisfies ErrorMap

const points = z.number().int()

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

const rewardTerms = z.object({
  name: typedText({ min: 1, max: 100, message: 'Escribe un nombre' }),
  /** Null when empty. */
  description: typedText({ max: 500 }).nullable(),
  /** `service` is a whole consultation, up to the maximum. */
  rewardType: z.enum(rewardTypes),
  pointsCost: z
    .number({ error: 'Escribe cuántos puntos cuesta' })
    .int('Escribe un número entero de puntos')
    .min(1, 'Como mínimo 1 punto')
    .max(maxPoints, maxPointsMessage),
  ...discountTerms,
})

export const reward = rewardTerms.extend({ id, validUntil: day.nullable() })
export type Reward = z.output<typeof reward>

export const redemption = z.object({
  id,
  rewardName: z.string(),
  pointsUsed: points,
  status: z.enum(redemptionStatuses),
  ...discountTerms,
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

const rewardFields = rewardTerms.extend({ startsOn: day.nullable(), validUntil: day.nullable() })
export type RewardFields = z.output<typeof rewardFields>

export const rewardStates = ['active', 'paused', 'upcoming', 'ended'] as const
export type RewardState = (typeof rewardStates)[number]

export const staffReward = rewardTerms.extend({
  id,
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
        seen: rewardTerms.pick({ pointsCost: true, discountType: true, discountValue: true, maximumCents: true }),
      }),
    )
    .output(redemption)
    .errors(
      pickErrors(loyaltyErrors, 'loyalty.reward_not_found', 'loyalty.not_enough_points', 'loyalty.not_spendable_yet'),
    ),
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
        .superRefine(checkDiscount)
        .refine(wholeConsultation, { path: ['discountValue'], error: 'Una consulta entera descuenta el 100 %' })
        .refine(areDatesInOrder, { path: ['validUntil'], error: datesMessage }),
    )
    .output(staffReward)
    .errors(pickErrors(loyaltyErrors, 'loyalty.admin_only')),
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
        .superRefine(checkDiscount)
        .refine(wholeConsultation, { path: ['discountValue'], error: 'Una consulta entera descuenta el 100 %' })
        .refine(areDatesInOrder, { path: ['validUntil'], error: datesMessage }),
    )
    .output(staffReward)
    .errors(pickErrors(loyaltyErrors, 'loyalty.reward_not_found', 'loyalty.admin_only')),
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
