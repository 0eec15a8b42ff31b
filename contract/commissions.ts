import type { ErrorMap } from '@orpc/contract'
import { z } from 'zod'
import { centerRecordErrors } from './center-records.ts'
import { centerErrors } from './centers.ts'
import { commissionOrders, commissionOrigins, commissionPeriods, commissionStatuses } from './commission-statuses.ts'
import { pickErrors } from './errors.ts'
import { commissionLimitsText } from './gift-limits.ts'
import { actionOutcomes, actionReason, maxTargets, moderationErrors, recordedAction, seenTarget } from './moderation.ts'
import { staffRoles } from './roles.ts'
import { route } from './route.ts'
import { cents, cursorInput, day, id, instant, pageOf, typedText } from './values.ts'

export const commissionErrors = {
  'commissions.not_found': { status: 404, message: 'No encontramos esa comisión.' },
  'commissions.not_pending': { status: 409, message: 'Esta comisión ya no está pendiente.' },
  'commissions.credit_above': {
    status: 409,
    message:
      'En esta comisión le acreditamos al centro, por un descuento nuestro, más de lo que el centro nos debe. Sin ella, el centro perdería lo que adelantó.',
  },
  'commissions.withheld': {
    status: 409,
    message: 'Esta comisión ya se descontó del pago en línea: no queda nada que dejar sin efecto.',
  },
  'commissions.changed': {
    status: 409,
    message: 'Lo que debe este centro cambió. Mira las cifras nuevas y decide de nuevo.',
  },
  'commissions.reference_used': {
    status: 409,
    message: 'Este centro ya tiene una liquidación con esa referencia. Elige otra.',
  },
  'commissions.month_not_over': {
    status: 409,
    message: 'Ese mes todavía no terminó. Se liquida cuando termina.',
  },
  'commissions.rate_exists': {
    status: 409,
    message: 'Ya hay un porcentaje desde ese día. Elige otro día, o deshaz primero ese cambio.',
  },
  'commissions.admin_only': {
    status: 403,
    message: `Dejar sin efecto comisiones, o bajar un porcentaje que en un año valió, por ${commissionLimitsText}, lo hace una administradora o un administrador.`,
  },
  'commissions.exporting': {
    status: 409,
    message: 'Ya estás descargando una planilla. Espera a que termine.',
  },
} as const satisfies ErrorMap

/** A text shorter than this would match almost every centre. */
export const minCenterText = 3

/** How a centre recognizes a settlement, such as the number of a bank transfer. */
export const settlementReference = typedText({ min: 1, max: 60, message: 'Escribe la referencia', plain: true })

export const commissionRow = z.object({
  id,
  centerId: id,
  centerName: z.string(),
  paymentCents: cents,
  commissionCents: cents,
  /** What Senda owes the centre for its own promotion or reward. */
  creditCents: cents,
  /** What the gateway took from the payment in advance. */
  withheldCents: cents,
  ratePercent: z.number(),
  origin: z.enum(commissionOrigins),
  status: z.enum(commissionStatuses),
  createdAt: instant,
  /** The reference of the settlement with which it was paid. */
  reference: z.string().nullable(),
  /** See `seenTarget`. */
  lastActionId: id.nullable(),
  can: z.object({ cancel: z.boolean() }),
})
export type CommissionRow = z.output<typeof commissionRow>

const sums = z.object({ count: z.number().int(), paymentCents: cents, commissionCents: cents })

export const commissionSummary = z.object({
  /** The days are Montevideo days, both included. */
  from: day,
  to: day,
  totals: z.object({ pending: sums, paid: sums, cancelled: sums }),
  /** The trend, empty spans included: days of a week or month, weeks of a quarter, months of a year. */
  trend: z.object({
    unit: z.enum(['day', 'week', 'month']),
    /** `from`: the first day of the day, week or month. The amounts leave out cancelled commissions. */
    spans: z.array(z.object({ from: day, commissionCents: cents, paidCents: cents })),
  }),
})
export type CommissionSummary = z.output<typeof commissionSummary>

/** The commissions less the credits: negative when Senda owes the centre more. */
export const owedCents = z.number().int()
const pending = z.object({ count: z.number().int(), commissionCents: owedCents })

export const owingCenter = pending.extend({
  centerId: id,
  centerName: z.string(),
  /** Its pending commissions of all time. */
  whole: pending,
  can: z.object({ settle: z.boolean() }),
})
export type OwingCenter = z.output<typeof owingCenter>

/** A centre that costs Senda more than it brings in a period. At most 50 are listed. */
const overcreditedCenter = z.object({
  centerId: id,
  centerName: z.string(),
  /** The sum leaves out cancelled commissions. */
  commissionCents: cents,
  /** Senda's own promotions and rewards on the centre's appointments. */
  creditCents: cents,
  /** The points that the centre's appointments gave to its patients. */
  points: z.number().int(),
})

export const settleOutcomes = z.object({
  items: z.array(
    actionOutcomes.shape.items.element.extend({
      /** What a refused centre owes now. */
      pending: pending.nullable(),
    }),
  ),
})
export type SettleOutcomes = z.output<typeof settleOutcomes>

/** A percentage in steps of 0.1. */
export const ratePercent = z
  .number({ error: 'Escribe un número' })
  .min(0, 'Va de 0 a 100')
  .max(100, 'Va de 0 a 100')
  .refine((percent) => Math.round(percent * 10) / 10 === percent, 'Puede tener un decimal')

/** A rate that staff set. It applies until the day of the next one. */
export const centerRate = z.object({ id, ratePercent: z.number(), appliesFrom: day })

export const centerRates = z.object({
  centerId: id,
  centerName: z.string(),
  /** The first local day from which staff may set a rate: today. */
  today: day,
  currentPercent: z.number(),
  /** The rate before the first one that staff set. */
  firstPercent: z.number(),
  /** Latest day first, without those that were undone. At most 50. */
  rates: z.array(centerRate),
  /** The last action on the rates: see `seenTarget`. */
  lastActionId: id.nullable(),
  /** Newest first, at most 50. */
  actions: z.array(recordedAction),
  can: z.object({ set: z.boolean() }),
})
export type CenterRates = z.output<typeof centerRates>

const period = z.enum(commissionPeriods)
const centerText = typedText({ max: 100 })
  .refine((text) => text === '' || text.length >= minCenterText, `Escribe al menos ${minCenterText} letras`)
  .optional()
const tags = ['Administración']

export const commissions = {
  list: route({
    method: 'GET',
    path: '/staff/commissions',
    access: staffRoles,
    summary: 'Las comisiones de un período',
    tags,
  })
    .input(
      z.object({
        period,
        status: z.enum(commissionStatuses).optional(),
        center: centerText,
        /** Without it, the newest come first. A cursor belongs to one order. */
        order: z.enum(commissionOrders).optional(),
        ...cursorInput,
      }),
    )
    .output(pageOf(commissionRow)),
  summary: route({
    method: 'GET',
    path: '/staff/commissions/summary',
    access: staffRoles,
    summary: 'Los totales y la evolución de un período',
    tags,
  })
    .input(z.object({ period }))
    .output(commissionSummary),
  owing: route({
    method: 'GET',
    path: '/staff/commissions/owing',
    access: staffRoles,
    summary: 'Los centros con comisiones pendientes de un período, el que más debe primero',
    tags,
  })
    .input(z.object({ period, center: centerText, ...cursorInput }))
    .output(pageOf(owingCenter)),
  overcredited: route({
    method: 'GET',
    path: '/staff/commissions/overcredited',
    access: staffRoles,
    summary:
      'Los centros cuyos descuentos a nuestro cargo superan sus comisiones en un período, el de mayor exceso primero',
    tags,
  })
    .input(z.object({ period }))
    .output(z.object({ items: z.array(overcreditedCenter) })),
  get: route({
    method: 'GET',
    path: '/staff/commissions/{commissionId}',
    access: staffRoles,
    summary: 'Una comisión, con sus medidas y las de su liquidación',
    tags,
  })
    .input(z.object({ commissionId: id }))
    .output(
      z.object({
        commission: commissionRow,
        /** At most 50, newest first. */
        actions: z.array(recordedAction),
      }),
    )
    .errors(pickErrors(commissionErrors, 'commissions.not_found')),
  csv: route({
    method: 'GET',
    path: '/staff/commissions/csv',
    access: staffRoles,
    summary: 'Todas las comisiones de un período, para una planilla',
    tags,
  })
    .input(z.object({ period }))
    // Streamed.
    .output(z.file())
    .errors(pickErrors(commissionErrors, 'commissions.exporting')),
  rates: route({
    method: 'GET',
    path: '/staff/centers/{centerId}/rates',
    access: staffRoles,
    summary: 'El porcentaje de comisión de un centro y su historial',
    tags,
  })
    .input(z.object({ centerId: id }))
    .output(centerRates)
    .errors(pickErrors(centerErrors, 'centers.not_found')),
  setRate: route({
    method: 'POST',
    path: '/staff/centers/{centerId}/rates',
    access: staffRoles,
    changes: ['commissions.rates'],
    summary: 'Cambia el porcentaje de comisión de un centro desde un día',
    tags,
  })
    .input(z.object({ centerId: id, ratePercent, appliesFrom: day, reason: actionReason, lastActionId: id.nullable() }))
    .output(centerRates)
    .errors({
      ...pickErrors(centerErrors, 'centers.not_found'),
      ...pickErrors(centerRecordErrors, 'centerRecords.own_center'),
      ...pickErrors(moderationErrors, 'moderation.changed'),
      ...pickErrors(commissionErrors, 'commissions.rate_exists', 'commissions.admin_only'),
    }),
  settle: route({
    method: 'POST',
    path: '/staff/commissions/settle',
    access: staffRoles,
    changes: ['commissions'],
    summary: 'Marca como pagado lo que cada centro debe de un período',
    tags,
  })
    .input(
      z.object({
        period,
        reference: settlementReference,
        /** The centres, each with what the caller has seen that it owes. */
        targets: z
          .array(z.object({ id, count: z.number().int().min(1), commissionCents: owedCents }))
          .min(1)
          .max(maxTargets, `Como máximo ${maxTargets} centros a la vez`),
      }),
    )
    .output(settleOutcomes),
  cancel: route({
    method: 'POST',
    path: '/staff/commissions/cancel',
    access: staffRoles,
    changes: ['commissions'],
    summary: 'Deja sin efecto comisiones pendientes',
    tags,
  })
    .input(
      z.object({
        targets: z.array(seenTarget).min(1).max(maxTargets, `Como máximo ${maxTargets} comisiones a la vez`),
        reason: actionReason,
      }),
    )
    .output(actionOutcomes),
}
