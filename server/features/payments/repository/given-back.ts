import { sql } from 'kysely'
import type { Tx } from '#server/platform/postgres/database.ts'
import { markRefunded } from './online.ts'

/** What a payment keeps as the reason of a refund that Senda did not ask for. */
export const ownersReason = 'El centro lo devolvió desde su cuenta.'

/** What the gateway says was given back of a checkout without Senda, in cents; nothing while its payer disputes the payment, or has won. */
export async function findGivenBack(tx: Tx, { checkoutId }: { checkoutId: string }): Promise<number> {
  const row = await tx
    .selectFrom('checkouts')
    .where('id', '=', checkoutId)
    .where(sql<boolean>`coalesce(dispute, 'won') = 'won'`)
    .select(sql<number>`greatest(gateway_refunded_amount - refunded_amount, 0)`.as('cents'))
    .executeTakeFirst()
  return row?.cents ?? 0
}

type GivenBack = { id: string; paymentId: number; checkoutId: string; amountCents: number; now: Date }

/** Records a refund that the owner of the account made at the gateway: it is done, and Senda asks for nothing. */
export async function insertGivenBack(tx: Tx, input: GivenBack): Promise<void> {
  const { id, paymentId, checkoutId, amountCents, now } = input
  await tx
    .insertInto('gateway_refunds')
    .values({
      id,
      checkout_id: checkoutId,
      amount: amountCents,
      reason: 'by_center',
      created_at: now,
      gateway_refund_id: `by the owner: ${id}`,
      done_at: now,
    })
    .execute()
  await tx
    .updateTable('payments')
    .set({ refund_amount: sql<number>`coalesce(refund_amount, 0) + ${amountCents}`, refund_reason: ownersReason })
    .where('id', '=', paymentId)
    .execute()
  await markRefunded(tx, { checkoutId, now })
}

/** The payment of a checkout, where it pays for an appointment. */
export async function findPaymentOfVisit(tx: Tx, { checkoutId }: { checkoutId: string }) {
  const row = await tx
    .selectFrom('payments')
    .where('checkout_id', '=', checkoutId)
    .select(['id', 'appointment_id as appointmentId', 'center_id as centerId'])
    .executeTakeFirst()
  return row?.appointmentId ? { ...row, appointmentId: row.appointmentId } : undefined
}
