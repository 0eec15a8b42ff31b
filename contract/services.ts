import { z } from 'zod'
import { typedName } from './names.ts'
import { cents, serviceSlug } from './values.ts'

/** Allowed durations of a session. */
export const sessionMinutes = { min: 15, max: 300, preset: 60 } as const
export const durationRange = 'La duración de sesión debe ser un número entre 15 y 300 minutos'

/** A service with a price, as entered in the wizard or later in the dashboard. */
export const pricedService = z.object({
  serviceType: serviceSlug,
  name: typedName({ min: 2, max: 120, message: 'Escribe el nombre del servicio' }),
  priceCents: cents.max(100_000_000, 'Ese precio es demasiado alto'),
  durationMinutes: z.number().int().min(sessionMinutes.min, durationRange).max(sessionMinutes.max, durationRange),
})
export type PricedService = z.output<typeof pricedService>
