import { agendaScope, type Member } from '#server/features/centers/centers.policy.ts'

/** The owner and the receptionists see the contacts of the whole centre, and a professional only their own. */
export const scopeOf = (member: Member) => ({ centerId: member.centerId, ...agendaScope(member) })
