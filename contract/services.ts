import { z } from 'zod'
import { sessionMinutes } from './calendar.ts'
import { depositRule } from './deposits.ts'
import { typedName } from './names.ts'
import { cents, id, serviceSlug } from './values.ts'
import { vatPercents } from './vat.ts'

/** A registration lists at most this many; a centre adds more later. */
export const maxPricedServices = 30

export const durationRange = `La duración de sesión debe ser un número entre ${sessionMinutes.min} y ${sessionMinutes.max} minutos`

export const pricedService = z.object({
  serviceType: serviceSlug,
  name: typedName({ min: 2, max: 120, message: 'Escribe el nombre del servicio' }),
  priceCents: cents.max(100_000_000, 'Ese precio es demasiado alto'),
  durationMinutes: z.number().int().min(sessionMinutes.min, durationRange).max(sessionMinutes.max, durationRange),
})
/** Only the owner reads and writes it: visitors see the price, which includes it. */
export const vatPercent = z.literal(vatPercents, 'Elige el IVA')

export type PricedService = z.output<typeof pricedService>

/** A priced service as its centre edits it, with its IVA and the deposit that it asks. */
export const offeredService = pricedService.extend({ ...depositRule.shape, vatPercent })
export type OfferedService = z.output<typeof offeredService>

/** A service as visitors and its team read it. */
export const service = z.object({
  id,
  professionalId: id,
  ...pricedService.shape,
  // As stored: some rows are older than these rules.
  name: z.string(),
  priceCents: cents,
  durationMinutes: z.number().int(),
  currency: z.literal('UYU'),
})
