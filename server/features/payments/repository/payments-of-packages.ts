import { sql } from 'kysely'
import type { DeskMethod } from '#contract/payment-methods.ts'
import type { Tx } from '#server/platform/postgres/database.ts'

type Payment = {
  packageId: string
  centerId: string
  amountCents: number
  method: DeskMethod
  collectedBy: string
  now: Date
}

/** Records a payment at the desk for a package that the caller has locked. A constraint refuses more than its price. */
export async function insertPackagePayment(tx: Tx, input: Payment): Promise<void> {
  await tx
    .insertInto('payments')
    .values({
      package_id: input.packageId,
      center_id: input.centerId,
      amount: input.amountCents,
      method: input.method,
      collected_by: input.collectedBy,
      collected_at: input.now,
    })
    .execute()
}

type Refund = { paymentId: number; amountCents: number; reason: string; refundedBy: string; now: Date }

/** Records that the desk gave back a part of a payment. A trigger moves the till; a constraint refuses more than was paid. */
export async function refundPackagePayment(
  tx: Tx,
  { paymentId, amountCents, reason, refundedBy, now }: Refund,
): Promise<void> {
  await tx
    .updateTable('payments')
    .set({
      refund_amount: sql<number>`coalesce(refund_amount, 0) + ${amountCents}`,
      refund_reason: reason,
      refunded_by: refundedBy,
      refunded_at: now,
    })
    .where('id', '=', paymentId)
    .execute()
}
