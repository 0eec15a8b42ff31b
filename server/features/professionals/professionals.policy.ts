import { type Member, managesCenter, mayChangeAgendaOf } from '#server/features/centers/centers.policy.ts'

/** The owner may set every professional's weekly hours, and professionals their own. */
export function maySetHours(
  member: Pick<Member, 'role' | 'professionalId'>,
  { professionalId }: { professionalId: string },
): boolean {
  return managesCenter(member) || member.professionalId === professionalId
}

/** The owner and receptionists may add and remove every professional's time off, and professionals their own. */
export const mayChangeTimeOff = mayChangeAgendaOf
