import type { OwnReview } from '#contract/reviews.ts'
import { type Member, managesCenter } from '#server/features/centers/centers.policy.ts'

/** Only the patient who booked an appointment may review it. */
export function mayReview({ userId }: { userId: string }, appointment: { patientId: string | null }): boolean {
  return appointment.patientId === userId
}

/** Receptionists read the reviews of their centre, but may not reply to them or report them. */
export function respondsToReviews({ role }: Pick<Member, 'role'>): boolean {
  return role !== 'reception'
}

/** The owner and the professional whom the review is about may reply to it and report it. */
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
  isOpen,
}: {
  member: Pick<Member, 'role' | 'professionalId'>
  review: { professionalId: string; reply: string | null }
  /** Whether the centre reaches patients. */
  isOpen: boolean
}): OwnReview['can'] {
  const isAllowed = mayRespond(member, review)
  return { reply: isAllowed && isOpen && review.reply === null, report: isAllowed }
}
