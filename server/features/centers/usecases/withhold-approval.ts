import type { Tx } from '#server/platform/postgres/database.ts'
import * as repository from '../repository/centers.ts'

type OfCenter = { centerId: string; now: Date }

/** Hides the centre from search and booking until restoreApproval(). May be repeated. The caller has locked the centre. */
export async function withholdApproval(tx: Tx, input: OfCenter): Promise<void> {
  await repository.withholdApproval(tx, input)
}

/** Does nothing when the approval is not withheld. The caller has locked the centre. */
export async function restoreApproval(tx: Tx, input: OfCenter): Promise<void> {
  await repository.restoreApproval(tx, input)
}
