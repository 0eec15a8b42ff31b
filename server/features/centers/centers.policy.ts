import type { MemberRole } from '#contract/memberships.ts'

/** A person who works at a centre, with the role there. */
export type Member = { userId: string; centerId: string; role: MemberRole; professionalId: string | null }

/** The owner alone edits the centre; the other members work in it. */
export function managesCenter(member: Member): boolean {
  return member.role === 'owner'
}

/** Whose appointments and patients a member sees: undefined for the whole centre's. */
export function agendaScope(member: Member): { professionalId: string | undefined } {
  return { professionalId: member.role === 'professional' ? (member.professionalId ?? undefined) : undefined }
}

export function mayTouchAgendaOf(member: Member, input: { professionalId: string }): boolean {
  const { professionalId } = agendaScope(member)
  return member.role !== 'professional' || professionalId === input.professionalId
}
