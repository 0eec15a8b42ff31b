import { dropPendingCenter } from '#server/features/centers/usecases/end-center.ts'
import { dropUnusedTeam } from '#server/features/professionals/usecases/end-team.ts'
import { hourMs } from '#server/platform/local-time.ts'
import type { Platform } from '#server/platform/platform.ts'

import { deleteUser, listUntouched } from '../repository/abandoned.ts'
import { lockUser } from '../repository/users.ts'

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
