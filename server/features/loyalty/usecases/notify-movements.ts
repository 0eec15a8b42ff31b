import { notifyAt } from '#server/features/notifications/usecases/notify-users.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import type { Movement } from '../repository/ledger.ts'

/** Tells each account, in the transaction that moves its points. What users spend themselves they know. */
export async function notifyOfMovements(
  tx: Tx,
  { movements, now }: { movements: readonly Movement[]; now: Date },
): Promise<void> {
  const entries = movements.map(({ userId, points, description: message }) => {
    const href = '/loyalty?pestana=historial'
    return { event: 'loyalty.points', to: { userId }, title: titleOf(points), message, href, about: null } as const
  })
  await notifyAt(tx, { entries, now })
}

function titleOf(points: number): string {
  const count = Math.abs(points)
  const unit = count === 1 ? 'punto' : 'puntos'
  return points > 0 ? `Sumaste ${count} ${unit}` : `Se restaron ${count} ${unit}`
}

/** `userIds`: one for each reward. Its name is left out, because it may be that of a service. */
export async function notifyOfExpired(
  tx: Tx,
  { userIds, now }: { userIds: readonly string[]; now: Date },
): Promise<void> {
  const content = {
    title: 'Venció una recompensa',
    message: 'Pasó su plazo sin que la usaras. En Mis Recompensas ves las que te quedan.',
    href: '/loyalty?pestana=mias',
  }
  const entries = userIds.map((userId) => {
    return { event: 'loyalty.reward_expired', to: { userId }, about: null, ...content } as const
  })
  await notifyAt(tx, { entries, now })
}
