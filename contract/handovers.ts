import { z } from 'zod'
import { pickErrors } from './errors.ts'
import { loyaltyErrors } from './loyalty-errors.ts'
import { rewardTypes } from './loyalty-words.ts'
import { cleanedCode, promotionCodeMax, promotionCodeTooLong } from './promotion-codes.ts'
import { route } from './route.ts'
import { day, id, instant, version } from './values.ts'

/** The code that a patient shows at the desk: of a discount of Senda, or of a reward that is handed over. */
export const deskCode = z
  .string()
  .max(100, promotionCodeTooLong)
  .overwrite(cleanedCode)
  .min(1, 'Escribe el código que muestra el paciente')
  .max(promotionCodeMax, promotionCodeTooLong)

/** A reward that a patient redeemed, as the one who hands it over reads it. */
export const handover = z.object({
  /** The redemption's id. */
  id,
  rewardType: z.enum(rewardTypes),
  rewardName: z.string(),
  description: z.string().nullable(),
  patientName: z.string(),
  /** The last local day on which it can be handed over. */
  validUntil: day.nullable(),
  usedAt: instant.nullable(),
  can: z.object({ undo: z.boolean() }),
})
export type Handover = z.output<typeof handover>

/** A reward that Senda offers and a centre hands over. */
const centerReward = z.object({
  id,
  /** The version covers what the centre agrees to. */
  version,
  rewardType: z.enum(rewardTypes),
  name: z.string(),
  description: z.string().nullable(),
  pointsCost: z.number().int(),
  stock: z.number().int(),
  redeemed: z.number().int(),
  used: z.number().int(),
  startsOn: day,
  validUntil: day.nullable(),
  isOffered: z.boolean(),
  acceptedAt: instant.nullable(),
})
export type CenterReward = z.output<typeof centerReward>

const tags = ['Lealtad']
/** Null: what Senda itself hands over, which staff do. */
const provider = { centerId: id.nullish() }

const handoverErrors = pickErrors(loyaltyErrors, 'loyalty.handover_not_found')

/** Rewards that are handed over against a code: what the desk of a centre, and staff for Senda, do with them. */
export const handoverRoutes = {
  centerRewards: route({
    method: 'GET',
    path: '/centers/{centerId}/rewards',
    access: 'signedIn',
    summary: 'Las recompensas que entrega un centro, de la más nueva a la más vieja',
    tags,
  })
    .input(z.object({ centerId: id }))
    .output(z.object({ items: z.array(centerReward) }))
    .errors(handoverErrors),
  answerReward: route({
    method: 'PATCH',
    path: '/centers/{centerId}/rewards/{rewardId}',
    access: 'signedIn',
    changes: ['loyalty'],
    summary: 'El centro acepta entregar una recompensa, o deja de ofrecerla',
    description: 'Lo que ya se canjeó se entrega hasta su vencimiento.',
    tags,
  })
    .input(z.object({ centerId: id, rewardId: id, version, accepts: z.boolean() }))
    .output(centerReward)
    .errors(pickErrors(loyaltyErrors, 'loyalty.handover_not_found', 'loyalty.reward_not_found')),
  handovers: route({
    method: 'GET',
    path: '/reward-handovers',
    access: 'signedIn',
    summary: 'Las últimas recompensas que entregó un centro, o nuestro equipo',
    tags,
  })
    .input(z.object(provider))
    .output(z.object({ items: z.array(handover) }))
    .errors(handoverErrors),
  checkCode: route({
    method: 'POST',
    path: '/reward-handovers/check',
    access: 'signedIn',
    changes: [],
    summary: 'Qué recompensa se entrega con el código que muestra el paciente',
    tags,
  })
    .input(z.object({ ...provider, code: deskCode }))
    .output(handover)
    .errors(pickErrors(loyaltyErrors, 'loyalty.handover_not_found', 'loyalty.code_refused')),
  handOver: route({
    method: 'POST',
    path: '/reward-handovers',
    access: 'signedIn',
    changes: ['loyalty'],
    summary: 'Anota que se entregó una recompensa, y se lo cuenta al paciente',
    description: 'Repetirlo devuelve la misma entrega mientras el código sea el mismo y quien la anota también.',
    tags,
    successStatus: 201,
  })
    .input(z.object({ ...provider, redemptionId: id, code: deskCode }))
    .output(handover)
    .errors(pickErrors(loyaltyErrors, 'loyalty.handover_not_found', 'loyalty.code_refused')),
  undoHandover: route({
    method: 'POST',
    path: '/reward-handovers/{redemptionId}/undo',
    access: 'signedIn',
    changes: ['loyalty'],
    summary: 'Deshace una entrega anotada por error: la recompensa vuelve a quedar disponible',
    tags,
  })
    .input(z.object({ ...provider, redemptionId: id }))
    .output(handover)
    .errors(pickErrors(loyaltyErrors, 'loyalty.handover_not_found', 'loyalty.not_undoable')),
}
