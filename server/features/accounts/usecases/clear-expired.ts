import { dropPendingCenter } from '#server/features/centers/usecases/end-center.ts'
import { dropUnusedTeam } from '#server/features/professionals/usecases/end-team.ts'
import { hourMs } from '#server/platform/local-time.ts'
import type { Platform } from '#server/platform/platform.ts'

import { deleteExpired } from '../repository/expired.ts'
import { deleteUser, listUntouched } from '../repository/untouched.ts'
import { lockUser } from '../repository/users.ts'

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

/** So long somebody who signed up may take to look into their mail, and ask for the link again. */
const untouchedHours = 30 * 24
const atOnce = 500

/** Removes accounts that nobody ever confirmed or entered; the address may begin anew, as if it had never been typed. */
export async function clearUntouched({ db, clock }: Platform): Promise<void> {
  const now = clock.now()
  const wanted = { now, createdBefore: new Date(now.getTime() - untouchedHours * hourMs) }
  for (const userId of await listUntouched(db, { ...wanted, limit: atOnce })) {
    await db.transaction().execute(async (tx) => {
      await lockUser(tx, userId)
      // Somebody may have come while this waited.
      const [still] = await listUntouched(tx, { ...wanted, userId, limit: 1 })
      if (still === undefined) return
      await dropUnusedTeam(tx, { centerId: userId })
      if (await dropPendingCenter(tx, { ownerId: userId })) return
      await deleteUser(tx, userId)
    })
  }
}
