import type { ErrorMap } from '@orpc/contract'
import { z } from 'zod'
import { appointmentChanges, appointmentErrors } from './appointments.ts'
import { centerErrors, memberErrors, ownerErrors } from './centers.ts'
import { pickErrors } from './errors.ts'
import { inWords } from './numbers-in-words.ts'
import { route } from './route.ts'
import { cursorInput, id, instant, pageOf, typedText } from './values.ts'

/** An author may change a review for this long. */
export const reviewEditDays = 7

export const reviewErrors = {
  'reviews.already_replied': { status: 409, message: 'Ya respondiste esa opinión: se responde una sola vez.' },
  'reviews.closed_by_staff': {
    status: 409,
    message:
      'Nuestro equipo suspendió a este centro o no lo tiene aprobado: por ahora el centro no puede responder opiniones.',
  },
  'reviews.already_answered': { status: 409, message: 'Ya respondiste: se responde una sola vez.' },
  'reviews.action_undone': { status: 409, message: 'Esta medida ya se dejó sin efecto.' },
  'reviews.no_longer_editable': {
    status: 409,
    message: `Una opinión se puede cambiar durante ${inWords(reviewEditDays)} días. La tuya ya quedó como está.`,
  },
  'reviews.own_review': { status: 409, message: 'Esta opinión es tuya.' },
  'reviews.not_found': { status: 404, message: 'No encontramos esa opinión.' },
  'reviews.not_allowed': { status: 409, message: 'Solo se puede calificar una consulta completada, y una sola vez.' },
  'reviews.not_accepted': {
    status: 409,
    message: 'Esta cita la agendó el centro y no la aceptaste antes de que empezara: por eso no se puede calificar.',
  },
  'reviews.disputed': {
    status: 409,
    message: 'Dijiste que no fuiste a esa hora. Mientras nuestro equipo lo revisa, no se puede calificar.',
  },
} as const satisfies ErrorMap

/** An action of staff on a review, as its author sees it. */
export const reviewAction = z.object({
  actionId: id,
  type: z.enum(['delete', 'warn']),
  at: instant,
  reason: z.string(),
  centerName: z.string(),
  professionalName: z.string(),
  rating: z.number().int(),
  comment: z.string(),
  /** The author's one answer. */
  answer: z.string().nullable(),
  can: z.object({ answer: z.boolean() }),
})
export type ReviewAction = z.output<typeof reviewAction>

export const review = z.object({
  id,
  rating: z.number().int(),
  comment: z.string(),
  createdAt: instant,
  /** The author's first name and initial: «Lucía P.». */
  author: z.string(),
  professionalName: z.string(),
  /**
   * Why no rating counts the review: the visit cost nothing or its centre took the whole price off, or nothing but the booking of an
   * account without a confirmed address says that it took place. Null: it counts, if it is the account's newest.
   */
  uncounted: z.enum(['free', 'unproven']).nullable(),
  /** The centre's reply, at most one. */
  reply: z.object({ text: z.string(), repliedAt: instant }).nullable(),
})
export type Review = z.output<typeof review>

export const ownReview = review.extend({
  reported: z.boolean(),
  can: z.object({
    /** Write the centre's reply; false once there is one. */
    reply: z.boolean(),
    /** Ask staff to look at the review. A second report replaces the reason. */
    report: z.boolean(),
  }),
})
export type OwnReview = z.output<typeof ownReview>

const ofReview = { centerId: id, reviewId: id }

export const reviews = {
  list: route({
    method: 'GET',
    path: '/centers/{centerId}/reviews',
    access: 'public',
    summary: 'Las opiniones sobre un centro, de la más nueva a la más vieja',
    tags: ['Opiniones'],
  })
    .input(z.object({ centerId: id, ...cursorInput }))
    .output(pageOf(review))
    .errors(pickErrors(centerErrors, 'centers.not_found')),
  create: route({
    method: 'POST',
    path: '/appointments/{appointmentId}/review',
    access: 'signedIn',
    changes: appointmentChanges,
    summary: 'Califica una consulta propia completada',
    tags: ['Opiniones'],
    successStatus: 201,
  })
    .input(z.object({ appointmentId: id, rating: z.number().int().min(1).max(5), comment: typedText({ max: 2000 }) }))
    .output(review)
    .errors({
      ...pickErrors(appointmentErrors, 'appointments.not_found'),
      ...pickErrors(reviewErrors, 'reviews.not_allowed', 'reviews.not_accepted', 'reviews.disputed'),
    }),
  update: route({
    method: 'PATCH',
    path: '/appointments/{appointmentId}/review',
    access: 'signedIn',
    changes: appointmentChanges,
    summary: `Cambia una opinión propia, hasta ${inWords(reviewEditDays)} días después de escribirla`,
    tags: ['Opiniones'],
  })
    .input(z.object({ appointmentId: id, rating: z.number().int().min(1).max(5), comment: typedText({ max: 2000 }) }))
    .output(review)
    .errors(pickErrors(reviewErrors, 'reviews.not_found', 'reviews.no_longer_editable')),
  ofCenter: route({
    method: 'GET',
    path: '/centers/{centerId}/own-reviews',
    access: 'signedIn',
    summary: 'Las opiniones sobre el propio centro, para responderlas',
    tags: ['Opiniones'],
  })
    .input(z.object({ centerId: id, only: z.enum(['unanswered']).optional(), ...cursorInput }))
    .output(pageOf(ownReview))
    .errors(memberErrors),
  reply: route({
    method: 'POST',
    path: '/centers/{centerId}/reviews/{reviewId}/reply',
    access: 'signedIn',
    changes: ['reviews'],
    summary: 'Responde una opinión, una sola vez',
    tags: ['Opiniones'],
  })
    .input(z.object({ ...ofReview, text: typedText({ min: 1, max: 2000, message: 'Escribe la respuesta' }) }))
    .output(ownReview)
    .errors({
      ...ownerErrors,
      ...pickErrors(reviewErrors, 'reviews.not_found', 'reviews.already_replied', 'reviews.closed_by_staff'),
    }),
  report: route({
    method: 'POST',
    path: '/centers/{centerId}/reviews/{reviewId}/report',
    access: 'signedIn',
    changes: ['reviews'],
    summary: 'Pide que revisemos una opinión',
    description: 'Repetirlo cambia el motivo.',
    tags: ['Opiniones'],
  })
    .input(z.object({ ...ofReview, reason: typedText({ min: 1, max: 1000, message: 'Cuéntanos qué tiene de malo' }) }))
    .output(ownReview)
    .errors({ ...ownerErrors, ...pickErrors(reviewErrors, 'reviews.not_found') }),
  reportAsReader: route({
    method: 'POST',
    path: '/reviews/{reviewId}/report',
    access: 'signedIn',
    changes: [],
    summary: 'Pide que revisemos una opinión publicada',
    description: 'Repetirlo cambia el motivo.',
    tags: ['Opiniones'],
  })
    .input(z.object({ reviewId: id, reason: typedText({ min: 1, max: 1000, message: 'Cuéntanos qué tiene de malo' }) }))
    .output(z.object({ isReported: z.literal(true) }))
    .errors(pickErrors(reviewErrors, 'reviews.not_found', 'reviews.own_review')),
  actions: route({
    method: 'GET',
    path: '/me/review-actions',
    access: 'signedIn',
    summary: 'Las medidas de nuestro equipo sobre las opiniones propias',
    tags: ['Opiniones'],
  }).output(z.object({ items: z.array(reviewAction) })),
  answerAction: route({
    method: 'POST',
    path: '/me/review-actions/{actionId}/answer',
    access: 'signedIn',
    changes: ['reviews.actions'],
    summary: 'Responde una medida sobre una opinión propia, una sola vez',
    tags: ['Opiniones'],
  })
    .input(z.object({ actionId: id, text: typedText({ min: 1, max: 2000, message: 'Escribe tu respuesta' }) }))
    .output(z.object({ items: z.array(reviewAction) }))
    .errors(pickErrors(reviewErrors, 'reviews.not_found', 'reviews.already_answered', 'reviews.action_undone')),
}
