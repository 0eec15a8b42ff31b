import type { Tx } from '#server/platform/postgres/database.ts'
import * as repository from '../repository/centers.ts'

type OfCenter = { centerId: string; now: Date }

/** Takes the centre out of the search and out of booking, until restoreApproval(). The caller has locked it. Idempotent. */
export async function withholdApproval(tx: Tx, input: OfCenter): Promise<void> {
  await repository.withholdApproval(tx, input)
}

/** Does nothing for a centre whose approval is not withheld. The caller has locked it. */
export async function restoreApproval(tx: Tx, input: OfCenter): Promise<void> {
  await repository.restoreApproval(tx, input)
}
