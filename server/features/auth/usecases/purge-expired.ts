import { hourMs } from '#server/platform/local-time.ts'
import type { Platform } from '#server/platform/platform.ts'

import { deleteExpired } from '../repository/expired.ts'

/** Whoever comes back after a quarter of a year signs in again; until then an open browser stays a way in. */
const sessionHours = 90 * 24

/** Removes what time has ended, so that a copy of the database holds as little as possible of what once opened accounts. */
export async function clearExpired({ db, clock }: Platform): Promise<void> {
  const now = clock.now()
  const before = (hours: number) => new Date(now.getTime() - hours * hourMs)
  await deleteExpired(db, {
    now,
    tokensBefore: before(1),
    // So long an expired challenge still says that it has expired, instead of being unknown.
    challengesBefore: before(1),
    enrolledBefore: before(24),
    lastUsedBefore: before(sessionHours),
  })
}
