import { type Balance, correctPoints as correctBalance, readPoints } from '#server/features/loyalty/usecases/points.ts'
import type { Platform } from '#server/platform/platform.ts'
import { fail } from '../accounts.errors.ts'
import { mayMeasure } from '../accounts.policy.ts'
import { findUserRow } from '../repository/users.ts'
import { lockUserRow, type Moderator } from './measure-user.ts'

type Correction = { actor: Moderator; userId: string; points: number; reason: string; movementId: string }

/** Staff correct the points of an account with a new movement. @throws users.not_allowed, loyalty.more_than_available */
export async function correctPoints(platform: Platform, { actor, ...correction }: Correction): Promise<Balance> {
  const now = platform.clock.now()
  return platform.db.transaction().execute(async (tx) => {
    const user = await lockUserRow(tx, { ...correction, actorId: actor.userId, now })
    if (!mayMeasure({ actor, user: { ...user, userId: user.id } })) throw fail('users.not_allowed')
    return correctBalance(tx, { ...correction, correctedBy: actor.userId, now })
  })
}

/** The points of an account as staff see them. @throws accounts.not_found */
export async function readPointsOf({ db, clock }: Platform, { userId }: { userId: string }) {
  if (!(await findUserRow(db, { userId, now: clock.now() }))) throw fail('accounts.not_found')
  return readPoints(db, { userId })
}
