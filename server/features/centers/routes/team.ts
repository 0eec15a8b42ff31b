import { removeProfessionalPhoto, setProfessionalPhoto } from '#server/features/professionals/usecases/change-photo.ts'
import {
  addToTeam,
  setProfessionalActive,
  updateProfessional,
} from '#server/features/professionals/usecases/change-professional.ts'
import { addOwnService, updateService } from '#server/features/services/services.usecases.ts'
import type { RequestContext } from '#server/http/context.ts'
import { api, requireActor } from '#server/http/procedures.ts'
import { requireOwner } from '../centers.usecases.ts'
import { acceptInvitation, getInvitation } from '../usecases/accept-invitation.ts'
import { inviteMember, withdrawInvitation } from '../usecases/invite-member.ts'
import { getTeam } from '../usecases/read-team.ts'
import { removeMember } from '../usecases/remove-member.ts'

export const teamRoutes = {
  get: api.team.get.handler(async ({ input, context }) => {
    await requireOwner(context.platform.db, { ...input, ...asker(context) })
    return getTeam(context.platform, input)
  }),

  invite: api.team.invite.handler(async ({ input, context }) => {
    await inviteMember(context.platform, { ...input, ...asker(context) })
    return getTeam(context.platform, input)
  }),

  withdrawInvitation: api.team.withdrawInvitation.handler(async ({ input, context }) => {
    await withdrawInvitation(context.platform, { ...input, ...asker(context) })
    return getTeam(context.platform, input)
  }),

  removeMember: api.team.removeMember.handler(async ({ input: { centerId, userId: memberId }, context }) => {
    await removeMember(context.platform, { centerId, memberId, ...asker(context) })
    return getTeam(context.platform, { centerId })
  }),

  invitation: api.team.invitation.handler(async ({ input, context }) => {
    const { expiresAt, ...invitation } = await getInvitation(context.platform, input)
    return { ...invitation, expiresAt: expiresAt.toISOString() }
  }),

  acceptInvitation: api.team.acceptInvitation.handler(({ input, context }) =>
    acceptInvitation(context.platform, { ...input, ...asker(context) }),
  ),

  addProfessional: api.team.addProfessional.handler(async ({ input: { centerId, ...edit }, context }) => {
    await addToTeam(context.platform, { centerId, edit, ...asker(context) })
    return getTeam(context.platform, { centerId })
  }),

  updateProfessional: api.team.updateProfessional.handler(async ({ input, context }) => {
    const { centerId, professionalId, ...edit } = input
    await updateProfessional(context.platform, { centerId, professionalId, edit, ...asker(context) })
    return getTeam(context.platform, { centerId })
  }),

  setProfessionalActive: api.team.setProfessionalActive.handler(async ({ input, context }) => {
    await setProfessionalActive(context.platform, { ...input, ...asker(context) })
    return getTeam(context.platform, input)
  }),

  setPhoto: api.team.setPhoto.handler(async ({ input: { image, ...input }, context }) => {
    const content = new Uint8Array(await image.arrayBuffer())
    await setProfessionalPhoto(context.platform, { ...input, ...asker(context), content })
    return getTeam(context.platform, input)
  }),

  removePhoto: api.team.removePhoto.handler(async ({ input, context }) => {
    await removeProfessionalPhoto(context.platform, { ...input, ...asker(context) })
    return getTeam(context.platform, input)
  }),

  addService: api.team.addService.handler(async ({ input, context }) => {
    await addOwnService(context.platform, { service: input, ...asker(context) })
    return getTeam(context.platform, input)
  }),

  updateService: api.team.updateService.handler(async ({ input, context }) => {
    const { centerId, serviceId, ...edit } = input
    await updateService(context.platform, { centerId, serviceId, edit, ...asker(context) })
    return getTeam(context.platform, { centerId })
  }),
}

function asker(context: RequestContext): { userId: string } {
  return { userId: requireActor(context).userId }
}
