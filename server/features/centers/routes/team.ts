import type { RequestContext } from '#server/api/context.ts'
import { api, requireActor, withUserId } from '#server/api/procedures.ts'
import { countedNetwork } from '#server/platform/addresses.ts'
import { takesPayments } from '#server/platform/payment-gateway.ts'
import type { Platform } from '#server/platform/platform.ts'
import { mayRemoveMember } from '../centers.policy.ts'
import { readCenterState } from '../repository/closed.ts'
import { listOpen } from '../repository/invitations.ts'
import { listMembers } from '../repository/members.ts'
import { hasPaymentAccount } from '../repository/services.ts'
import { addProfessional } from '../usecases/add-professional.ts'
import { listTeam } from '../usecases/find-professional.ts'
import { inviteMember, withdrawInvitation } from '../usecases/invite-member.ts'
import { removeMember } from '../usecases/remove-member.ts'
import { requireOwner } from '../usecases/require-member.ts'
import { removeProfessionalPhoto, setProfessionalPhoto } from '../usecases/update-photo.ts'
import { setProfessionalActive, updateProfessional } from '../usecases/update-professional.ts'
import { addService, listServicesOfCenter, updateService } from '../usecases/update-services.ts'

export const teamRoutes = {
  get: api.team.get.handler(({ input, context }) => showTeam(context, input)),

  invite: api.team.invite.handler(async ({ input, context }) => {
    const { userId, sessionId } = requireActor(context)
    await inviteMember(context.platform, { ...input, userId, sessionId })
    return showTeam(context, input)
  }),

  withdrawInvitation: api.team.withdrawInvitation.handler(async ({ input, context }) => {
    await withdrawInvitation(context.platform, withUserId(context, input))
    return showTeam(context, input)
  }),

  removeMember: api.team.removeMember.handler(async ({ input: { centerId, userId: memberId }, context }) => {
    await removeMember(context.platform, withUserId(context, { centerId, memberId }))
    return showTeam(context, { centerId })
  }),

  addProfessional: api.team.addProfessional.handler(async ({ input: { centerId, ...edit }, context }) => {
    await addProfessional(context.platform, withUserId(context, { centerId, edit }))
    return showTeam(context, { centerId })
  }),

  updateProfessional: api.team.updateProfessional.handler(async ({ input, context }) => {
    const { centerId, professionalId, version, ...edit } = input
    await updateProfessional(context.platform, withUserId(context, { centerId, professionalId, version, edit }))
    return showTeam(context, { centerId })
  }),

  setProfessionalActive: api.team.setProfessionalActive.handler(async ({ input, context }) => {
    await setProfessionalActive(context.platform, withUserId(context, input))
    return showTeam(context, input)
  }),

  setPhoto: api.team.setPhoto.handler(async ({ input: { image, ...input }, context }) => {
    const content = new Uint8Array(await image.arrayBuffer())
    const network = countedNetwork(context.visitor.address)
    await setProfessionalPhoto(context.platform, withUserId(context, { ...input, content, network }))
    return showTeam(context, input)
  }),

  removePhoto: api.team.removePhoto.handler(async ({ input, context }) => {
    await removeProfessionalPhoto(context.platform, withUserId(context, input))
    return showTeam(context, input)
  }),

  addService: api.team.addService.handler(async ({ input, context }) => {
    await addService(context.platform, withUserId(context, { service: input }))
    return showTeam(context, input)
  }),

  updateService: api.team.updateService.handler(async ({ input, context }) => {
    const { centerId, serviceId, version, ...edit } = input
    await updateService(context.platform, withUserId(context, { centerId, serviceId, version, edit }))
    return showTeam(context, { centerId })
  }),
}

/** The whole team, as the owner sees it. */
async function showTeam(context: RequestContext, { centerId }: { centerId: string }) {
  const owner = await requireOwner(context.platform.db, withUserId(context, { centerId }))
  const { isClosed, paysOnline, members, invitations, professionals, services } = await readTeam(context.platform, {
    centerId,
  })
  const servicesOf = Map.groupBy(services, ({ professionalId }) => professionalId)
  return {
    isClosed,
    paysOnline,
    members: members.map((member) => ({ ...member, can: { remove: mayRemoveMember(owner, member) } })),
    invitations,
    professionals: professionals.map((professional) => ({
      ...professional,
      services: servicesOf.get(professional.id) ?? [],
    })),
  }
}

async function readTeam({ db, clock, gateway }: Platform, { centerId }: { centerId: string }) {
  const now = clock.now()
  const [state, hasAccount, members, invitations, professionals, services] = await Promise.all([
    readCenterState(db, { centerId, now }),
    hasPaymentAccount(db, { centerId }),
    listMembers(db, { centerId }),
    listOpen(db, { centerId, now }),
    listTeam(db, { centerId }),
    listServicesOfCenter(db, { centerId }),
  ])
  const paysOnline = takesPayments({ gateway, hasPaymentAccount: hasAccount })
  return { isClosed: state === 'closed', paysOnline, members, invitations, professionals, services }
}
