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

type OnlinePayment = Omit<Payment, 'method' | 'collectedBy'> & { checkoutId: string }

/** Records the approved checkout that bought a package. */
export async function insertOnlinePackagePayment(tx: Tx, input: OnlinePayment): Promise<void> {
  await tx
    .insertInto('payments')
    .values({
      package_id: input.packageId,
      center_id: input.centerId,
      checkout_id: input.checkoutId,
      amount: input.amountCents,
      method: 'online',
      collected_at: input.now,
    })
    .execute()
}

type Refund = {
  paymentId: number
  amountCents: number
  reason: string
  refundedBy: string | null
  /** Whether the desk gave it back; otherwise the gateway will. */
  isFromTill: boolean
  now: Date
}

/** Adds an amount to the refund of a payment. A trigger moves the till; a constraint refuses more than was paid. */
export async function refundPackagePayment(
  tx: Tx,
  { paymentId, amountCents, reason, refundedBy, isFromTill, now }: Refund,
): Promise<void> {
  await tx
    .updateTable('payments')
    .set({
      refund_amount: sql<number>`coalesce(refund_amount, 0) + ${amountCents}`,
      refund_reason: reason,
      refunded_by: refundedBy,
      refunded_at: isFromTill ? now : null,
    })
    .where('id', '=', paymentId)
    .execute()
}
