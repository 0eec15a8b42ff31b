import type { ErrorMap } from '@orpc/contract'
import { z } from 'zod'
import { rewardLimitsText } from './gift-limits.ts'
import { handoverUndoHours } from './loyalty-words.ts'

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
  'loyalty.provider_not_found': { status: 409, message: 'Ese centro no está publicado: elige otro.' },
  'loyalty.kind_is_fixed': {
    status: 409,
    message: 'Una recompensa que descuenta no pasa a entregarse, ni al revés: pausa esta y crea otra.',
  },
  'loyalty.stock_below_redeemed': {
    status: 409,
    message: 'La cantidad no puede ser menor que lo que ya se canjeó.',
    data: z.object({ redeemed: z.number().int() }),
  },
  /** `reason`: why the code hands nothing over, in Spanish. */
  'loyalty.code_refused': {
    status: 409,
    message: 'Ese código no sirve.',
    data: z.object({ reason: z.string() }),
  },
  'loyalty.handover_not_found': { status: 404, message: 'No encontramos esa entrega.' },
  'loyalty.not_undoable': {
    status: 409,
    message: `Una entrega se deshace dentro de las ${handoverUndoHours} horas. Escríbenos y la revisamos.`,
  },
  'loyalty.more_than_available': {
    status: 409,
    message: 'No tiene tantos puntos disponibles.',
    data: z.object({ availablePoints: z.number().int() }),
  },
} as const satisfies ErrorMap
