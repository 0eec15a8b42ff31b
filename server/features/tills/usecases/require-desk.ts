import { seesWholeCenter } from '#server/features/centers/centers.policy.ts'
import { requireMember } from '#server/features/centers/usecases/require-member.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { fail } from '../tills.errors.ts'

/** The owner and the receptionists handle the money of the desk; a professional does not see it. */
export async function requireDesk(db: Db | Tx, input: { centerId: string; userId: string }): Promise<void> {
  const member = await requireMember(db, input)
  if (!seesWholeCenter(member)) throw fail('tills.reception_only')
}
