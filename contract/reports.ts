import type { ErrorMap } from '@orpc/contract'
import { z } from 'zod'
import { maxTargets, measureOutcomes, measureReason, seenTarget } from './moderation.ts'
import { queueViews, reportKinds } from './report-kinds.ts'
import { staffRoles } from './roles.ts'
import { route } from './route.ts'
import { cursorInput, id, instant, pageOf, typedText } from './values.ts'

export const reportErrors = {
  'reports.not_found': { status: 404, message: 'No encontramos esa opinión.' },
  'reports.own': {
    status: 403,
    message: 'Esta opinión es tuya o de un centro en el que trabajas: decide otra persona del equipo.',
  },
  'reports.of_staff': { status: 403, message: 'La escribió alguien del equipo: decide la administración.' },
  'reports.removed': { status: 409, message: 'Esta opinión ya se retiró.' },
} as const satisfies ErrorMap

const report = z.object({
  reason: z.string(),
  at: instant,
  /** Null: the account was deleted. */
  reporterName: z.string().nullable(),
  /** A member reports for the centre that the review is about. */
  isByCenter: z.boolean(),
  isOpen: z.boolean(),
})

/** A row of the queue: a review, with the facts that staff decide by. */
export const queueItem = z.object({
  kind: z.literal('review'),
  id,
  /** `reviews` and `removed` count the author's reviews, `warnings` the measures on them that are in effect. */
  author: z.object({
    id,
    name: z.string(),
    reviews: z.number().int(),
    removed: z.number().int(),
    warnings: z.number().int(),
  }),
  center: z.object({ id, name: z.string() }),
  professionalName: z.string(),
  serviceName: z.string(),
  rating: z.number().int(),
  comment: z.string(),
  createdAt: instant,
  reply: z.object({ text: z.string(), repliedAt: instant }).nullable(),
  /** Newest first. */
  reports: z.array(report),
  /** Since its oldest open report; null without one. */
  waitingSince: instant.nullable(),
  removedAt: instant.nullable(),
  /** What the author answered to the latest measure. */
  answer: z.object({ text: z.string(), at: instant }).nullable(),
  /** See `seenTarget`. */
  lastMeasureId: id.nullable(),
  can: z.object({ approve: z.boolean(), delete: z.boolean(), warn: z.boolean() }),
})
export type QueueItem = z.output<typeof queueItem>

const targets = z.array(seenTarget).min(1).max(maxTargets, `Como máximo ${maxTargets} filas a la vez`)
const tags = ['Administración']
const measureRoute = (input: { path: `/staff/${string}`; summary: string }) =>
  route({ method: 'POST', access: staffRoles, tags, ...input })
    .input(z.object({ kind: z.enum(reportKinds), targets, reason: measureReason }))
    .output(measureOutcomes)

/** Staff's queue of reports. */
export const reports = {
  list: route({
    method: 'GET',
    path: '/staff/reports',
    access: staffRoles,
    summary:
      'Los reportes por resolver, los más viejos primero; o todas las opiniones, o las retiradas, las más nuevas primero',
    tags,
  })
    .input(
      z.object({
        view: z.enum(queueViews),
        /** Of a centre, of an author or of the text. */
        text: typedText({ max: 100 }).optional(),
        ...cursorInput,
      }),
    )
    .output(
      pageOf(queueItem).extend({
        /** All rows of the view, also those of other pages; `mostCounted` + 1 means more than that. */
        count: z.number().int(),
      }),
    ),
  approve: measureRoute({ path: '/staff/reports/approve', summary: 'Deja opiniones como están y cierra sus reportes' }),
  delete: measureRoute({ path: '/staff/reports/delete', summary: 'Retira opiniones' }),
  warn: measureRoute({ path: '/staff/reports/warn', summary: 'Advierte a quienes escribieron opiniones' }),
}
