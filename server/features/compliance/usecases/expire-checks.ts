import { zone } from '#contract/calendar.ts'
import { loseBadge } from '#server/features/centers/usecases/approve-center.ts'
import { lockCenterOf } from '#server/features/centers/usecases/lock-center.ts'
import { localDay } from '#server/platform/local-time.ts'
import type { Platform } from '#server/platform/platform.ts'

import * as repository from '../compliance.repository.ts'

/**
 * Expires documents that were approved until yesterday. A centre without another approved document of that type loses its
 * badge.
 */
export async function expireChecks({ db, clock }: Platform): Promise<void> {
  const now = clock.now()
  const today = localDay({ instant: now, zone })
  for (const centerId of await repository.listLapsing(db, { today })) {
    await db.transaction().execute(async (tx) => {
      if (!(await lockCenterOf(tx, { ownerId: centerId }))) return
      const lapsed = await repository.expireChecks(tx, { centerId, today })
      if (lapsed.length > 0) await loseBadge(tx, { centerId, now })
    })
  }
}
