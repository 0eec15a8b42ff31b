import { sql } from 'kysely'
import type { Dispute, RefundRefusal } from '#contract/payment-accounts.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { markRefunded } from './online.ts'

type Refund = {
  checkoutId: string
  amountCents: number
  isRefused: boolean
  /** When it was given back, by the gateway or by the centre. */
  doneAt: Date | null
  patientId: string
  /** Null after the account was deleted. */
  patientEmail: string | null
  centerId: string
  centerName: string
  receiptNumber: number | null
}

const refundRow = sql`
  select checkout_id as "checkoutId", gateway_refunds.amount as "amountCents", refused_at is not null as "isRefused",
    done_at as "doneAt", patient_id as "patientId", center_id as "centerId", center_name as "centerName",
    receipt_number as "receiptNumber", case when profiles.status <> 'deleted' then profiles.email end as "patientEmail"
  from gateway_refunds join checkouts on checkouts.id = checkout_id
  join profiles on profiles.id = patient_id join center_profiles on center_profiles.id = center_id`

/** Locks a refund of the centre's payments. */
export async function lockRefused(
  tx: Tx,
  { centerId, refundId }: { centerId: string; refundId: string },
): Promise<Refund | undefined> {
  const { rows } = await sql<Refund>`${refundRow}
    where gateway_refunds.id = ${refundId} and center_id = ${centerId} for update of gateway_refunds`.execute(tx)
  return rows[0]
}

export async function findRefund(tx: Tx, { refundId }: { refundId: string }): Promise<Refund | undefined> {
  const { rows } = await sql<Refund>`${refundRow} where gateway_refunds.id = ${refundId}`.execute(tx)
  return rows[0]
}

/** The gateway can be asked once more. */
export async function clearRefusal(tx: Tx, { refundId }: { refundId: string }): Promise<void> {
  await tx.updateTable('gateway_refunds').set({ refusal: null, refused_at: null }).where('id', '=', refundId).execute()
}

export async function setGivenBack(
  tx: Tx,
  { refundId, checkoutId, now }: { refundId: string; checkoutId: string; now: Date },
): Promise<void> {
  await tx.updateTable('gateway_refunds').set({ done_at: now }).where('id', '=', refundId).execute()
  await markRefunded(tx, { checkoutId, now })
}

type Paid = { appointmentId: string; userId: string }

/** The appointment that the checkout pays for, or those that its package paid for. */
export async function listPaidBy(tx: Tx, { checkoutId }: { checkoutId: string }): Promise<Paid[]> {
  const { rows } = await sql<Paid>`
    select payments.appointment_id as "appointmentId", patient_id as "userId"
    from payments join checkouts on checkouts.id = payments.checkout_id
    where payments.checkout_id = ${checkoutId} and undone_at is null and payments.appointment_id is not null
    union all
    select appointments.id, appointments.patient_id
    from payments join package_sessions on package_sessions.package_id = payments.package_id
    join appointments on appointments.id = package_sessions.appointment_id
    where payments.checkout_id = ${checkoutId} and appointments.patient_id is not null
    order by 1`.execute(tx)
  return rows
}

export type Troubled = {
  checkoutId: string
  centerId: string
  centerName: string
  /** Null: what was paid is not known. */
  receiptNumber: number | null
  amountCents: number
  dispute: Dispute | null
  refusal: RefundRefusal | null
  claimedAt: Date | null
  unreadSince: Date | null
  at: Date
}

/** A payment that Senda does not know may have been made: the checkout is open, or the gateway has notified one. */
export const mayBePaidUnseen = sql<boolean>`(checkouts.status in ('created', 'pending') or cardinality(checkouts.noticed_payment_ids) > 0)`

/**
 * The payments of all centres that are disputed, were lost, or whose refund the gateway refused: those that their centres have not given
 * back, and those that a centre says to have given back itself since `claimedSince`, against which only the payer's word stands. And those
 * whose fee counts as taken, or that may have been made unseen, while the gateway has refused to show them since before `unreadBefore`.
 */
export async function listTroubled(
  db: Db,
  { limit, claimedSince, unreadBefore }: { limit: number; claimedSince: Date; unreadBefore: Date },
): Promise<Troubled[]> {
  const { rows } = await sql<Troubled>`
    select troubles.*, receipt_number as "receiptNumber", center_id as "centerId", center_name as "centerName"
    from (
      select id as "checkoutId", amount as "amountCents", dispute, null as refusal, null::timestamptz as "claimedAt", null::timestamptz as "unreadSince", disputed_at as at
      from checkouts where dispute is not null and dispute <> 'won' and disputed_at is not null
      union all
      select checkout_id, amount, null, refusal, done_at, null, refused_at
      from gateway_refunds where refused_at is not null and (done_at is null or done_at > ${claimedSince})
      union all
      select id, amount, null, null, null, unread_since, unread_since
      from checkouts where unread_since < ${unreadBefore} and (status = 'approved' and taken_fee_amount > 0 or ${mayBePaidUnseen})
    ) as troubles join checkouts on checkouts.id = "checkoutId" join center_profiles on center_profiles.id = center_id
    where receipt_number is not null or "unreadSince" is not null
    order by at desc limit ${limit}`.execute(db)
  return rows
}
