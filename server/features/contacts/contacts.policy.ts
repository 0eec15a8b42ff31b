import { agendaScope, type Member } from '#server/features/centers/centers.policy.ts'

/** Whose patients a member of the centre sees: everybody's, or their own. */
export const scopeOf = (member: Member) => ({ centerId: member.centerId, ...agendaScope(member) })
