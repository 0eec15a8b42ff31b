import { z } from 'zod'
import { ownerErrors } from './centers.ts'
import { typedEmail } from './credentials.ts'
import { refineDeposit } from './deposits.ts'
import { pickErrors } from './errors.ts'
import { fileErrors, picture } from './files.ts'
import { memberRole } from './memberships.ts'
import { invitedRegistration } from './registration.ts'
import { type Changed, route } from './route.ts'
import { offeredService } from './services.ts'
import { professionalEdit, teamErrors, teamOfCenter } from './team.ts'
import { id, instant, version } from './values.ts'

const inCenter = { centerId: id }
const ofProfessional = { centerId: id, professionalId: id }
const tags = ['Equipo']
/** What these writes change besides the team that they return. */
const changes: readonly Changed[] = ['availability', 'agenda', 'practice']
const invitationFields = z.object({
  email: typedEmail(),
  role: z.enum(['professional', 'reception']),
  professionalId: id.nullable(),
})

/** Members, professionals and their services. Only the owner may change them; each write responds with the whole team. */
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
    returns: 'team.get',
    changes,
    summary: 'Invita a alguien por correo',
    description: 'Invitar de nuevo al mismo correo envía otro enlace y termina el anterior.',
    tags,
  })
    .input(
      invitationFields
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
    returns: 'team.get',
    changes,
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
    returns: 'team.get',
    changes,
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
        /** The hint is like «a•••@correo.uy». */
        emailHint: z.string(),
        /** Whether the invited address has an account, whose owner then signs in; otherwise `registerInvited` creates one. */
        hasAccount: z.boolean(),
        expiresAt: instant,
      }),
    )
    .errors(pickErrors(teamErrors, 'team.invitation_not_found')),
  acceptInvitation: route({
    method: 'POST',
    path: '/center-invitations/{token}/accept',
    access: 'signedIn',
    changes: ['practice', 'accounts.me'],
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
    changes: [],
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
    returns: 'team.get',
    changes,
    summary: 'Agrega a un profesional',
    tags,
    successStatus: 201,
  })
    .input(professionalEdit.safeExtend(inCenter))
    .output(teamOfCenter)
    .errors({ ...ownerErrors, ...pickErrors(teamErrors, 'team.too_many_professionals') }),
  updateProfessional: route({
    method: 'PUT',
    path: '/centers/{centerId}/professionals/{professionalId}',
    access: 'signedIn',
    returns: 'team.get',
    changes,
    summary: 'Corrige los datos de un profesional',
    tags,
  })
    .input(professionalEdit.safeExtend({ ...ofProfessional, version }))
    .output(teamOfCenter)
    .errors({ ...ownerErrors, ...pickErrors(teamErrors, 'team.professional_not_found') }),
  setProfessionalActive: route({
    method: 'PUT',
    path: '/centers/{centerId}/professionals/{professionalId}/active',
    access: 'signedIn',
    returns: 'team.get',
    changes,
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
    returns: 'team.get',
    changes,
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
    returns: 'team.get',
    changes,
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
    returns: 'team.get',
    changes,
    summary: 'Agrega un servicio con precio',
    tags,
    successStatus: 201,
  })
    .input(offeredService.extend(ofProfessional).superRefine(refineDeposit))
    .output(teamOfCenter)
    .errors({
      ...ownerErrors,
      ...pickErrors(
        teamErrors,
        'team.professional_not_found',
        'team.too_many_services',
        'team.too_many_services_of_center',
      ),
    }),
  updateService: route({
    method: 'PUT',
    path: '/centers/{centerId}/services/{serviceId}',
    access: 'signedIn',
    returns: 'team.get',
    changes,
    summary: 'Corrige un servicio, deja de ofrecerlo o vuelve a ofrecerlo',
    description: 'Las citas ya reservadas conservan su precio y su duración.',
    tags,
  })
    .input(
      offeredService.extend({ ...inCenter, serviceId: id, version, isActive: z.boolean() }).superRefine(refineDeposit),
    )
    .output(teamOfCenter)
    .errors({ ...ownerErrors, ...pickErrors(teamErrors, 'team.service_not_found') }),
}
