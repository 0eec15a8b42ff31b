import type { ErrorMap } from '@orpc/contract'
import { z } from 'zod'
import { appointmentErrors } from './appointments.ts'
import { centerErrors, memberErrors, ownerErrors } from './centers.ts'
import { pickErrors } from './errors.ts'
import { route } from './route.ts'
import { cursorInput, id, instant, pageOf, typedText } from './values.ts'

export const reviewErrors = {
  'reviews.already_replied': { status: 409, message: 'Ya respondiste esa opinión: se responde una sola vez.' },
  'reviews.not_found': { status: 404, message: 'No encontramos esa opinión.' },
  'reviews.not_allowed': { status: 409, message: 'Solo se puede calificar una consulta completada, y una sola vez.' },
  'reviews.not_accepted': {
    status: 409,
    message: 'Esta cita la agendó el centro y no la aceptaste antes de que empezara: por eso no se puede calificar.',
  },
} as const satisfies ErrorMap

export const review = z.object({
  id,
  rating: z.number().int(),
  comment: z.string(),
  createdAt: instant,
  /** First name and initial: «Lucía P.». */
  author: z.string(),
  professionalName: z.string(),
  /** The centre's reply, at most one. */
  reply: z.object({ text: z.string(), repliedAt: instant }).nullable(),
})
export type Review = z.output<typeof review>

/** A review as the centre sees it. */
export const ownReview = review.extend({
  reported: z.boolean(),
  /** What the member may do with the review now. */
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
    summary: 'Califica una consulta propia completada',
    tags: ['Opiniones'],
    successStatus: 201,
  })
    .input(z.object({ appointmentId: id, rating: z.number().int().min(1).max(5), comment: typedText({ max: 2000 }) }))
    .output(review)
    .errors({
      ...pickErrors(appointmentErrors, 'appointments.not_found'),
      ...pickErrors(reviewErrors, 'reviews.not_allowed', 'reviews.not_accepted'),
    }),
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
    summary: 'Responde una opinión, una sola vez',
    tags: ['Opiniones'],
  })
    .input(z.object({ ...ofReview, text: typedText({ min: 1, max: 2000, message: 'Escribe la respuesta' }) }))
    .output(ownReview)
    .errors({ ...ownerErrors, ...pickErrors(reviewErrors, 'reviews.not_found', 'reviews.already_replied') }),
  report: route({
    method: 'POST',
    path: '/centers/{centerId}/reviews/{reviewId}/report',
    access: 'signedIn',
    summary: 'Pide que revisemos una opinión',
    description: 'Repetirlo cambia el motivo.',
    tags: ['Opiniones'],
  })
    .input(z.object({ ...ofReview, reason: typedText({ min: 1, max: 1000, message: 'Cuéntanos qué tiene de malo' }) }))
    .output(ownReview)
    .errors({ ...ownerErrors, ...pickErrors(reviewErrors, 'reviews.not_found') }),
}
