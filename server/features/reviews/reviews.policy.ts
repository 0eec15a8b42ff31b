import type { QueueItem } from '#contract/reports.ts'
import type { OwnReview } from '#contract/reviews.ts'
import { type Member, managesCenter } from '#server/features/centers/centers.policy.ts'
import type { Staff } from '#server/features/moderation/moderation.policy.ts'

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

type Measured = { isOwn: boolean; isAuthorStaff: boolean; removedAt: Date | null }

/** Why this member of staff may not decide about the review; undefined when they may. */
export function refusalOf({ actor, review }: { actor: Staff; review: Measured }) {
  if (review.isOwn) return 'reports.own'
  if (review.isAuthorStaff && !actor.roles.includes('admin')) return 'reports.of_staff'
  return review.removedAt === null ? undefined : 'reports.removed'
}

export function queueAbilities(input: { actor: Staff; review: Measured }): QueueItem['can'] {
  const isAllowed = refusalOf(input) === undefined
  return { approve: isAllowed, delete: isAllowed, warn: isAllowed }
}
