import type { ErrorMap } from '@orpc/contract'
import { z } from 'zod'
import { conversationSides } from './conversations.ts'
import { actionOutcomes, actionReason, maxTargets, seenTarget } from './moderation.ts'
import { paymentMethod } from './payment-methods.ts'
import { objectionKinds, queueViews, reportKinds } from './report-kinds.ts'
import { staffRoles } from './roles.ts'
import { route } from './route.ts'
import { cents, cursorInput, id, instant, pageOf, typedText } from './values.ts'

export const reportErrors = {
  'reports.not_found': { status: 404, message: 'No encontramos lo que se reportó.' },
  'reports.own': {
    status: 403,
    message: 'Es tuyo, o de un centro en el que trabajas: decide otra persona del equipo.',
  },
  'reports.of_staff': { status: 403, message: 'La escribió alguien del equipo: decide la administración.' },
  'reports.not_a_text': { status: 409, message: 'Sobre esto no se advierte: se mantiene o se anula.' },
  'reports.time_taken': {
    status: 409,
    message: 'El centro atendió a otra persona a esa hora, o esta persona tuvo otra cita: no se puede anular.',
  },
  'reports.no_show_closed': {
    status: 409,
    message: 'La cita ya no figura así: el centro la corrigió, o se decidió antes.',
  },
  'reports.not_reversible': {
    status: 409,
    message:
      'Ya no se puede volver atrás: la cita tiene un pago, un descuento por todo el precio, una opinión, historia clínica o una comisión pagada, o se devolvió el dinero.',
  },
  'reports.commission_paid': {
    status: 409,
    message: 'El centro ya pagó la comisión de esta cita: deshaz antes esa liquidación.',
  },
  'reports.paid_again': {
    status: 409,
    message:
      'La cita se volvió a pagar: con este pago se pasaría de su precio. El centro puede anular antes el pago que cobró después.',
  },
  'reports.refund_disputed': {
    status: 409,
    message: 'El paciente dice que no le devolvieron nada de esta cita: decide antes esa objeción.',
  },
  'reports.removed': { status: 409, message: 'Ya se retiró.' },
} as const satisfies ErrorMap

const report = z.object({
  reason: z.string(),
  at: instant,
  /** Null when the account was deleted. */
  reporterName: z.string().nullable(),
  /** A member reports for the centre that the review is about. */
  isByCenter: z.boolean(),
  isOpen: z.boolean(),
})

const center = z.object({ id, name: z.string() })

const row = {
  id,
  center,
  createdAt: instant,
  /** Newest first. */
  reports: z.array(report),
  /** When its oldest open report was made; null without an open one. */
  waitingSince: instant.nullable(),
  removedAt: instant.nullable(),
  /** See `seenTarget`. */
  lastActionId: id.nullable(),
  /** The removal, where the caller may undo it. */
  undoableRemoval: id.nullable(),
  can: z.object({ approve: z.boolean(), delete: z.boolean(), warn: z.boolean() }),
}
/** `removed` and `warnings` count the actions on the author that are in effect. */
const author = z.object({ id, name: z.string(), removed: z.number().int(), warnings: z.number().int() })

const reviewItem = z.object({
  kind: z.literal('review'),
  ...row,
  author: author.extend({ reviews: z.number().int() }),
  professionalName: z.string(),
  serviceName: z.string(),
  rating: z.number().int(),
  comment: z.string(),
  reply: z.object({ text: z.string(), repliedAt: instant }).nullable(),
  /** What the author answered to the latest action. */
  answer: z.object({ text: z.string(), at: instant }).nullable(),
})

const messageItem = z.object({
  kind: z.literal('message'),
  ...row,
  author: author.extend({
    /** A visitor without an account, who has no page in the list of users. */
    isVisitor: z.boolean(),
  }),
  patientName: z.string(),
  senderType: z.enum(conversationSides),
  content: z.string(),
  /** What its reports share: the message and at most ten around it, ascending. */
  shared: z.array(
    z.object({
      number: z.number().int(),
      senderType: z.enum(conversationSides),
      senderName: z.string(),
      content: z.string(),
      createdAt: instant,
      isReported: z.boolean(),
    }),
  ),
})

/** An objection of a patient to what the desk recorded. `id`: the appointment. */
const objectionItem = z.object({
  kind: z.enum(objectionKinds),
  ...row,
  /** The author is the patient. */
  author: author.pick({ id: true, name: true }),
  professionalName: z.string(),
  serviceName: z.string(),
  startsAt: instant,
  markedAt: instant,
  /** The start that the patient chose, accepted or paid for; null when they never did. */
  expectedStartsAt: instant.nullable(),
  /** The payment that the desk undid; null for the other kinds. */
  undonePayment: z.object({ amountCents: cents, method: paymentMethod, paidAt: instant }).nullable(),
  /**
   * Of the appointments of the last 90 days that the centre's patients booked: the no-shows among those that ended (`all`), or
   * the cancellations that the desk recorded among those by patients, or the completions before the expected start among all,
   * or the refunds that the desk recorded among the completions, or those with an undone payment among those with one at the desk.
   */
  ofCenter: z.object({ recorded: z.number().int(), all: z.number().int() }),
})

export const queueItem = z.discriminatedUnion('kind', [reviewItem, messageItem, objectionItem])
export type QueueItem = z.output<typeof queueItem>
export type QueueReview = z.output<typeof reviewItem>
export type QueueMessage = z.output<typeof messageItem>
export type QueueObjection = z.output<typeof objectionItem>

const targets = z.array(seenTarget).min(1).max(maxTargets, `Como máximo ${maxTargets} casos a la vez`)
const tags = ['Administración']
const actionRoute = (input: { path: `/staff/${string}`; summary: string }) =>
  route({ method: 'POST', access: staffRoles, changes: ['reports', 'moderation'], tags, ...input })
    .input(z.object({ kind: z.enum(reportKinds), targets, reason: actionReason }))
    .output(actionOutcomes)

export const reports = {
  list: route({
    method: 'GET',
    path: '/staff/reports',
    access: staffRoles,
    summary:
      'Los reportes por resolver, los más viejos primero; o todas las opiniones, o lo retirado, lo más nuevo primero',
    tags,
  })
    .input(
      z.object({
        view: z.enum(queueViews),
        /** A part of a centre's name, of an author's name or of the text. */
        text: typedText({ max: 100 }).optional(),
        ...cursorInput,
      }),
    )
    .output(
      pageOf(queueItem).extend({
        /** All rows of the view, also those of other pages; `maxCountedRows` + 1 means more than that. */
        count: z.number().int(),
      }),
    ),
  approve: actionRoute({
    path: '/staff/reports/approve',
    summary: 'Deja lo reportado como está y cierra sus reportes; lo que un centro anotó se mantiene',
  }),
  delete: actionRoute({
    path: '/staff/reports/delete',
    summary: 'Retira opiniones o mensajes, o anula inasistencias, cancelaciones y citas adelantadas',
  }),
  warn: actionRoute({ path: '/staff/reports/warn', summary: 'Advierte a quienes escribieron' }),
}
