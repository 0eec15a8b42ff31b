import { listCenterIdsOf } from '#server/features/centers/usecases/require-member.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { fail } from '../commissions.errors.ts'
import { mayDecideOn } from '../commissions.policy.ts'

/**
 * Staff decide nothing about the money of a centre where they work.
 * @throws centerRecords.own_center
 */
export async function requireOtherCenter(tx: Tx, { actorId, centerId }: { actorId: string; centerId: string }) {
  const ownCenterIds = await listCenterIdsOf(tx, { userId: actorId })
  if (!mayDecideOn({ ownCenterIds }, { centerId })) throw fail('centerRecords.own_center')
}
