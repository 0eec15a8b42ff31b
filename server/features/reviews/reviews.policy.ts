import type { Member } from '#server/features/centers/centers.policy.ts'

/** Only the patient who booked the consultation reviews it. */
export function mayReview({ userId }: { userId: string }, appointment: { patientId: string | null }): boolean {
  return appointment.patientId === userId
}

/** The centre's reply is written by its owner, or by the professional whom the review is about. */
export function mayReply(member: Member, review: { professionalId: string }): boolean {
  return member.role === 'owner' || (member.role === 'professional' && member.professionalId === review.professionalId)
}
