import { eventIterator } from '@orpc/contract'
import { z } from 'zod'
import { route } from './route.ts'
import { id } from './values.ts'

/** Names the row that changed, never its content: the client refetches it. `ready` comes first, once the server listens. */
export const liveEvent = z.union([
  z.object({ about: z.literal('ready') }),
  z.object({ about: z.literal('agenda'), centerId: id, appointmentId: id }),
  z.object({ about: z.literal('appointments'), appointmentId: id }),
])
export type LiveEvent = z.output<typeof liveEvent>

export const live = {
  stream: route({
    method: 'GET',
    path: '/live',
    access: 'signedIn',
    summary: 'Lo que cambia para quien escucha, en el momento',
    tags: ['En vivo'],
  }).output(eventIterator(liveEvent)),
}
