import type { OwnReview } from '#contract/reviews.ts'
import { type Member, managesCenter } from '#server/features/centers/centers.policy.ts'

/** Only the patient who booked the consultation reviews it. */
export function mayReview({ userId }: { userId: string }, appointment: { patientId: string | null }): boolean {
  return appointment.patientId === userId
}

/** Receptionists read the reviews of their centre, and neither reply to them nor report them. */
export function respondsToReviews({ role }: Pick<Member, 'role'>): boolean {
  return role !== 'reception'
}

/** The owner, or the professional whom the review is about, replies to it or reports it. */
export function mayRespond(
  member: Pick<Member, 'role' | 'professionalId'>,
  review: { professionalId: string },
): boolean {
  if (managesCenter(member)) return true
  return respondsToReviews(member) && member.professionalId === review.professionalId
}

export function reviewAbilities({
  member,
  review,
}: {
  member: Pick<Member, 'role' | 'professionalId'>
  review: { professionalId: string; reply: string | null }
}): OwnReview['can'] {
  const may = mayRespond(member, review)
  return { reply: may && review.reply === null, report: may }
}
