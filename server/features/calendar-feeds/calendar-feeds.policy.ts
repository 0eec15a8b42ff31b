import type { Member } from '#server/features/centers/centers.policy.ts'

/** A professional subscribes to their own agenda; owner and reception to that of the centre or of any professional. */
export function maySubscribe(
  member: Pick<Member, 'role' | 'professionalId'>,
  feed: { professionalId: string | null },
): boolean {
  if (member.role !== 'professional') return true
  return feed.professionalId !== null && feed.professionalId === member.professionalId
}
