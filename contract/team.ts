import type { ErrorMap } from '@orpc/contract'
import { z } from 'zod'
import { ageGroups, genders, inAgeOrder } from './attended.ts'
import { storedDepositRule } from './deposits.ts'
import { memberRole } from './memberships.ts'
import { missingPlatform, needsPlatform } from './modalities.ts'
import { nameMinLength, nameTooShort, typedName } from './names.ts'
import { service, vatPercent } from './services.ts'
import { specialtyLimits, typedEntries } from './typed-lists.ts'
import { id, instant, modality, typedText, version } from './values.ts'
import { videoLink } from './video-link.ts'

/** How long the link of an invitation works. */
export const invitationDays = 14
/** How many invitations a centre may send per day before staff approve it. */
export const invitationsUntilApproved = 3
/** How many professionals a centre has, with those who left. What is asked of each professional reads them all. */
export const maxProfessionals = 500
/** How many services a professional has, with those that are not offered any more. */
export const maxServices = 100
/** How many services a centre has: its page and the search read them all. */
export const maxServicesOfCenter = 1000
/** How many present and future absences a professional has. */
export const maxAbsences = 300

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
  'team.too_many_professionals': {
    status: 409,
    message: `Un centro puede tener hasta ${maxProfessionals} profesionales, también contando los que ya no atienden.`,
  },
  'team.too_many_services': {
    status: 409,
    message: `Un profesional puede tener hasta ${maxServices} servicios. Cambia uno de los que ya no ofrece.`,
  },
  'team.too_many_services_of_center': {
    status: 409,
    message: `Un centro puede tener hasta ${maxServicesOfCenter.toLocaleString('es-UY')} servicios. Cambia uno de los que ya no ofrece.`,
  },
  'team.too_many_absences': {
    status: 409,
    message: `Un profesional puede tener hasta ${maxAbsences} ausencias por delante. Quita alguna, o agrega una más larga.`,
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
  /** The version covers the fields that the owner edits. */
  version,
  name: z.string(),
  title: z.string(),
  specialties: z.array(z.string()),
  modalities: z.array(modality),
  /** Whom the professional attends; empty where that is not stated. */
  ages: z.array(z.enum(ageGroups)),
  /** Null where it is not stated. */
  gender: z.enum(genders).nullable(),
  videoPlatform: z.string().nullable(),
  /**
   * The room of virtual appointments. The centre's owner sees it always; the patient, and the members who may change the
   * appointment, see it only around its time.
   */
  videoLink: z.string().nullable(),
  registrationNumber: z.string().nullable(),
  bio: z.string(),
  photoUrl: z.string().nullable(),
  isActive: z.boolean(),
  /** Whether the professional has an account in this team. */
  hasAccount: z.boolean(),
  hasHours: z.boolean(),
  /** Includes services that are no longer offered. */
  services: z.array(service.extend({ version, ...storedDepositRule.shape, isActive: z.boolean(), vatPercent })),
})
export type TeamProfessional = z.output<typeof teamProfessional>

const professionalFields = z.object({
  name: typedName({ min: nameMinLength, max: 200, message: nameTooShort }),
  title: typedText({ max: 100 }),
  specialties: typedEntries(specialtyLimits),
  modalities: z.array(modality).min(1, 'Por favor selecciona al menos una modalidad de atención').max(4),
  ages: z.array(z.enum(ageGroups)).max(ageGroups.length).overwrite(inAgeOrder),
  /** Empty where the professional does not want to state it. */
  gender: z.enum(['', ...genders]),
  videoPlatform: typedText({ max: 100 }),
  videoLink,
  registrationNumber: typedText({ max: 60, plain: true }),
  bio: typedText({ max: 3000 }),
})
export const professionalEdit = professionalFields.refine(
  ({ modalities, videoPlatform }) => videoPlatform !== '' || !needsPlatform(modalities),
  { path: ['videoPlatform'], error: missingPlatform },
)
export type ProfessionalEdit = z.output<typeof professionalEdit>

export const teamOfCenter = z.object({
  /** Whether its patients can pay online: only then it can ask for deposits. */
  paysOnline: z.boolean(),
  /** Staff keep the centre closed: closedCenterNotice says what can't be edited until then. */
  isClosed: z.boolean(),
  members: z.array(
    z.object({
      userId: id,
      name: z.string(),
      email: z.string(),
      role: memberRole,
      professionalId: id.nullable(),
      since: instant,
      can: z.object({
        remove: z.boolean(),
      }),
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
