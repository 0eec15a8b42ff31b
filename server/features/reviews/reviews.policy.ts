import type { Member } from '#server/features/centers/centers.policy.ts'

/** Only whoever booked the consultation rates it. */
export function mayReview({ userId }: { userId: string }, appointment: { patientId: string | null }): boolean {
  return appointment.patientId === userId
}

/** The centre has one answer: its owner gives it, or the professional whom the opinion is about. */
export function mayReply(member: Member, review: { professionalId: string }): boolean {
  return member.role === 'owner' || (member.role === 'professional' && member.professionalId === review.professionalId)
}
