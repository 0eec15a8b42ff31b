import { deletePendingCenter } from '#server/features/centers/usecases/close-center.ts'
import { deleteUnusedTeam } from '#server/features/centers/usecases/close-team.ts'
import { closePromotions } from '#server/features/promotions/repository/promotions.ts'
import { runEachOrThrow } from '#server/platform/each-row.ts'
import { hourMs } from '#server/platform/local-time.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { deleteUnlessReferenced, withUndo } from '#server/platform/postgres/savepoint.ts'
import { deleteUser, listAbandoned } from '../repository/abandoned.ts'
import { lockUser } from '../repository/users.ts'

/** The time that a visitor who signed up has to open the mail, or to request the link again. */
const abandonedAfterHours = 30 * 24
const batchSize = 500

/** Deletes accounts that were never verified or used; their addresses can sign up again. */
export async function purgeAbandoned({ db, clock, log }: Platform): Promise<void> {
  const now = clock.now()
  const criteria = { now, createdBefore: new Date(now.getTime() - abandonedAfterHours * hourMs) }
  const purge = (userId: string) =>
    db.transaction().execute(async (tx) => {
      await lockUser(tx, userId)
      // The user may have signed in while this waited.
      const [stillAbandoned] = await listAbandoned(tx, { ...criteria, userId, limit: 1 })
      if (stillAbandoned === undefined) return
      const keepsCenter = await withUndo(tx, {
        run: () => deleteUnusedCenter(tx, { ownerId: userId }),
        keep: (isKept) => !isKept,
      })
      if (keepsCenter) return
      const isDeleted = await deleteUnlessReferenced(tx, () => deleteUser(tx, userId))
      if (!isDeleted) log.warn({ userId }, 'an abandoned account stays, because other rows depend on it')
    })
  await runEachOrThrow({
    log,
    rows: await listAbandoned(db, { ...criteria, limit: batchSize }),
    about: (userId) => ({ userId }),
    failure: 'an abandoned account could not be deleted',
    run: purge,
  })
}

/** @returns whether the owner still has a centre */
async function deleteUnusedCenter(tx: Tx, { ownerId }: { ownerId: string }): Promise<boolean> {
  await closePromotions(tx, { centerId: ownerId })
  await deleteUnusedTeam(tx, { centerId: ownerId })
  return deletePendingCenter(tx, { ownerId })
}
