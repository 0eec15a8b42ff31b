import { hourMs } from '#server/platform/local-time.ts'
import type { Platform } from '#server/platform/platform.ts'

import { deleteExpired } from '../repository/expired.ts'

/** A user who returns after a quarter of a year must sign in again; until then an open session stays valid. */
const sessionHours = 90 * 24

/** Deletes expired credentials, so that a copy of the database contains as few as possible. */
export async function purgeExpired({ db, clock }: Platform): Promise<void> {
  const now = clock.now()
  const before = (hours: number) => new Date(now.getTime() - hours * hourMs)
  await deleteExpired(db, {
    now,
    tokensExpiredBefore: before(1),
    // Until then the error of an expired challenge says so, instead of calling it unknown.
    challengesExpiredBefore: before(1),
    enrolledBefore: before(24),
    lastUsedBefore: before(sessionHours),
  })
}
