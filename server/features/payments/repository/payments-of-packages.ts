import { sql } from 'kysely'
import type { DeskMethod } from '#contract/payment-methods.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { markRefunded } from './online.ts'

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

type GivenBack = { id: string; paymentId: number; checkoutId: string; amountCents: number; reason: string; now: Date }

/** Records a refund that the owner of the account made at the gateway: it is done, and Senda asks for nothing. */
export async function insertGivenBack(tx: Tx, input: GivenBack): Promise<void> {
  const { id, paymentId, checkoutId, amountCents, reason, now } = input
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
    .set({ refund_amount: sql<number>`coalesce(refund_amount, 0) + ${amountCents}`, refund_reason: reason })
    .where('id', '=', paymentId)
    .execute()
  await markRefunded(tx, { checkoutId, now })
}
