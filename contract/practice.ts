import { z } from 'zod'
import { agendaAppointment } from './agenda.ts'
import { centerEdit, centerProfile, memberErrors, ownCenter, ownerErrors } from './centers.ts'
import { pickErrors } from './errors.ts'
import { fileErrors, picture } from './files.ts'
import { membership } from './memberships.ts'
import { publication } from './publication.ts'
import { type Changed, route } from './route.ts'
import { id, instant, version } from './values.ts'

const tags = ['Tu centro']
const inCenter = { centerId: id }
/**
 * What these writes change besides the profile that they return: the public page beside it, and the centre's name above
 * it.
 */
const changes: readonly Changed[] = ['practice.publication', 'practice.preview', 'practice.memberships', 'centers.get']

export const practiceFigures = z.object({
  appointments: z.number().int(),
  pending: z.number().int(),
  averageRating: z.number(),
  totalReviews: z.number().int(),
  /** `incomeCents` of contract/income.ts, of all time; null for a member who may not see income. */
  incomeCents: z.number().int().nullable(),
  month: z.object({ completed: z.number().int(), pending: z.number().int() }),
  attention: z.object({
    toConfirm: z.number().int(),
    toCollect: z.number().int(),
    /** Payments at the desk of which it still has to give back what it owes for cancelled appointments. */
    toRefund: z.number().int(),
    /** Reviews that wait for a reply; 0 for a member who may not reply. */
    reviewsWithoutReply: z.number().int(),
    /** 0 for a member who does not manage the documents. */
    documentsToRenew: z.number().int(),
  }),
  /** Of the appointments behind `attention.toRefund`, the one with the earliest start; null without any. */
  firstToRefund: z.object({ id, startsAt: instant }).nullable(),
  /** Pending requests, most urgent first. `answerBy`: when each is cancelled unless the centre responds. */
  requests: z.array(agendaAppointment.extend({ professionalName: z.string(), answerBy: instant })),
  recent: z.array(agendaAppointment.extend({ professionalName: z.string() })),
})
export type PracticeFigures = z.output<typeof practiceFigures>

const coordinates = z.object({ latitude: z.number().min(-90).max(90), longitude: z.number().min(-180).max(180) })

export const practice = {
  memberships: route({
    method: 'GET',
    path: '/me/centers',
    access: 'signedIn',
    summary: 'Los centros donde trabaja quien pregunta',
    tags,
  }).output(
    z.object({
      items: z.array(membership),
      /** What the caller was told when the last membership ended, within a month; null while there is one, and where none ended. */
      ended: z.object({ title: z.string(), message: z.string() }).nullable(),
    }),
  ),
  figures: route({
    method: 'GET',
    path: '/centers/{centerId}/figures',
    access: 'signedIn',
    summary: 'El centro en números',
    tags,
  })
    .input(z.object(inCenter))
    .output(practiceFigures)
    .errors(memberErrors),
  profile: route({
    method: 'GET',
    path: '/centers/{centerId}/own',
    access: 'signedIn',
    summary: 'El perfil del centro, para corregirlo',
    tags,
  })
    .input(z.object(inCenter))
    .output(ownCenter)
    .errors(ownerErrors),
  publication: route({
    method: 'GET',
    path: '/centers/{centerId}/publication',
    access: 'signedIn',
    summary: 'Qué le falta al centro para publicarse y recibir reservas, documento por documento',
    tags,
  })
    .input(z.object(inCenter))
    .output(publication)
    .errors(ownerErrors),
  preview: route({
    method: 'GET',
    path: '/centers/{centerId}/preview',
    access: 'signedIn',
    summary: 'Lo que verá el público, también antes de publicarse',
    tags,
  })
    .input(z.object(inCenter))
    .output(centerProfile)
    .errors(memberErrors),
  update: route({
    method: 'PUT',
    path: '/centers/{centerId}/own',
    access: 'signedIn',
    returns: 'practice.profile',
    changes,
    summary: 'Corrige el perfil del centro',
    description:
      'Si cambian el barrio, la ciudad o el departamento, el centro se ubica de nuevo en el mapa, de forma aproximada. Si cambia la calle, hay que confirmar el punto.',
    tags,
  })
    .input(centerEdit.extend({ ...inCenter, version }))
    .output(ownCenter)
    .errors(ownerErrors),
  setPublic: route({
    method: 'PUT',
    path: '/centers/{centerId}/public',
    access: 'signedIn',
    returns: 'practice.profile',
    changes,
    summary: 'Muestra el centro al público, o lo oculta',
    tags,
  })
    .input(z.object({ ...inCenter, isPublic: z.boolean() }))
    .output(ownCenter)
    .errors(ownerErrors),
  setPin: route({
    method: 'PUT',
    path: '/centers/{centerId}/pin',
    access: 'signedIn',
    returns: 'practice.profile',
    changes,
    summary: 'Pone el punto en el mapa',
    description: 'Desde entonces el punto es exacto.',
    tags,
  })
    .input(coordinates.extend(inCenter))
    .output(ownCenter)
    .errors(ownerErrors),
  setPicture: route({
    method: 'PUT',
    path: '/centers/{centerId}/pictures/{kind}',
    access: 'signedIn',
    returns: 'practice.profile',
    changes,
    summary: 'Pone el logo o la portada',
    tags,
  })
    .input(z.object({ ...inCenter, kind: z.enum(['logo', 'cover']), image: picture }))
    .output(ownCenter)
    .errors({ ...ownerErrors, ...pickErrors(fileErrors, 'files.not_an_image') }),
  removePicture: route({
    method: 'DELETE',
    path: '/centers/{centerId}/pictures/{kind}',
    access: 'signedIn',
    returns: 'practice.profile',
    changes,
    summary: 'Quita el logo o la portada',
    tags,
  })
    .input(z.object({ ...inCenter, kind: z.enum(['logo', 'cover']) }))
    .output(ownCenter)
    .errors(ownerErrors),
}
