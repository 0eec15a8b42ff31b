import { type Member, managesCenter, mayChangeAgendaOf } from '#server/features/centers/centers.policy.ts'

/** The owner sets every professional's weekly hours, a professional their own. */
export function maySetHours(
  member: Pick<Member, 'role' | 'professionalId'>,
  { professionalId }: { professionalId: string },
): boolean {
  return managesCenter(member) || member.professionalId === professionalId
}

/** Owner and receptionist add and remove every professional's time off, a professional their own. */
export const mayChangeTimeOff = mayChangeAgendaOf
