import { z } from 'zod'
import { careFilters } from './center-search.ts'
import { centerErrors } from './centers.ts'
import { pickErrors } from './errors.ts'
import { route } from './route.ts'
import { id, serviceSlug, typedText } from './values.ts'

export const recommendation = z.object({
  centerId: id,
  name: z.string(),
  rating: z.number(),
  totalReviews: z.number().int(),
  /** Why it is recommended, the most important reason first. */
  reasons: z.array(z.string()).max(3),
})
export type Recommendation = z.output<typeof recommendation>

export const recommendations = {
  list: route({
    method: 'GET',
    path: '/recommendations',
    access: 'public',
    summary: 'Los tres centros de un servicio que más convienen, con sus motivos',
    tags: ['Centros'],
  })
    .input(
      z.object({
        service: serviceSlug,
        need: typedText({ max: 100 }).optional(),
        /** Slug of a place of the gazetteer. */
        near: z.string().max(60).optional(),
        /** How far around that place; 0 means no limit. */
        radiusKm: z.coerce.number().min(0).max(1000).optional(),
        ...careFilters,
      }),
    )
    .output(
      z.object({
        items: z.array(recommendation).max(3),
        /** Another service that fits the need better. */
        otherService: serviceSlug.nullable(),
      }),
    )
    .errors(pickErrors(centerErrors, 'centers.unknown_place')),
}
