import { sql } from 'kysely'
import type { Dispute } from '#contract/payment-accounts.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { firstLateCheck } from './late-checks.ts'

type OfCheckout = { checkoutId: string }
type Change = OfCheckout & { now: Date }

/**
 * Changes nothing while another payment of the same appointment, package or discount is in process, as on a second page of the gateway:
 * the job asks about this checkout again. The caller has locked the appointment, or the patient's purchases, and the discount.
 */
export async function setPending(
  tx: Tx,
  { checkoutId, gatewayPaymentId, now }: Change & { gatewayPaymentId: string },
): Promise<void> {
  await sql`
    update checkouts set status = 'pending', gateway_payment_id = ${gatewayPaymentId}, updated_at = ${now}
    where id = ${checkoutId} and not exists (
      select from checkouts other
      where other.id <> checkouts.id and (other.status = 'pending' or other.status = 'created' and other.method = 'card')
        and (other.appointment_id = checkouts.appointment_id or other.promotion_use_id = checkouts.promotion_use_id
          or other.redemption_id = checkouts.redemption_id
          or other.patient_id = checkouts.patient_id and other.package_offer_id = checkouts.package_offer_id))`.execute(
    tx,
  )
}

type Decline = Change & { gatewayPaymentId: string; reason: string; card: Card }
type Card = { brand: string; lastFour: string } | null

export async function setDeclined(tx: Tx, { checkoutId, gatewayPaymentId, reason, card, now }: Decline): Promise<void> {
  await tx
    .updateTable('checkouts')
    .set({
      status: 'declined',
      ...firstLateCheck({ status: 'declined', now }),
      gateway_payment_id: gatewayPaymentId,
      decline_reason: reason,
      card_brand: card?.brand ?? null,
      card_last_four: card?.lastFour ?? null,
      updated_at: now,
    })
    .where('id', '=', checkoutId)
    .execute()
}

type Approved = Change & {
  gatewayPaymentId: string
  /** What the gateway took for Senda. */
  takenFeeCents: number
  card: Card
}

export async function setApproved(
  tx: Tx,
  { checkoutId, gatewayPaymentId, takenFeeCents, card, now }: Approved,
): Promise<void> {
  await tx
    .updateTable('checkouts')
    .set({
      status: 'approved',
      ...firstLateCheck({ status: 'approved', now }),
      taken_fee_amount: atMostTheFee(takenFeeCents),
      gateway_payment_id: gatewayPaymentId,
      decline_reason: null,
      card_brand: card?.brand ?? null,
      card_last_four: card?.lastFour ?? null,
      receipt_number: sql<number>`nextval('receipt_numbers')`,
      approved_at: now,
      updated_at: now,
    })
    .where('id', '=', checkoutId)
    .execute()
}

export async function setExpired(tx: Tx, { checkoutId, now }: Change): Promise<void> {
  await tx
    .updateTable('checkouts')
    .set({ status: 'expired', ...firstLateCheck({ status: 'expired', now }), updated_at: now })
    .where('id', '=', checkoutId)
    .where('status', '=', sql.lit('created'))
    .execute()
}

type GatewayState = Change & { refundedCents: number; dispute: Dispute | null }

/** What became of an approved payment at the gateway. @returns whether a dispute began or changed */
export async function setGatewayState(
  tx: Tx,
  { checkoutId, refundedCents, dispute, now }: GatewayState,
): Promise<boolean> {
  const { rows } = await sql<{ isNews: boolean }>`
    update checkouts set gateway_refunded_amount = least(checkouts.amount,
        greatest(checkouts.gateway_refunded_amount, ${refundedCents}::integer)),
      dispute = ${dispute}, disputed_at = case when ${dispute}::text is null then null
        when checkouts.dispute = ${dispute} then checkouts.disputed_at else ${now}::timestamptz end
    from checkouts as before
    where checkouts.id = ${checkoutId} and before.id = checkouts.id and checkouts.status = 'approved'
      and (checkouts.gateway_refunded_amount < least(checkouts.amount, ${refundedCents}::integer) or checkouts.dispute is distinct from ${dispute})
    returning checkouts.dispute is not null and checkouts.dispute is distinct from before.dispute as "isNews"`.execute(
    tx,
  )
  return rows[0]?.isNews ?? false
}

type TakenFee = Change & { takenFeeCents: number }

export async function setTakenFee(tx: Tx, { checkoutId, takenFeeCents, now }: TakenFee): Promise<void> {
  const set = { taken_fee_amount: atMostTheFee(takenFeeCents), updated_at: now }
  await tx.updateTable('checkouts').set(set).where('id', '=', checkoutId).execute()
}

/** What is taken above the fee that Senda asked does not reach Senda. */
const atMostTheFee = (cents: number) => sql<number>`least(fee_amount, ${cents}::bigint)`

/** Records that the gateway was asked, so that the next run asks about other checkouts first. */
export async function touchCheckout(db: Db | Tx, { checkoutId, now }: Change): Promise<void> {
  await db.updateTable('checkouts').set({ updated_at: now }).where('id', '=', checkoutId).execute()
}

/** The created and pending checkouts of the gateway that were last updated before `before`, the oldest update first. */
export async function listUnsettled(
  db: Db,
  { gateway, before, limit }: { gateway: string; before: Date; limit: number },
) {
  return db
    .selectFrom('checkouts')
    .select([
      'id',
      'expires_at as expiresAt',
      'payment_account_id as paymentAccountId',
      'noticed_payment_ids as noticedIds',
    ])
    .where('gateway', '=', gateway)
    .where('status', 'in', [sql.lit('created'), sql.lit('pending')])
    .where('updated_at', '<', before)
    .orderBy('updated_at')
    .limit(limit)
    .execute()
}
