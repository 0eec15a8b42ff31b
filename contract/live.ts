import { eventIterator } from '@orpc/contract'
import { z } from 'zod'
import { conversationSides } from './conversations.ts'
import { route } from './route.ts'
import { id } from './values.ts'

const number = z.number().int()

/**
 * Names what changed, never its content: the client fetches it. `position`: to resume after this event. `ready` comes
 * first, once the server listens, and again whenever it may have missed changes; unless `isResumed`, anything may have changed.
 * `alive` comes every 15 seconds.
 */
export const liveEvent = z
  .union([
    z.object({ about: z.literal('ready'), isResumed: z.boolean() }),
    z.object({ about: z.literal('alive') }),
    /** Rows changed that these reads show: `agenda.today`, or a noun for all of its reads. */
    z.object({ about: z.literal('changed'), reads: z.array(z.string()) }),
    z.object({
      about: z.literal('conversation'),
      conversationId: id,
      lastNumber: number,
      patientRead: number,
      centerRead: number,
      /** The number of a message that staff removed or restored. */
      changedNumber: number.optional(),
    }),
    z.object({ about: z.literal('typing'), conversationId: id, side: z.enum(conversationSides) }),
    z.object({ about: z.literal('notification'), notificationId: id }),
  ])
  .and(z.object({ position: z.string().optional() }))
export type LiveEvent = z.output<typeof liveEvent>

export const live = {
  stream: route({
    method: 'GET',
    path: '/live',
    access: 'signedIn',
    summary: 'Lo que cambia para quien escucha, en el momento',
    description:
      'Con `after`, la posición del último evento recibido, sigue donde quedó mientras el servidor lo recuerde.',
    tags: ['En vivo'],
  })
    .input(z.object({ after: z.string().max(40).optional() }))
    .output(eventIterator(liveEvent)),
}
