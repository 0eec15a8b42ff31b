import { sql } from 'kysely'
import type { Dispute, RefundRefusal } from '#contract/payment-accounts.ts'
import type { Db } from '#server/platform/postgres/database.ts'

type OfCenter = { centerId: string }

const shown = 20

/** The payments of the centre that their payers disputed, the latest first. */
export function listDisputed(db: Db, { centerId }: OfCenter) {
  return db
    .selectFrom('checkouts')
    .where('center_id', '=', centerId)
    .where('dispute', 'is not', null)
    .where('disputed_at', 'is not', null)
    .where('receipt_number', 'is not', null)
    .select(['receipt_number as receiptNumber', 'amount as amountCents', 'dispute', 'disputed_at as since'])
    .orderBy('disputed_at', 'desc')
    .limit(shown)
    .$narrowType<{ receiptNumber: number; dispute: Dispute; since: Date }>()
    .execute()
}

/** The refunds that the gateway refused, so that the owner has to decide about each, the latest first. */
export async function listRefused(db: Db, { centerId }: OfCenter) {
  const { rows } = await sql<{
    refundId: string
    receiptNumber: number
    amountCents: number
    refusal: RefundRefusal
    at: Date
  }>`
    select gateway_refunds.id as "refundId", receipt_number as "receiptNumber", gateway_refunds.amount as "amountCents", refusal, refused_at as at
    from gateway_refunds join checkouts on checkouts.id = gateway_refunds.checkout_id
    where center_id = ${centerId} and refused_at is not null and done_at is null and receipt_number is not null
    order by refused_at desc limit ${shown}`.execute(db)
  return rows
}
