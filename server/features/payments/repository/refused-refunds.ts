import { sql } from 'kysely'
import type { Dispute, RefundRefusal } from '#contract/payment-accounts.ts'
import { reduceCommission } from '#server/features/commissions/repository/commissions.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { markRefunded } from './online.ts'

type Refused = {
  checkoutId: string
  amountCents: number
  isRefused: boolean
  doneAt: Date | null
  patientId: string
  patientEmail: string | null
  centerName: string
}

/** Locks a refund of the centre's payments. `patientEmail`: null after the account was deleted. */
export async function lockRefused(
  tx: Tx,
  { centerId, refundId }: { centerId: string; refundId: string },
): Promise<Refused | undefined> {
  const { rows } = await sql<Refused>`
    select checkout_id as "checkoutId", gateway_refunds.amount as "amountCents", refused_at is not null as "isRefused",
      done_at as "doneAt", patient_id as "patientId", center_name as "centerName",
      case when profiles.status <> 'deleted' then profiles.email end as "patientEmail"
    from gateway_refunds join checkouts on checkouts.id = checkout_id
    join profiles on profiles.id = patient_id join center_profiles on center_profiles.id = center_id
    where gateway_refunds.id = ${refundId} and center_id = ${centerId}
    for update of gateway_refunds`.execute(tx)
  return rows[0]
}

/** The gateway is asked once more. */
export async function askAgain(tx: Tx, { refundId }: { refundId: string }): Promise<void> {
  await tx.updateTable('gateway_refunds').set({ refusal: null, refused_at: null }).where('id', '=', refundId).execute()
}

export async function setGivenBack(
  tx: Tx,
  { refundId, checkoutId, now }: { refundId: string; checkoutId: string; now: Date },
): Promise<void> {
  await tx.updateTable('gateway_refunds').set({ done_at: now }).where('id', '=', refundId).execute()
  await markRefunded(tx, { checkoutId, now })
}

/** Counts what the gateway took again, after it refused a refund or made a refused one, whose share of the fee it keeps or returns. */
export async function recountFee(tx: Tx, { checkoutId }: { checkoutId: string }): Promise<void> {
  const { rows } = await sql<{ appointmentId: string }>`
    select payments.appointment_id as "appointmentId" from payments join checkouts on checkouts.id = checkout_id
    where checkout_id = ${checkoutId} and undone_at is null and fee_amount > 0 and payments.appointment_id is not null`.execute(
    tx,
  )
  for (const { appointmentId } of rows) await reduceCommission(tx, { appointmentId })
}

export type Troubled = {
  checkoutId: string
  centerId: string
  centerName: string
  receiptNumber: number
  amountCents: number
  dispute: Dispute | null
  refusal: RefundRefusal | null
  at: Date
}

/** The payments of all centres that are disputed, were lost, or whose refund the gateway refused and no centre gave back yet. */
export async function listTroubled(db: Db, { limit }: { limit: number }): Promise<Troubled[]> {
  const { rows } = await sql<Troubled>`
    select troubles.*, receipt_number as "receiptNumber", center_id as "centerId", center_name as "centerName"
    from (
      select id as "checkoutId", amount as "amountCents", dispute, null as refusal, disputed_at as at
      from checkouts where dispute is not null and dispute <> 'won' and disputed_at is not null
      union all
      select checkout_id, amount, null, refusal, refused_at
      from gateway_refunds where refused_at is not null and done_at is null
    ) as troubles join checkouts on checkouts.id = "checkoutId" join center_profiles on center_profiles.id = center_id
    where receipt_number is not null
    order by at desc limit ${limit}`.execute(db)
  return rows
}
