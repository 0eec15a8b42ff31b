import type { ErrorMap } from '@orpc/contract'
import { z } from 'zod'
import { ageGroups } from './attended.ts'
import { centerRule } from './cancellation.ts'
import { registerCenter } from './center-registration.ts'
import { centerCard, centerSearch, centerSearchResult } from './center-search.ts'
import { checkType } from './check-types.ts'
import { coverKeys, inCoverOrder } from './cover-labels.ts'
import { typedEmail } from './credentials.ts'
import { department } from './departments.ts'
import { publishedDeposit } from './deposits.ts'
import { pinPrecisions } from './directions.ts'
import { pickErrors } from './errors.ts'
import { nameMinLength, nameTooShort, typedName } from './names.ts'
import { optionalPhone } from './phones.ts'
import { route } from './route.ts'
import { service } from './services.ts'
import { centerLanguageLimits, centerSpecialtyLimits, typedEntries } from './typed-lists.ts'
import { isWebAddress, withLowercaseProtocol } from './urls.ts'
import { id, instant, modality, serviceSlug, typedText, version } from './values.ts'

export const centerErrors = {
  'centers.not_found': { status: 404, message: 'No encontramos ese centro. Puede que ya no esté publicado.' },
  'centers.unknown_place': {
    status: 422,
    message: 'No conocemos ese lugar. Elige un barrio o una ciudad de la lista.',
  },
  'centers.not_ready': {
    status: 409,
    message: 'A este centro todavía le falta algo para aprobarlo.',
    data: z.object({ missing: z.array(z.string()) }),
  },
  'centers.owner_only': { status: 403, message: 'Eso lo puede ver y cambiar solo quien dirige el centro.' },
} as const satisfies ErrorMap

/** Errors of every route that requires a membership of the centre: a caller without one reads that the centre doesn't exist. */
export const memberErrors = pickErrors(centerErrors, 'centers.not_found')
export const ownerErrors = pickErrors(centerErrors, 'centers.not_found', 'centers.owner_only')

export const professional = z.object({
  id,
  name: z.string(),
  title: z.string(),
  specialties: z.array(z.string()),
  modalities: z.array(modality),
  /** Whom the professional attends; empty where that is not stated. */
  ages: z.array(z.enum(ageGroups)),
  registrationNumber: z.string().nullable(),
  bio: z.string(),
  photoUrl: z.string().nullable(),
  rating: z.number(),
  totalReviews: z.number().int(),
  services: z.array(service.extend({ deposit: publishedDeposit.nullable() })),
})

/** Weekday 1 is Monday; minutes count from local midnight. */
export const openingHours = z.object({
  weekday: z.number().int().min(1).max(7),
  startMinute: z.number().int(),
  endMinute: z.number().int(),
})

export const centerProfile = centerCard
  .omit({
    offer: true,
    professional: true,
    treats: true,
    unregulated: true,
    nextTimes: true,
    moreTimes: true,
    distanceMeters: true,
    reasons: true,
    cancelledShare: true,
    team: true,
    teamSize: true,
  })
  .extend({
    languages: z.array(z.string()),
    /** What the centre accepts besides the patient's own payment; empty where it states none. */
    covers: z.array(z.enum(coverKeys)),
    logoUrl: z.string().nullable(),
    /** The number of its WhatsApp account, in the E.164 format. */
    whatsapp: z.string().nullable(),
    instagram: z.string().nullable(),
    facebook: z.string().nullable(),
    cancellationPolicy: z.string(),
    ...centerRule.shape,
    confirmsManually: z.boolean(),
    /** Whether patients can pay through Senda. It depends on the installation, not on the centre. */
    paysOnline: z.boolean(),
    unregulatedServices: z.array(serviceSlug),
    /** When staff first approved its documents. */
    verifiedSince: instant.nullable(),
    /** The documents in force behind the badge, and when staff approved each. Empty without the badge. */
    approvedChecks: z.array(z.object({ type: checkType, checkedAt: instant })),
    professionals: z.array(professional),
    /** The service offered first to a visitor who has not chosen one; null when no service is for every visitor. */
    firstServiceId: id.nullable(),
    /** The union of its professionals' hours. */
    hours: z.array(openingHours),
    /** All that can be read. Of several by one patient, and of those of free visits, `totalReviews` counts less. */
    publishedReviews: z.number(),
    /** Those that the rating counts: their sum is `totalReviews`. */
    reviewsByStars: z.object({
      one: z.number(),
      two: z.number(),
      three: z.number(),
      four: z.number(),
      five: z.number(),
    }),
  })
export type CenterProfile = z.output<typeof centerProfile>

export const centerEdit = z.object({
  name: typedName({ min: nameMinLength, max: 200, message: nameTooShort }),
  description: typedText({ max: 5000 }),
  specialties: typedEntries(centerSpecialtyLimits),
  languages: typedEntries(centerLanguageLimits),
  covers: z.array(z.enum(coverKeys)).max(coverKeys.length).overwrite(inCoverOrder),
  modalities: z.array(modality).min(1, 'Por favor selecciona al menos una modalidad de atención').max(4),
  address: typedText({ max: 300 }),
  neighborhood: typedText({ max: 100 }),
  department,
  phone: optionalPhone,
  contactEmail: typedEmail(),
  alternativeEmail: z.union([z.literal(''), typedEmail()]),
  website: typedText({ max: 300, plain: true })
    .overwrite(withLowercaseProtocol)
    .refine((text) => text === '' || isWebAddress(text), { error: 'Escribe la dirección completa, con https://' }),
  whatsapp: optionalPhone,
  instagram: typedText({ max: 200, plain: true }),
  facebook: typedText({ max: 200, plain: true }),
  sessionDuration: z.number().int().min(15).max(300),
  confirmsManually: z.boolean(),
  ...centerRule.shape,
  cancellationPolicy: typedText({ max: 2000 }),
})
export type CenterEdit = z.output<typeof centerEdit>

export const ownCenter = z.object({
  id,
  /** The version covers the fields that the owner edits in the profile form. */
  version,
  ...centerEdit.shape,
  // As stored: some rows are older than these rules.
  name: z.string(),
  phone: z.string(),
  department: z.string(),
  specialties: z.array(z.string()),
  languages: z.array(z.string()),
  logoUrl: z.string().nullable(),
  coverUrl: z.string().nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  pinPrecision: z.enum(pinPrecisions),
  isPublic: z.boolean(),
  /** Whether staff approved it. Until then only its members see it, regardless of `isPublic`. */
  isApproved: z.boolean(),
  /** Staff keep it closed: closedCenterNotice says what can't be edited until then. */
  isClosed: z.boolean(),
  verified: z.boolean(),
})
export type OwnCenter = z.output<typeof ownCenter>

export const place = z.object({
  slug: z.string(),
  name: z.string(),
  kind: z.enum(['neighborhood', 'city', 'department']),
  department: z.string(),
  latitude: z.number(),
  longitude: z.number(),
})

export const serviceType = z.object({
  slug: serviceSlug,
  name: z.string(),
  summary: z.string(),
  regulated: z.boolean(),
  centers: z.number().int(),
})
export type ServiceType = z.output<typeof serviceType>

export const centerOnboarding = z.object({
  centerId: id,
  centerName: z.string(),
  /** The profile has a description, an address and a telephone number. */
  hasProfile: z.boolean(),
  /** At least one professional has weekly hours. */
  hasAvailability: z.boolean(),
  /** At least one service has a price. */
  hasServices: z.boolean(),
  /** When the owner last asked Senda for help with these steps. */
  helpRequestedAt: instant.nullable(),
})
export type CenterOnboarding = z.output<typeof centerOnboarding>

export const centers = {
  register: registerCenter,
  search: route({ method: 'GET', path: '/centers', access: 'public', summary: 'Busca centros', tags: ['Centros'] })
    .input(centerSearch)
    .output(centerSearchResult)
    .errors(pickErrors(centerErrors, 'centers.unknown_place')),
  get: route({
    method: 'GET',
    path: '/centers/{centerId}',
    access: 'public',
    summary: 'El perfil público de un centro',
    tags: ['Centros'],
  })
    .input(z.object({ centerId: id }))
    .output(centerProfile)
    .errors(pickErrors(centerErrors, 'centers.not_found')),
  onboarding: route({
    method: 'GET',
    path: '/me/center/onboarding',
    access: ['center'],
    summary: 'Qué le falta al propio centro para recibir reservas',
    tags: ['Centros'],
  })
    .output(centerOnboarding)
    .errors(pickErrors(centerErrors, 'centers.not_found')),
  requestHelp: route({
    method: 'POST',
    path: '/me/center/help',
    access: ['center'],
    returns: 'centers.onboarding',
    summary: 'Pide ayuda a nuestro equipo con los primeros pasos',
    tags: ['Centros'],
  })
    .input(z.object({ message: typedText({ min: 10, max: 2000, message: 'Cuéntanos en qué te ayudamos' }) }))
    .output(centerOnboarding)
    .errors(pickErrors(centerErrors, 'centers.not_found')),
  places: route({
    method: 'GET',
    path: '/places',
    access: 'public',
    summary: 'Barrios y ciudades que la búsqueda conoce',
    tags: ['Centros'],
  }).output(z.object({ items: z.array(place) })),
  services: route({
    method: 'GET',
    path: '/service-types',
    access: 'public',
    summary: 'El catálogo de servicios',
    tags: ['Centros'],
  }).output(z.object({ items: z.array(serviceType) })),
}
