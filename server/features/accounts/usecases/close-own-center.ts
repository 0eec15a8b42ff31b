import { isCenterRemembered } from '#server/features/appointments/usecases/end-account.ts'
import { closeCenter, dropPendingCenter, leaveCenters } from '#server/features/centers/centers.usecases.ts'
import { forgetAccount, retireTeam } from '#server/features/professionals/professionals.usecases.ts'
import type { Tx } from '#server/platform/postgres/database.ts'

/**
 * What the account was to centres: those of others go on without it; its own leaves search for good. A centre that
 * patients went to keeps its name and those of its professionals, for the histories that name them.
 */
export async function closeOwnCenter(
  tx: Tx,
  o: {
    userId: string
    /** In place of the centre's own. */
    email: string
    /** The locked professionals of the person's centre; undefined when there is none. */
    team: readonly string[] | undefined
    now: Date
  },
): Promise<void> {
  const { userId, team, now } = o
  await leaveCenters(tx, { userId })
  await forgetAccount(tx, { userId })
  if (team === undefined || !(await dropPendingCenter(tx, { ownerId: userId }))) return
  const isRemembered = await isCenterRemembered(tx, { centerId: userId })
  const rename = (name: string) => (isRemembered ? undefined : name)
  await closeCenter(tx, { centerId: userId, email: o.email, rename: rename('Centro eliminado'), now })
  await retireTeam(tx, { centerId: userId, professionalIds: team, rename: rename('Profesional') })
}
