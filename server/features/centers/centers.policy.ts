import type { MemberRole } from '#contract/memberships.ts'

/** Somebody who works at a centre, and as what. */
export type Member = { userId: string; centerId: string; role: MemberRole; professionalId: string | null }

/** The owner decides about everything that the centre is; the others work in it. */
export function managesCenter(member: Member): boolean {
  return member.role === 'owner'
}

/** Whose appointments and patients a member sees: undefined for everybody's. */
export function agendaScope(member: Member): { professionalId: string | undefined } {
  return { professionalId: member.role === 'professional' ? (member.professionalId ?? undefined) : undefined }
}

export function mayTouchAgendaOf(member: Member, input: { professionalId: string }): boolean {
  const { professionalId } = agendaScope(member)
  return member.role !== 'professional' || professionalId === input.professionalId
}
