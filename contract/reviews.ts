import type { ErrorMap } from '@orpc/contract'
import { z } from 'zod'
import { appointmentErrors } from './appointments.ts'
import { centerErrors } from './centers.ts'
import { route } from './route.ts'
import { cursorInput, id, instant, typedText } from './values.ts'

export const reviewErrors = {
  'appointments.not_found': appointmentErrors['appointments.not_found'],
  'reviews.not_allowed': { status: 409, message: 'Solo se puede calificar una consulta completada, y una sola vez.' },
} as const satisfies ErrorMap

export const review = z.object({
  id,
  rating: z.number().int(),
  comment: z.string(),
  createdAt: instant,
  /** First name and initial: «Lucía P.». */
  author: z.string(),
  professionalName: z.string(),
})

export const reviews = {
  list: route({
    method: 'GET',
    path: '/centers/{centerId}/reviews',
    access: 'public',
    summary: 'Las opiniones sobre un centro, de la más nueva a la más vieja',
    tags: ['Opiniones'],
  })
    .input(z.object({ centerId: id, ...cursorInput }))
    .output(z.object({ items: z.array(review), nextCursor: z.string().nullable() }))
    .errors({ 'centers.not_found': centerErrors['centers.not_found'] }),
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
    .errors(reviewErrors),
}
