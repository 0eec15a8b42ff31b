import { brand } from '#contract/brand.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import * as repository from '../repository/redemptions.ts'

const maxListed = 20
/** More than any account has points for. */
const maxCompared = 200

export const waitingNotice = 'Las recompensas se pueden usar cuando el saldo de puntos vuelve a cero.'
export const noRoomNotice = () => `Este centro no acepta más recompensas ni promociones de ${brand.name} por ahora.`

export async function listUsable(
  db: Db | Tx,
  { userId, now }: { userId: string; now: Date },
): Promise<repository.RedemptionRow[]> {
  return repository.listUsable(db, { userId, now, limit: maxListed })
}

/** Whether the code that a patient shows is of a reward that waits until the balance is back at zero. */
export async function isWaitingReward(
  db: Db | Tx,
  { userId, now, isCode }: { userId: string; now: Date; isCode: (reward: { kind: 'reward'; id: string }) => boolean },
): Promise<boolean> {
  const waiting = await repository.listUsable(db, { userId, now, limit: maxCompared, evenWaiting: true })
  return waiting.some(({ id }) => isCode({ kind: 'reward', id }))
}

/**
 * How much Senda's discounts can still pay to a centre, and why those of a patient pay nothing, in Spanish: null when they do, or the
 * patient has none. `neededCents`: the largest of them.
 */
export async function readRewardState(
  db: Db | Tx,
  input: { userId: string; centerId: string; now: Date },
): Promise<{ roomCents: number; notice: (neededCents: number) => string | null }> {
  const { hasPending, isBelowZero, roomCents } = await repository.findRewardState(db, input)
  const notice = (neededCents: number) => {
    if (roomCents < neededCents) return noRoomNotice()
    if (!hasPending || !isBelowZero) return null
    return waitingNotice
  }
  return { roomCents, notice }
}
