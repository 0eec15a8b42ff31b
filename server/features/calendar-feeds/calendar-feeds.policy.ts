import { type Member, seesWholeCenter } from '#server/features/centers/centers.policy.ts'

/** A professional may subscribe to their own agenda; the owner and receptionists to the centre's and to any professional's. */
export function maySubscribe(
  member: Pick<Member, 'role' | 'professionalId'>,
  feed: { professionalId: string | null },
): boolean {
  if (seesWholeCenter(member)) return true
  return feed.professionalId !== null && feed.professionalId === member.professionalId
}
