import { agendaScope, type Member } from '#server/features/centers/centers.policy.ts'

/** Owner and reception see the contacts of the whole centre, a professional only their own. */
export const scopeOf = (member: Member) => ({ centerId: member.centerId, ...agendaScope(member) })
