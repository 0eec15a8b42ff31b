import { z } from 'zod'
import { deskMethod } from './agenda.ts'
import { ownerErrors } from './centers.ts'
import { route } from './route.ts'
import { cents, cursorInput, day, id, instant, pageOf } from './values.ts'

const tags = ['Dinero']
const period = z
  .object({ centerId: id, from: day, to: day })
  .refine(({ from, to }) => from <= to, { path: ['to'], error: 'La fecha de fin va después de la de inicio' })
  .refine(({ from, to }) => Date.parse(to) - Date.parse(from) <= 1100 * 86_400_000, {
    path: ['to'],
    error: 'El período puede tener hasta tres años',
  })

const line = z.object({
  /** Completed appointments. */
  consultations: z.number().int(),
  /** The sum of their prices. */
  valueCents: cents,
  /** The part of it marked «Cobrado en el centro». */
  collectedCents: cents,
})

export const revenue = z.object({
  total: line,
  /** Every month of the period, including empty ones. `month`: its first day. */
  byMonth: z.array(line.extend({ month: day })),
  byService: z.array(line.extend({ name: z.string() })),
  byProfessional: z.array(line.extend({ professionalId: id, name: z.string() })),
  byMethod: z.array(z.object({ method: deskMethod, payments: z.number().int(), collectedCents: cents })),
})
export type Revenue = z.output<typeof revenue>

export const commission = z.object({
  id,
  appointmentId: id,
  startsAt: instant,
  serviceName: z.string(),
  professionalName: z.string(),
  paymentCents: cents,
  commissionCents: cents,
  ratePercent: z.number(),
  status: z.enum(['pending', 'paid', 'cancelled']),
  createdAt: instant,
  /** Of the settlement with which it was paid. */
  reference: z.string().nullable(),
})
export type Commission = z.output<typeof commission>

/** Only the owner may call these routes. Days are local days of the appointments, both inclusive. */
export const payments = {
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
        /** Totals over all pages. */
        owedCents: cents,
        paidCents: cents,
      }),
    )
    .errors(ownerErrors),
}
