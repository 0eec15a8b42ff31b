import type { ErrorMap } from '@orpc/contract'
import { z } from 'zod'
import { ownerErrors } from './centers.ts'
import { commissionOrigins, commissionStatuses } from './commission-statuses.ts'
import { income } from './income.ts'
import { disputes, refundRefusals } from './payment-accounts.ts'
import { paymentMethod } from './payment-methods.ts'
import { staffRoles } from './roles.ts'
import { route } from './route.ts'
import { cents, cursorInput, day, firstOfMonth, id, instant, pageOf } from './values.ts'

const tags = ['Dinero']
const period = z
  .object({ centerId: id, from: day, to: day })
  .refine(({ from, to }) => from <= to, { path: ['to'], error: 'La fecha de fin va después de la de inicio' })
  .refine(({ from, to }) => Date.parse(to) - Date.parse(from) <= 1100 * 86_400_000, {
    path: ['to'],
    error: 'El período puede tener hasta tres años',
  })

const signedCents = z.number().int()

const line = income

export const revenue = z.object({
  total: line,
  /** Only what is decided: completed, cancelled and missed appointments. Every month of the period is listed, including empty ones. `month` is its first day. */
  byMonth: z.array(line.extend({ month: day })),
  /** What was paid for packages in the period: it is in the sums by month and by method, and of no service or professional. */
  packages: line,
  byService: z.array(line.extend({ name: z.string() })),
  byProfessional: z.array(line.extend({ professionalId: id, name: z.string() })),
  /** What was paid and not given back, by method; together they are the collected amount. */
  byMethod: z.array(z.object({ method: paymentMethod, payments: z.number().int(), collectedCents: signedCents })),
  /** What is paid for open appointments of all time, at the centre and online. None of it is in the sums before. */
  inAdvance: z.object({
    appointments: z.number().int(),
    deskCents: cents,
    onlineCents: cents,
    /** What Senda holds of what was paid online; the rest is on the centre's own account. */
    inTransitCents: cents,
    /** Direct payments that no booking has consumed: their patients may ask for them back. */
    direct: z.object({ count: z.number().int(), cents }),
  }),
})
export type Revenue = z.output<typeof revenue>

export const commission = z.object({
  id,
  appointmentId: id,
  startsAt: instant,
  /** When the patient's own booking was that this one of the desk replaces; null for every other appointment. */
  replacedStartsAt: instant.nullable(),
  serviceName: z.string(),
  professionalName: z.string(),
  paymentCents: cents,
  commissionCents: cents,
  /** What Senda owes the centre for a discount of Senda's: a promotion or a reward. */
  creditCents: cents,
  /** What the gateway took from the payment in advance. */
  withheldCents: cents,
  ratePercent: z.number(),
  origin: z.enum(commissionOrigins),
  status: z.enum(commissionStatuses),
  createdAt: instant,
  /** The reference of the settlement with which it was paid. */
  reference: z.string().nullable(),
})
export type Commission = z.output<typeof commission>

export const settlement = z.object({
  id,
  reference: z.string(),
  /** The local days of its first and its last commission; null when they were not recorded. */
  from: day.nullable(),
  to: day.nullable(),
  count: z.number().int(),
  /** The commissions less the credits: negative when Senda paid the centre. */
  commissionCents: z.number().int(),
  /** The calendar month that it settles, by its first day; null when it is about commissions alone. */
  month: day.nullable(),
  /** The online payments that Senda passed on with it; negative when refunds of earlier ones were more. */
  onlineCents: z.number().int(),
  at: instant,
  /** Staff undid it: its commissions are pending again, or belong to another settlement. */
  isUndone: z.boolean(),
})
export type Settlement = z.output<typeof settlement>

export const ownRates = z.object({
  today: day,
  currentPercent: z.number(),
  /** The rate from the centre's registration until the earliest of `rates` applies. */
  firstPercent: z.number(),
  /** The latest day first, including future days; at most 50. */
  rates: z.array(z.object({ id, ratePercent: z.number(), appliesFrom: day })),
})

/** What is open of the appointments of a month between the centre and Senda. */
const openMonth = z.object({
  month: day,
  /** Paid online, and held by Senda; negative: passed on, and refunded to the patient afterwards. */
  inTransitCents: signedCents,
  /** The pending commissions less the credits. */
  commissionCents: signedCents,
  /** What Senda will transfer to the centre; negative: what the centre owes. */
  transferCents: signedCents,
  /** The first day on which staff can settle it. */
  settledFrom: day,
})
export const maxOpenMonths = 36
export const transit = z.object({
  /** Newest first, at most 36, only months with something open. */
  months: z.array(openMonth),
  /** Of all months. */
  total: openMonth.pick({ inTransitCents: true, commissionCents: true, transferCents: true }),
  /** What Senda holds for appointments that have not taken place: it counts with the month of the appointment. */
  advanceCents: cents,
})
export type Transit = z.output<typeof transit>

/** `gateway`: it is asked for again. `center`: the centre gave the money back itself. */
export const refusalWays = ['gateway', 'center'] as const
export type RefusalWay = (typeof refusalWays)[number]

export const paymentErrors = {
  'payments.refund_not_found': { status: 404, message: 'No encontramos esa devolución.' },
  'payments.refund_decided': { status: 409, message: 'Esa devolución ya se resolvió de otra manera. Mira cómo quedó.' },
} as const satisfies ErrorMap

/**
 * A payment that the payer disputed, whose refund the gateway refused, or that the gateway no longer shows. At most 50 are listed, the latest
 * first, those that a centre says to have given back for 90 days.
 */
const troubledPayment = z.object({
  checkoutId: id,
  centerId: id,
  centerName: z.string(),
  /** Null: it may have been paid, which the gateway does not show. */
  receiptNumber: z.number().int().nullable(),
  amountCents: cents,
  dispute: z.enum(disputes).nullable(),
  refusal: z.enum(refundRefusals).nullable(),
  /** When the centre recorded that it gave the money back itself. */
  claimedAt: instant.nullable(),
  /** Since when the gateway refuses to show it: what its account gives back in between stays unknown. */
  unreadSince: instant.nullable(),
  at: instant,
})

/** Only the owner may call these routes, but for `troubled`, which staff read. Days are local days of the appointments, both inclusive. */
export const payments = {
  transit: route({
    method: 'GET',
    path: '/centers/{centerId}/transit',
    access: 'signedIn',
    summary: 'Lo que el centro todavía no recibió de los pagos en línea y lo que debe de comisiones, por mes',
    tags,
  })
    .input(z.object({ centerId: id }))
    .output(transit)
    .errors(ownerErrors),
  resolveRefusal: route({
    method: 'POST',
    path: '/centers/{centerId}/refused-refunds/{refundId}/resolutions',
    access: 'signedIn',
    changes: ['paymentAccounts', 'payments', 'agenda', 'contacts', 'checkouts'],
    summary:
      'Decide qué pasa con una devolución que no se pudo hacer: se pide otra vez, o el centro la hizo por otro medio',
    tags,
  })
    .input(z.object({ centerId: id, refundId: id, way: z.enum(refusalWays) }))
    .output(z.object({}))
    .errors({ ...ownerErrors, ...paymentErrors }),
  troubled: route({
    method: 'GET',
    path: '/staff/payments/troubled',
    access: staffRoles,
    summary: 'Los pagos en línea en disputa, perdidos o con una devolución que no se pudo hacer',
    tags,
  }).output(z.object({ items: z.array(troubledPayment) })),
  statementCsv: route({
    method: 'GET',
    path: '/centers/{centerId}/statements/{month}/csv',
    access: 'signedIn',
    summary: 'El estado de cuenta de un mes, para una planilla',
    tags,
  })
    .input(z.object({ centerId: id, month: firstOfMonth }))
    .output(z.object({ fileName: z.string(), csv: z.string() }))
    .errors(ownerErrors),
  statementPdf: route({
    method: 'GET',
    path: '/centers/{centerId}/statements/{month}/pdf',
    access: 'signedIn',
    summary: 'El estado de cuenta de un mes, en PDF',
    tags,
  })
    .input(z.object({ centerId: id, month: firstOfMonth }))
    .output(z.file())
    .errors(ownerErrors),
  revenue: route({
    method: 'GET',
    path: '/centers/{centerId}/revenue',
    access: 'signedIn',
    summary: 'Ingresos por mes, servicio y profesional',
    tags,
  })
    .input(period)
    .output(revenue)
    .errors(ownerErrors),
  revenueCsv: route({
    method: 'GET',
    path: '/centers/{centerId}/revenue/csv',
    access: 'signedIn',
    summary: 'Cada consulta del período, para una planilla',
    tags,
  })
    .input(period)
    .output(z.object({ fileName: z.string(), csv: z.string() }))
    .errors(ownerErrors),
  commissions: route({
    method: 'GET',
    path: '/centers/{centerId}/commissions',
    access: 'signedIn',
    summary: 'Las comisiones del centro, de la más nueva a la más vieja',
    tags,
  })
    .input(z.object({ centerId: id, ...cursorInput }))
    .output(
      pageOf(commission).extend({
        /** Totals across all pages, less the credits: negative when Senda owes the centre more. */
        owedCents: z.number().int(),
        paidCents: z.number().int(),
      }),
    )
    .errors(ownerErrors),
  settlements: route({
    method: 'GET',
    path: '/centers/{centerId}/settlements',
    access: 'signedIn',
    summary: 'Las liquidaciones de comisiones del centro, de la más nueva a la más vieja',
    tags,
  })
    .input(z.object({ centerId: id, ...cursorInput }))
    .output(
      pageOf(settlement).extend({
        /** The commissions that are not settled yet, across all pages. */
        pending: z.object({ count: z.number().int(), commissionCents: z.number().int() }),
      }),
    )
    .errors(ownerErrors),
  commissionRates: route({
    method: 'GET',
    path: '/centers/{centerId}/commission-rates',
    access: 'signedIn',
    summary: 'El porcentaje de comisión del centro y su historial',
    tags,
  })
    .input(z.object({ centerId: id }))
    .output(ownRates)
    .errors(ownerErrors),
}
