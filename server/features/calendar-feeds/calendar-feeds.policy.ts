import { type Member, seesWholeCenter } from '#server/features/centers/centers.policy.ts'

/** A professional subscribes to their own agenda; owner and reception to that of the centre or of any professional. */
export function maySubscribe(
  member: Pick<Member, 'role' | 'professionalId'>,
  feed: { professionalId: string | null },
): boolean {
  if (seesWholeCenter(member)) return true
  return feed.professionalId !== null && feed.professionalId === member.professionalId
}
