import { sql } from 'kysely'
import type { RefundRefusal } from '#contract/payment-accounts.ts'
import { builtOnce } from '#server/platform/postgres/built-query.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'

type OnlinePayment = { appointmentId: string; centerId: string; checkoutId: string; amountCents: number; now: Date }

/**
 * Records an approved checkout as a payment for an appointment, whose row the caller has locked and found payable.
 */
export async function insertOnlinePayment(tx: Tx, input: OnlinePayment): Promise<void> {
  await tx
    .insertInto('payments')
    .values({
      appointment_id: input.appointmentId,
      center_id: input.centerId,
      checkout_id: input.checkoutId,
      amount: input.amountCents,
      method: 'online',
      collected_at: input.now,
    })
    .execute()
}

type Booking = { appointmentId: string; patientId: string; now: Date }

/**
 * Records the patient's oldest direct payment to the professional that no booking has consumed as a payment for this booking,
 * if it does not exceed the amount due.
 */
export async function consumeCredit(tx: Tx, input: Booking): Promise<void> {
  await takeCreditQuery(tx, input)
}

const takeCreditQuery = builtOnce(
  (_, { appointmentId, patientId, now }: Booking) => sql`
    insert into payments (appointment_id, center_id, checkout_id, amount, method, collected_at)
    select appointments.id, credit.center_id, credit.id, credit.amount, 'online', ${now}
    from appointments
    cross join lateral (
      select checkouts.id, checkouts.center_id, checkouts.amount from checkouts
      where checkouts.professional_id = appointments.professional_id and checkouts.patient_id = ${patientId}
        and appointment_id is null and package_terms is null and checkouts.status = 'approved' and refunded_amount = 0
        and checkouts.amount <= appointments.price - appointments.discount_amount - appointments.paid_amount
        and not exists (select from payments where checkout_id = checkouts.id)
      order by approved_at, checkouts.id limit 1 for update skip locked
    ) as credit
    where appointments.id = ${appointmentId}`,
)

/** The refunds of online payments that an appointment's cancellation promised and that were not requested from the gateway. */
export async function listUnrequestedRefunds(
  tx: Tx,
  { appointmentId }: { appointmentId: string },
): Promise<{ checkoutId: string; amountCents: number }[]> {
  const { rows } = await sql<{ checkoutId: string; amountCents: number }>`
    select checkouts.id as "checkoutId", payments.refund_amount - checkouts.refunded_amount as "amountCents"
    from payments join checkouts on checkouts.id = payments.checkout_id
    where payments.appointment_id = ${appointmentId} and payments.undone_at is null
      and payments.refund_amount > checkouts.refunded_amount
    order by checkouts.id`.execute(tx)
  return rows
}

export type RefundReason = 'cancelled' | 'not_payable' | 'by_center' | 'by_patient'

/** @returns false when the surplus payment is already being refunded */
export async function insertSurplusRefund(
  tx: Tx,
  input: { id: string; checkoutId: string; paymentId: string; amountCents: number; now: Date },
): Promise<boolean> {
  const row = await tx
    .insertInto('gateway_refunds')
    .values({
      id: input.id,
      checkout_id: input.checkoutId,
      surplus_payment_id: input.paymentId,
      amount: input.amountCents,
      reason: 'not_payable',
      created_at: input.now,
    })
    .onConflict((conflict) => conflict.column('surplus_payment_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function insertRefund(
  tx: Tx,
  input: { id: string; checkoutId: string; amountCents: number; reason: RefundReason; now: Date },
): Promise<void> {
  await tx
    .insertInto('gateway_refunds')
    .values({
      id: input.id,
      checkout_id: input.checkoutId,
      amount: input.amountCents,
      reason: input.reason,
      created_at: input.now,
    })
    .execute()
}

/** Undefined after the gateway has paid the refund or refused it. */
export async function findPendingRefund(db: Db, { refundId }: { refundId: string }) {
  return db
    .selectFrom('gateway_refunds')
    .innerJoin('checkouts', 'checkouts.id', 'gateway_refunds.checkout_id')
    .where('gateway_refunds.id', '=', refundId)
    .where('gateway_refunds.done_at', 'is', null)
    .where('gateway_refunds.refused_at', 'is', null)
    .select([
      'gateway_refunds.amount as amountCents',
      'gateway_refunds.created_at as requestedAt',
      'checkouts.gateway',
      'checkouts.id as checkoutId',
      'checkouts.payment_account_id as paymentAccountId',
    ])
    .select((eb) => [
      // The owner of the account may have given it back there, or the answer to an earlier request was lost: when the gateway has given
      // back all that was asked for, this is part of it.
      sql<boolean>`(gateway_refunds.surplus_payment_id is null and gateway_refunded_amount >= (
        select sum(amount) from gateway_refunds as asked where asked.checkout_id = checkouts.id and asked.surplus_payment_id is null
          and (asked.gateway_refund_id is not null or asked.done_at is null and asked.refused_at is null)))`.as(
        'isGivenBack',
      ),
      eb.fn.coalesce('gateway_refunds.surplus_payment_id', 'checkouts.gateway_payment_id').as('paymentId'),
      eb
        .or([
          eb('gateway_refunds.surplus_payment_id', 'is not', null),
          eb('gateway_refunds.amount', '=', eb.ref('checkouts.amount')),
        ])
        .$castTo<boolean>()
        .as('isWhole'),
    ])
    .executeTakeFirst()
}

/** Marks the refund as done, and the payment as refunded when no other refund of its checkout is pending. */
export async function setRefundDone(
  tx: Tx,
  {
    refundId,
    gatewayRefundId,
    checkoutId,
    now,
  }: { refundId: string; gatewayRefundId: string; checkoutId: string; now: Date },
): Promise<void> {
  await tx
    .updateTable('gateway_refunds')
    .set({ gateway_refund_id: gatewayRefundId, done_at: now })
    .where('id', '=', refundId)
    .where('done_at', 'is', null)
    .execute()
  await markRefunded(tx, { checkoutId, now })
}

/** Marks the payment of a checkout as refunded, unless another of its refunds is pending. */
export async function markRefunded(tx: Tx, { checkoutId, now }: { checkoutId: string; now: Date }): Promise<void> {
  await sql`
    update payments set refunded_at = ${now}
    where checkout_id = ${checkoutId} and refund_amount is not null and refunded_at is null
      and not exists (select from gateway_refunds where gateway_refunds.checkout_id = ${checkoutId} and done_at is null
        and surplus_payment_id is null)`.execute(tx)
}

/** The refunds that the gateway has neither paid nor refused since then, the oldest first. */
export function listOldPending(db: Db, { before }: { before: Date }) {
  return db
    .selectFrom('gateway_refunds')
    .where('done_at', 'is', null)
    .where('refused_at', 'is', null)
    .where('created_at', '<', before)
    .orderBy('created_at')
    .limit(500)
    .select('id')
    .execute()
}

type Refused = { refundId: string; refusal: RefundRefusal; now: Date }

export async function setRefundRefused(db: Db | Tx, { refundId, refusal, now }: Refused): Promise<void> {
  await db
    .updateTable('gateway_refunds')
    .set({ refusal, refused_at: now })
    .where('id', '=', refundId)
    .where('done_at', 'is', null)
    .execute()
}

const isCredit = sql`appointment_id is null and package_terms is null and status = 'approved' and refunded_amount = 0
  and not exists (select from payments where checkout_id = checkouts.id)`
const isCreditOf = (patientId: string) => sql`patient_id = ${patientId} and ${isCredit}`

/** Locks the direct payments of a patient that no booking has consumed. */
export async function lockCredits(tx: Tx, { patientId }: { patientId: string }) {
  const { rows } = await sql<{ checkoutId: string; amountCents: number }>`
    select id as "checkoutId", amount as "amountCents" from checkouts
    where ${isCreditOf(patientId)} order by id for update`.execute(tx)
  return rows
}

/** The cents of the direct payments of a patient that no booking has consumed. */
export async function sumCredits(db: Db | Tx, { patientId }: { patientId: string }): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(amount), 0)::bigint as cents from checkouts where ${isCreditOf(patientId)}`.execute(db)
  return rows[0]?.cents ?? 0
}

/** The direct payments to the professionals of a centre, of one patient or of all, that no booking has consumed. */
export async function sumCreditsOfCenter(
  db: Db | Tx,
  { centerId, patientId }: { centerId: string; patientId?: string },
): Promise<{ count: number; cents: number }> {
  const of = patientId === undefined ? sql`true` : sql`patient_id = ${patientId}`
  const { rows } = await sql<{ count: number; cents: number }>`
    select count(*)::int as count, coalesce(sum(amount), 0)::bigint as cents from checkouts
    where center_id = ${centerId} and ${of} and ${isCredit}`.execute(db)
  return rows[0] ?? { count: 0, cents: 0 }
}
