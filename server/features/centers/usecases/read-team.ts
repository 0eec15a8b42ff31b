import type { Team } from '#contract/team.ts'
import { listTeam } from '#server/features/professionals/usecases/find-professional.ts'
import { listServicesOfCenter } from '#server/features/services/services.usecases.ts'
import type { Platform } from '#server/platform/platform.ts'
import { listOpen } from '../repository/invitations.ts'
import { listMembers } from '../repository/members.ts'

/** Members, open invitations, and all professionals, active or not, with their services. */
export async function readTeam({ db, clock }: Platform, { centerId }: { centerId: string }): Promise<Team> {
  const [members, invitations, professionals, services] = await Promise.all([
    listMembers(db, { centerId }),
    listOpen(db, { centerId, now: clock.now() }),
    listTeam(db, { centerId }),
    listServicesOfCenter(db, { centerId }),
  ])
  const servicesOf = Map.groupBy(services, ({ professionalId }) => professionalId)
  return {
    members: members.map(({ since, ...member }) => ({ ...member, since: since.toISOString() })),
    invitations: invitations.map(({ sentAt, expiresAt, ...invitation }) => ({
      ...invitation,
      sentAt: sentAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
    })),
    professionals: professionals.map((professional) => ({
      ...professional,
      services: servicesOf.get(professional.id) ?? [],
    })),
  }
}
