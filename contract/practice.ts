import { z } from 'zod'
import { agendaAppointment } from './agenda.ts'
import { fileErrors, picture } from './center-registration.ts'
import { centerErrors, centerProfile } from './centers.ts'
import { email } from './credentials.ts'
import { membership } from './memberships.ts'
import { route } from './route.ts'
import { cents, id, modality, typedText } from './values.ts'

const tags = ['Tu centro']
const inCenter = { centerId: id }
const strangers = { 'centers.not_found': centerErrors['centers.not_found'] }
const ownersOnly = { ...strangers, 'centers.owner_only': centerErrors['centers.owner_only'] }

/** The dashboard's cards. */
export const practiceFigures = z.object({
  appointments: z.number().int(),
  pending: z.number().int(),
  averageRating: z.number(),
  totalReviews: z.number().int(),
  /** Of completed consultations; null for whoever doesn't see revenue. */
  revenueCents: cents.nullable(),
  /** The current month. */
  month: z.object({ completed: z.number().int(), pending: z.number().int() }),
  /** What needs somebody now. */
  attention: z.object({
    toConfirm: z.number().int(),
    toCollect: z.number().int(),
    /** Cancelled ones whose money is still to be given back. */
    toRefund: z.number().int(),
    reviewsWithoutReply: z.number().int(),
    documentsToRenew: z.number().int(),
  }),
  /** The newest by when they were booked. */
  recent: z.array(agendaAppointment.extend({ professionalName: z.string() })),
})
export type PracticeFigures = z.output<typeof practiceFigures>

/** Everything that patients see, as the centre edits it. */
export const centerEdit = z.object({
  name: typedText({ min: 2, max: 200, message: 'El nombre debe tener al menos 2 caracteres' }),
  description: typedText({ max: 5000 }),
  specialties: z.array(typedText({ min: 2, max: 60 })).max(30),
  languages: z.array(typedText({ min: 2, max: 40 })).max(10),
  modalities: z.array(modality).min(1, 'Por favor selecciona al menos una modalidad de atención'),
  address: typedText({ max: 300 }),
  neighborhood: typedText({ max: 100 }),
  department: typedText({ min: 1, max: 100, message: 'Elige el departamento' }),
  phone: typedText({ max: 40 }),
  contactEmail: z.string().trim().pipe(email),
  alternativeEmail: z.union([z.literal(''), z.string().trim().pipe(email)]),
  website: z.union([
    z.literal(''),
    z.url({ protocol: /^https?$/, error: 'Escribe la dirección completa, con https://' }).max(300),
  ]),
  instagram: typedText({ max: 200 }),
  facebook: typedText({ max: 200 }),
  sessionDuration: z.number().int().min(15).max(300),
  confirmsManually: z.boolean(),
  lateRefundPercent: z.union([z.literal(0), z.literal(50), z.literal(100)]),
  cancellationPolicy: typedText({ max: 2000 }),
})
export type CenterEdit = z.output<typeof centerEdit>

export const ownCenter = z.object({
  id,
  ...centerEdit.shape,
  logoUrl: z.string().nullable(),
  coverUrl: z.string().nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  isPublic: z.boolean(),
  /** Staff let it in. Until then nobody but its own people sees it, whatever isPublic says. */
  isApproved: z.boolean(),
  verified: z.boolean(),
  commissionPercent: z.number(),
  /** What makes a profile complete, in the order in which to do it. */
  completeness: z.array(
    z.object({
      key: z.enum([
        'description',
        'address',
        'pin',
        'phone',
        'logo',
        'specialties',
        'hours',
        'services',
        'documents',
        'public',
      ]),
      done: z.boolean(),
    }),
  ),
})
export type OwnCenter = z.output<typeof ownCenter>

const coordinates = z.object({ latitude: z.number().min(-90).max(90), longitude: z.number().min(-180).max(180) })

/** The centre as its own people see and change it. */
export const practice = {
  memberships: route({
    method: 'GET',
    path: '/me/centers',
    access: 'signedIn',
    summary: 'Los centros donde trabaja quien pregunta',
    tags,
  }).output(z.object({ items: z.array(membership) })),
  figures: route({
    method: 'GET',
    path: '/centers/{centerId}/figures',
    access: 'signedIn',
    summary: 'El centro en números',
    tags,
  })
    .input(z.object(inCenter))
    .output(practiceFigures)
    .errors(strangers),
  profile: route({
    method: 'GET',
    path: '/centers/{centerId}/own',
    access: 'signedIn',
    summary: 'El perfil del centro, para corregirlo',
    tags,
  })
    .input(z.object(inCenter))
    .output(ownCenter)
    .errors(ownersOnly),
  preview: route({
    method: 'GET',
    path: '/centers/{centerId}/preview',
    access: 'signedIn',
    summary: 'Lo que verá el público, también antes de publicarse',
    tags,
  })
    .input(z.object(inCenter))
    .output(centerProfile)
    .errors(strangers),
  update: route({
    method: 'PUT',
    path: '/centers/{centerId}/own',
    access: 'signedIn',
    summary: 'Corrige el perfil del centro',
    description: 'Si la dirección cambia, el centro se ubica de nuevo en el mapa.',
    tags,
  })
    .input(centerEdit.extend(inCenter))
    .output(ownCenter)
    .errors(ownersOnly),
  setPublic: route({
    method: 'PUT',
    path: '/centers/{centerId}/public',
    access: 'signedIn',
    summary: 'Muestra el centro al público, o lo oculta',
    tags,
  })
    .input(z.object({ ...inCenter, isPublic: z.boolean() }))
    .output(ownCenter)
    .errors(ownersOnly),
  setPin: route({
    method: 'PUT',
    path: '/centers/{centerId}/pin',
    access: 'signedIn',
    summary: 'Corrige el punto del mapa',
    tags,
  })
    .input(coordinates.extend(inCenter))
    .output(ownCenter)
    .errors(ownersOnly),
  setPicture: route({
    method: 'PUT',
    path: '/centers/{centerId}/pictures/{kind}',
    access: 'signedIn',
    summary: 'Pone el logo o la portada',
    tags,
  })
    .input(z.object({ ...inCenter, kind: z.enum(['logo', 'cover']), image: picture }))
    .output(ownCenter)
    .errors({ ...ownersOnly, 'files.not_an_image': fileErrors['files.not_an_image'] }),
  removePicture: route({
    method: 'DELETE',
    path: '/centers/{centerId}/pictures/{kind}',
    access: 'signedIn',
    summary: 'Quita el logo o la portada',
    tags,
  })
    .input(z.object({ ...inCenter, kind: z.enum(['logo', 'cover']) }))
    .output(ownCenter)
    .errors(ownersOnly),
}
