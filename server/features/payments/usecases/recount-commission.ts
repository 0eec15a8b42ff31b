import { lockUser } from '#server/features/auth/repository/users.ts'
import { reduceCommission } from '#server/features/commissions/repository/commissions.ts'
import { chargeCommission } from '#server/features/commissions/usecases/charge-commissions.ts'
import { updateCompletion } from '#server/features/loyalty/usecases/points.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { listPaidBy } from '../repository/refused-refunds.ts'

/**
 * Counts the commission again, and the points behind which it stands, after the gateway refused a refund or a refused one was resolved:
 * the centre owes it on what it keeps.
 */
export async function recountCommission(tx: Tx, { checkoutId, now }: { checkoutId: string; now: Date }): Promise<void> {
  for (const { appointmentId, userId } of await listPaidBy(tx, { checkoutId })) {
    // Accounts are locked before commissions, as at the desk.
    const hasAccount = (await lockUser(tx, userId)) !== undefined
    // What was cancelled for free has none yet.
    await chargeCommission(tx, { appointmentIds: [appointmentId], now })
    await reduceCommission(tx, { appointmentId })
    if (hasAccount) {
      await updateCompletion(tx, { userId, appointmentId, description: 'Se devolvió el pago de tu consulta', now })
    }
  }
}
