import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import * as repository from '../repository/centers.ts'

/** Staff approved what the centre showed; `verified` also gives it the badge. The first approval's date stays. */
export async function approveCenter(platform: Platform, o: { centerId: string; verified: boolean }): Promise<void> {
  await repository.setApproved(platform.db, { ...o, now: platform.clock.now() })
}

/** A document has lapsed, so the badge goes. The caller has locked the centre. */
export async function loseBadge(tx: Tx, o: { centerId: string; now: Date }): Promise<void> {
  await repository.setNonCompliant(tx, o)
}
