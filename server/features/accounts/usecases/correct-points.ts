import { failField } from '#contract/errors.ts'
import { giftHours, moderatorGiftPoints } from '#contract/gift-limits.ts'
import { pointsLimitOf } from '#server/features/loyalty/loyalty.policy.ts'
import { sumCorrections } from '#server/features/loyalty/repository/ledger.ts'
import { type Balance, correctPoints as correctBalance, readPoints } from '#server/features/loyalty/usecases/points.ts'
import { recordAction } from '#server/features/moderation/usecases/record-action.ts'
import { newId } from '#server/platform/ids.ts'
import { hourMs } from '#server/platform/local-time.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { fail } from '../accounts.errors.ts'
import { mayMeasure } from '../accounts.policy.ts'
import { findUserRow } from '../repository/users.ts'
import { lockUserRow, type Moderator } from './lock-user-row.ts'

export const pointsCorrection = 'points_correction'

type Correction = { actor: Moderator; userId: string; points: number; reason: string; movementId: string }

/**
 * Staff correct the points of an account with a new movement.
 * @throws accounts.not_found, users.not_allowed, loyalty.more_than_available
 */
export async function correctPoints(platform: Platform, { actor, ...correction }: Correction): Promise<Balance> {
  const now = platform.clock.now()
  return platform.db.transaction().execute(async (tx) => {
    const user = await lockUserRow(tx, { ...correction, actorId: actor.userId, now })
    if (!mayMeasure({ actor, user: { ...user, userId: user.id } })) throw fail('users.not_allowed')
    const { userId, points, reason } = correction
    const limit = await readCorrectionLimit(tx, { actor, now })
    const { balance, isRepeated } = await correctBalance(tx, { ...correction, correctedBy: actor.userId, now })
    // A repeated request is not refused for what it has used up itself.
    if (isRepeated) return balance
    requireWithin(limit, points)
    const target = { targetType: 'user', targetId: userId, actionType: pointsCorrection } as const
    await recordAction(tx, { ...target, moderatorId: actor.userId, reason, details: { points }, now })
    return balance
  })
}

type Undo = { actor: Moderator; userId: string; details: Record<string, unknown>; reason: string; now: Date }

/**
 * Undoes a correction with the opposite one. The caller has locked the account.
 * @returns the details of the new measure
 * @throws loyalty.more_than_available when the points were spent
 */
export async function undoPointsCorrection(
  tx: Tx,
  { actor, userId, details, reason, now }: Undo,
): Promise<Record<string, unknown>> {
  const points = -Number(details.points)
  requireWithin(await readCorrectionLimit(tx, { actor, now }), points)
  await correctBalance(tx, { userId, points, reason, movementId: newId(), correctedBy: actor.userId, now })
  return { points }
}

/** Above the limit, only an administrator gives points. @throws request.invalid */
function requireWithin(limit: number | null, points: number): void {
  if (limit === null || points <= limit) return
  throw failField(
    'points',
    `En ${giftHours} horas puedes sumar ${moderatorGiftPoints} puntos; más los suma una administradora o un administrador`,
  )
}

async function readCorrectionLimit(
  db: Db | Tx,
  { actor, now }: { actor: Moderator; now: Date },
): Promise<number | null> {
  const since = new Date(now.getTime() - giftHours * hourMs)
  return pointsLimitOf(actor, { given: await sumCorrections(db, { correctedBy: actor.userId, since }) })
}

/** The points of an account as staff see them. @throws accounts.not_found */
export async function readPointsOf({ db, clock }: Platform, { userId, actor }: { userId: string; actor: Moderator }) {
  const now = clock.now()
  if (!(await findUserRow(db, { userId, now }))) throw fail('accounts.not_found')
  return { ...(await readPoints(db, { userId, now })), correctionLimit: await readCorrectionLimit(db, { actor, now }) }
}
