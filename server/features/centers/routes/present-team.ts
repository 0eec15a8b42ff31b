import type { Team } from '#contract/team.ts'
import { type Member, mayRemoveMember } from '../centers.policy.ts'
import type { readTeam } from '../usecases/read-team.ts'

type TeamRead = Awaited<ReturnType<typeof readTeam>>

/** `member` is the caller. */
export function presentTeam({
  members,
  invitations,
  professionals,
  services,
  member,
}: TeamRead & { member: Member }): Team {
  const servicesOf = Map.groupBy(services, ({ professionalId }) => professionalId)
  return {
    members: members.map(({ since, ...other }) => ({
      ...other,
      since: since.toISOString(),
      can: { remove: mayRemoveMember(member, other) },
    })),
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
