import { failField } from '#contract/errors.ts'
import { giftHours, moderatorGiftPoints } from '#contract/gift-limits.ts'
import { pointsLimitOf } from '#server/features/loyalty/loyalty.policy.ts'
import { sumCorrections } from '#server/features/loyalty/repository/corrections.ts'
import {
  type Balance,
  correctPoints as correctBalance,
  readBalance,
  readPoints,
} from '#server/features/loyalty/usecases/points.ts'
import { defineAction, type Run } from '#server/features/moderation/usecases/staff-actions.ts'
import { newId } from '#server/platform/ids.ts'
import { hourMs } from '#server/platform/local-time.ts'
import type { Platform } from '#server/platform/platform.ts'
import { lockInTransaction } from '#server/platform/postgres/advisory-lock.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { fail } from '../accounts.errors.ts'
import { mayActOn } from '../accounts.policy.ts'
import { findUserRow, type UserRow } from '../repository/users.ts'
import { account, type Moderator } from './lock-user-row.ts'

type Correction = { points: number; movementId: string }

/**
 * Staff correct the points of an account with a new movement.
 * @throws accounts.not_found, users.not_allowed, loyalty.more_than_available
 */
export const correction = defineAction<UserRow, Correction, { details: { points: number }; balance: Balance }>({
  target: account,
  type: 'points_correction',
  check: (_tx, run) => requireMayActOn(run),
  async apply(tx, { actor, row: { id: userId }, points, movementId, reason, now }) {
    const limit = await lockCorrectionLimit(tx, { actor, now })
    const change = { userId, points, reason, movementId, correctedBy: actor.userId, now }
    const { balance, isRepeated } = await correctBalance(tx, change)
    // A repeated request is not refused for what it has used up itself.
    if (isRepeated) return 'repeated'
    requireWithin(limit, points)
    return { details: { points }, balance }
  },
  // The list of movements shows the correction with its reason, and correctBalance() notifies of it.
  mail: 'none',
  bell: 'none',
  undo: {
    /** The opposite correction. @throws loyalty.more_than_available when the points were spent */
    async apply(tx, run) {
      requireMayActOn(run)
      const { actor, row, reason, now } = run
      const points = -Number(run.details.points)
      requireWithin(await lockCorrectionLimit(tx, { actor, now }), points)
      const change = { userId: row.id, points, reason, movementId: newId(), correctedBy: actor.userId, now }
      await correctBalance(tx, change)
      return { points }
    },
    mail: 'none',
    bell: 'none',
  },
})

function requireMayActOn({ actor, row }: Run<UserRow>): void {
  if (!mayActOn({ actor, user: { ...row, userId: row.id } })) throw fail('users.not_allowed')
}

type Request = Correction & { actor: Moderator; userId: string; reason: string }

export async function correctPoints(platform: Platform, { userId, ...input }: Request): Promise<Balance> {
  return platform.db.transaction().execute(async (tx) => {
    const done = await correction.run(tx, platform, { ...input, targetId: userId, lastActionId: undefined })
    return done === 'repeated' ? readBalance(tx, { userId, now: platform.clock.now() }) : done.balance
  })
}

/** Above the limit, only an administrator gives points. @throws request.invalid */
function requireWithin(limit: number | null, points: number): void {
  if (limit === null || points <= limit) return
  throw failField(
    'points',
    `En ${giftHours} horas puedes sumar ${moderatorGiftPoints} puntos; más los suma una administradora o un administrador`,
  )
}

/** Two corrections at once would otherwise each leave the other out of the sum. */
async function lockCorrectionLimit(tx: Tx, input: { actor: Moderator; now: Date }): Promise<number | null> {
  await lockInTransaction(tx, { kind: 'gifts', id: input.actor.userId })
  return readCorrectionLimit(tx, input)
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
  if (!(await findUserRow(db, { userId, staffId: actor.userId, now }))) throw fail('accounts.not_found')
  return { ...(await readPoints(db, { userId, now })), correctionLimit: await readCorrectionLimit(db, { actor, now }) }
}
