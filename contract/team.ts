import type { ErrorMap } from '@orpc/contract'
import { z } from 'zod'
import { ownerErrors, service } from './centers.ts'
import { typedEmail } from './credentials.ts'
import { pickErrors } from './errors.ts'
import { fileErrors, picture } from './files.ts'
import { memberRole } from './memberships.ts'
import { typedName } from './names.ts'
import { invitedRegistration } from './registration.ts'
import { route } from './route.ts'
import { pricedService } from './services.ts'
import { specialtyLimits, typedEntries } from './typed-lists.ts'
import { id, instant, missingPlatform, modality, needsPlatform, typedText } from './values.ts'

/** In a day, by a centre that staff haven't approved. */
export const invitationsUntilApproved = 3

export const teamErrors = {
  'team.professional_not_found': { status: 404, message: 'No encontramos a ese profesional en el centro.' },
  'team.service_not_found': { status: 404, message: 'No encontramos ese servicio.' },
  'team.already_member': { status: 409, message: 'Esa persona ya es parte del equipo.' },
  'team.owner_stays': { status: 409, message: 'Quien dirige el centro no se puede quitar del equipo.' },
  'team.member_not_found': { status: 404, message: 'Esa persona ya no es parte del equipo.' },
  'team.invitation_not_found': { status: 404, message: 'Esa invitación ya no sirve: se usó, venció o fue retirada.' },
  'team.other_address': {
    status: 409,
    message: 'La invitación se envió a otro correo. Inicia sesión con la cuenta de ese correo para aceptarla.',
    data: z.object({ hint: z.string() }),
  },
  'team.email_unverified': {
    status: 409,
    message: 'Antes de aceptar, confirma tu correo con el enlace que te enviamos. Después vuelve a esta página.',
  },
  'team.too_many_invitations': {
    status: 429,
    message: 'Hasta que aprobemos tu centro puedes enviar 3 invitaciones por día. Mañana puedes enviar más.',
  },
  'team.mailbox_full': {
    status: 429,
    message:
      'No enviamos la invitación: ese correo ya recibió hoy todos los mensajes que puede recibir sin estar confirmado. Prueba de nuevo mañana.',
  },
  'team.account_exists': { status: 409, message: 'Ya existe una cuenta con ese correo. Inicia sesión para aceptar.' },
  'team.professional_has_account': { status: 409, message: 'Ese profesional ya entra con otra cuenta.' },
  'team.professional_busy': {
    status: 409,
    message: 'Ese profesional tiene citas por delante. Muévelas o cancélalas antes.',
    data: z.object({ appointments: z.number().int() }),
  },
} as const satisfies ErrorMap

export const teamProfessional = z.object({
  id,
  name: z.string(),
  title: z.string(),
  specialties: z.array(z.string()),
  modalities: z.array(modality),
  videoPlatform: z.string().nullable(),
  registrationNumber: z.string().nullable(),
  bio: z.string(),
  photoUrl: z.string().nullable(),
  isActive: z.boolean(),
  /** Whether it is somebody who signs in. */
  hasAccount: z.boolean(),
  hasHours: z.boolean(),
  /** Those that are no longer offered, too. */
  services: z.array(service.extend({ isActive: z.boolean() })),
})
export type TeamProfessional = z.output<typeof teamProfessional>

const professionalFields = z.object({
  name: typedName({ min: 2, max: 200, message: 'El nombre debe tener al menos 2 caracteres' }),
  title: typedText({ max: 100 }),
  specialties: typedEntries(specialtyLimits),
  modalities: z.array(modality).min(1, 'Por favor selecciona al menos una modalidad de atención').max(4),
  videoPlatform: typedText({ max: 100 }),
  registrationNumber: typedText({ max: 60 }),
  bio: typedText({ max: 3000 }),
})
export const professionalEdit = professionalFields.refine(
  ({ modalities, videoPlatform }) => videoPlatform !== '' || !needsPlatform(modalities),
  { path: ['videoPlatform'], error: missingPlatform },
)
export type ProfessionalEdit = z.output<typeof professionalEdit>

export const teamOfCenter = z.object({
  members: z.array(
    z.object({
      userId: id,
      name: z.string(),
      email: z.string(),
      role: memberRole,
      professionalId: id.nullable(),
      since: instant,
    }),
  ),
  invitations: z.array(
    z.object({
      id,
      email: z.string(),
      role: z.enum(['professional', 'reception']),
      professionalId: id.nullable(),
      sentAt: instant,
      expiresAt: instant,
    }),
  ),
  professionals: z.array(teamProfessional),
})
export type Team = z.output<typeof teamOfCenter>

const inCenter = { centerId: id }
const ofProfessional = { centerId: id, professionalId: id }
const tags = ['Equipo']
const invited = z.object({
  email: typedEmail(),
  role: z.enum(['professional', 'reception']),
  professionalId: id.nullable(),
})

/** Members, professionals and their services. All of it is the owner's to change; answers are the whole team, as it is then. */
export const team = {
  get: route({
    method: 'GET',
    path: '/centers/{centerId}/team',
    access: 'signedIn',
    summary: 'El equipo del centro',
    tags,
  })
    .input(z.object(inCenter))
    .output(teamOfCenter)
    .errors(ownerErrors),
  invite: route({
    method: 'POST',
    path: '/centers/{centerId}/invitations',
    access: 'signedIn',
    summary: 'Invita a alguien por correo',
    description: 'Invitar de nuevo al mismo correo envía otro enlace y termina el anterior.',
    tags,
  })
    .input(
      invited
        .extend(inCenter)
        .refine(({ role, professionalId }) => (role === 'professional') === (professionalId !== null), {
          path: ['professionalId'],
          error: 'Elige qué profesional es',
        }),
    )
    .output(teamOfCenter)
    .errors({
      ...ownerErrors,
      ...pickErrors(
        teamErrors,
        'team.too_many_invitations',
        'team.mailbox_full',
        'team.already_member',
        'team.professional_not_found',
        'team.professional_has_account',
      ),
    }),
  withdrawInvitation: route({
    method: 'DELETE',
    path: '/centers/{centerId}/invitations/{invitationId}',
    access: 'signedIn',
    summary: 'Retira una invitación',
    tags,
  })
    .input(z.object({ ...inCenter, invitationId: id }))
    .output(teamOfCenter)
    .errors(ownerErrors),
  removeMember: route({
    method: 'DELETE',
    path: '/centers/{centerId}/members/{userId}',
    access: 'signedIn',
    summary: 'Quita a alguien del equipo: deja de entrar en el momento',
    tags,
  })
    .input(z.object({ ...inCenter, userId: id }))
    .output(teamOfCenter)
    .errors({ ...ownerErrors, ...pickErrors(teamErrors, 'team.member_not_found', 'team.owner_stays') }),
  invitation: route({
    method: 'GET',
    path: '/center-invitations/{token}',
    access: 'public',
    summary: 'A qué invita un enlace',
    tags,
  })
    .input(z.object({ token: z.string().max(100) }))
    .output(
      z.object({
        centerName: z.string(),
        role: memberRole,
        professionalName: z.string().nullable(),
        /** «a•••@correo.uy» */
        emailHint: z.string(),
        /** Whether the invited address has an account, which signs in; otherwise registerInvited makes one. */
        hasAccount: z.boolean(),
        expiresAt: instant,
      }),
    )
    .errors(pickErrors(teamErrors, 'team.invitation_not_found')),
  acceptInvitation: route({
    method: 'POST',
    path: '/center-invitations/{token}/accept',
    access: 'signedIn',
    summary: 'Entra al equipo que invitó',
    description: 'La cuenta tiene que ser del correo invitado, y ese correo tiene que estar confirmado.',
    tags,
  })
    .input(z.object({ token: z.string().max(100) }))
    .output(z.object({ centerId: id }))
    .errors(
      pickErrors(
        teamErrors,
        'team.invitation_not_found',
        'team.other_address',
        'team.email_unverified',
        'team.already_member',
        'team.professional_has_account',
      ),
    ),
  registerInvited: route({
    method: 'POST',
    path: '/center-invitations/{token}/register',
    access: 'public',
    summary: 'Crea la cuenta de la persona invitada y la suma al equipo',
    description: 'El enlace prueba que el correo es suyo: no hay que confirmarlo otra vez.',
    tags,
    successStatus: 201,
  })
    .input(invitedRegistration.extend({ token: z.string().max(100) }))
    .output(z.object({ centerId: id, email: z.string() }))
    .errors(
      pickErrors(teamErrors, 'team.invitation_not_found', 'team.account_exists', 'team.professional_has_account'),
    ),
  addProfessional: route({
    method: 'POST',
    path: '/centers/{centerId}/professionals',
    access: 'signedIn',
    summary: 'Agrega a un profesional',
    tags,
    successStatus: 201,
  })
    .input(professionalEdit.safeExtend(inCenter))
    .output(teamOfCenter)
    .errors(ownerErrors),
  updateProfessional: route({
    method: 'PUT',
    path: '/centers/{centerId}/professionals/{professionalId}',
    access: 'signedIn',
    summary: 'Corrige los datos de un profesional',
    tags,
  })
    .input(professionalEdit.safeExtend(ofProfessional))
    .output(teamOfCenter)
    .errors({ ...ownerErrors, ...pickErrors(teamErrors, 'team.professional_not_found') }),
  setProfessionalActive: route({
    method: 'PUT',
    path: '/centers/{centerId}/professionals/{professionalId}/active',
    access: 'signedIn',
    summary: 'Deja de ofrecer a un profesional, o vuelve a ofrecerlo',
    tags,
  })
    .input(z.object({ ...ofProfessional, isActive: z.boolean() }))
    .output(teamOfCenter)
    .errors({ ...ownerErrors, ...pickErrors(teamErrors, 'team.professional_not_found', 'team.professional_busy') }),
  setPhoto: route({
    method: 'PUT',
    path: '/centers/{centerId}/professionals/{professionalId}/photo',
    access: 'signedIn',
    summary: 'Pone la foto de un profesional',
    tags,
  })
    .input(z.object({ ...ofProfessional, image: picture }))
    .output(teamOfCenter)
    .errors({
      ...ownerErrors,
      ...pickErrors(teamErrors, 'team.professional_not_found'),
      ...pickErrors(fileErrors, 'files.not_an_image'),
    }),
  removePhoto: route({
    method: 'DELETE',
    path: '/centers/{centerId}/professionals/{professionalId}/photo',
    access: 'signedIn',
    summary: 'Quita la foto de un profesional',
    tags,
  })
    .input(z.object(ofProfessional))
    .output(teamOfCenter)
    .errors({ ...ownerErrors, ...pickErrors(teamErrors, 'team.professional_not_found') }),
  addService: route({
    method: 'POST',
    path: '/centers/{centerId}/professionals/{professionalId}/services',
    access: 'signedIn',
    summary: 'Agrega un servicio con precio',
    tags,
    successStatus: 201,
  })
    .input(pricedService.extend(ofProfessional))
    .output(teamOfCenter)
    .errors({ ...ownerErrors, ...pickErrors(teamErrors, 'team.professional_not_found') }),
  updateService: route({
    method: 'PUT',
    path: '/centers/{centerId}/services/{serviceId}',
    access: 'signedIn',
    summary: 'Corrige un servicio, deja de ofrecerlo o vuelve a ofrecerlo',
    description: 'Las citas ya reservadas conservan su precio y su duración.',
    tags,
  })
    .input(pricedService.extend({ ...inCenter, serviceId: id, isActive: z.boolean() }))
    .output(teamOfCenter)
    .errors({ ...ownerErrors, ...pickErrors(teamErrors, 'team.service_not_found') }),
}
