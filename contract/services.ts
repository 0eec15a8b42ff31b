import { z } from 'zod'
import { typedName } from './names.ts'
import { cents, serviceSlug } from './values.ts'

/** How long a session may take. */
export const sessionMinutes = { min: 15, max: 300, preset: 60 } as const
export const durationRange = 'La duración de sesión debe ser un número entre 15 y 300 minutos'

/** A service with a price, which the wizard may take and the dashboard adds later. */
export const pricedService = z.object({
  serviceType: serviceSlug,
  name: typedName({ min: 2, max: 120, message: 'Escribe el nombre del servicio' }),
  priceCents: cents.max(100_000_000, 'Ese precio es demasiado alto'),
  durationMinutes: z.number().int().min(sessionMinutes.min, durationRange).max(sessionMinutes.max, durationRange),
})
export type PricedService = z.output<typeof pricedService>
