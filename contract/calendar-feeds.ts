import { z } from 'zod'
import { memberErrors } from './centers.ts'
import { pickErrors } from './errors.ts'
import { route } from './route.ts'
import { teamErrors } from './team.ts'
import { id, instant } from './values.ts'

const tags = ['Calendario']

export const calendarFeed = z.object({
  id,
  /** Null for the feed of the whole centre. */
  professionalId: id.nullable(),
  professionalName: z.string().nullable(),
  createdAt: instant,
})
export type CalendarFeed = z.output<typeof calendarFeed>

/** The caller's private calendar addresses. Only the response to `create` contains the address itself. */
export const calendarFeeds = {
  list: route({
    method: 'GET',
    path: '/centers/{centerId}/calendar-feeds',
    access: 'signedIn',
    summary: 'Las propias direcciones de calendario',
    tags,
  })
    .input(z.object({ centerId: id }))
    .output(z.object({ items: z.array(calendarFeed) }))
    .errors(memberErrors),
  create: route({
    method: 'POST',
    path: '/centers/{centerId}/calendar-feeds',
    access: 'signedIn',
    changes: ['calendarFeeds'],
    summary: 'Crea una dirección nueva; la anterior del mismo calendario deja de servir',
    tags,
    successStatus: 201,
  })
    .input(z.object({ centerId: id, professionalId: id.nullable() }))
    .output(z.object({ feed: calendarFeed, url: z.string() }))
    .errors({ ...memberErrors, ...pickErrors(teamErrors, 'team.professional_not_found') }),
  remove: route({
    method: 'DELETE',
    path: '/centers/{centerId}/calendar-feeds/{feedId}',
    access: 'signedIn',
    changes: ['calendarFeeds'],
    summary: 'Elimina una dirección',
    tags,
  })
    .input(z.object({ centerId: id, feedId: id }))
    .output(z.object({ removed: z.boolean() }))
    .errors(memberErrors),
}
