import { sql } from 'kysely'
import type { DeskMethod, PaymentMethod } from '#contract/payment-methods.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'

// The caller has locked the appointment, and updates its row, so that open agendas show the payment.

type OfAppointment = { appointmentId: string; now: Date }

export async function insertPayment(
  tx: Tx,
  input: OfAppointment & { centerId: string; amountCents: number; method: DeskMethod; collectedBy: string },
): Promise<void> {
  await tx
    .insertInto('payments')
    .values({
      appointment_id: input.appointmentId,
      center_id: input.centerId,
      amount: input.amountCents,
      method: input.method,
      collected_by: input.collectedBy,
      collected_at: input.now,
    })
    .execute()
}

/** The member who recorded the payment; undefined for one online, and once the member's account is deleted. */
export async function findCollector(tx: Tx, { paymentId }: { paymentId: number }): Promise<string | undefined> {
  const payment = await tx
    .selectFrom('payments')
    .select('collected_by')
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow()
  return payment.collected_by ?? undefined
}

/**
 * Marks the last payment at the desk as recorded by mistake. Its row stays, and sums leave it out. `discountCents`: the discount that the
 * patient gets back with it.
 */
export async function setPaymentUndone(
  tx: Tx,
  input: OfAppointment & { undoneBy: string; discountCents: number },
): Promise<void> {
  await tx
    .updateTable('payments')
    .set({ undone_at: input.now, undone_by: input.undoneBy, undone_discount: input.discountCents || null })
    .where('id', '=', (eb) =>
      eb
        .selectFrom('payments')
        .select(({ fn }) => fn.max('id').as('id'))
        .where('appointment_id', '=', input.appointmentId)
        .where('checkout_id', 'is', null)
        .where('undone_at', 'is', null),
    )
    .execute()
}

/** A payment at the desk, while it is undone. */
export async function findUndonePayment(
  tx: Tx,
  { paymentId }: { paymentId: number },
): Promise<{ amountCents: number; collectedAt: Date } | undefined> {
  return tx
    .selectFrom('payments')
    .where('id', '=', paymentId)
    .where('undone_at', 'is not', null)
    .select(['amount as amountCents', 'collected_at as collectedAt'])
    .executeTakeFirst()
}

/** The patient objects to what the desk undid: disputable_payment() of the database says to which payment. A trigger refuses a late objection. */
export async function setObjected(tx: Tx, { appointmentId, now }: OfAppointment): Promise<void> {
  await sql`
    update payments set objected_at = ${now}
    where id = (select disputable_payment(appointments) from appointments where id = ${appointmentId})`.execute(tx)
}

/**
 * The undone payment to which the patient objected then. `discountCents`: what they got back when it was undone; `paidBesidesCents`: what
 * counts of the other payments, without those online since then.
 */
export async function findObjectedPayment(
  tx: Tx,
  { appointmentId, objectedAt }: { appointmentId: string; objectedAt: Date },
): Promise<{ paymentId: number; amountCents: number; discountCents: number; paidBesidesCents: number } | undefined> {
  return tx
    .selectFrom('payments')
    .where('appointment_id', '=', appointmentId)
    .where('objected_at', '=', objectedAt)
    .where('undone_at', 'is not', null)
    .select(['id as paymentId', 'amount as amountCents'])
    .select((eb) => eb.fn.coalesce('undone_discount', eb.lit(0)).as('discountCents'))
    .select(sql<number>`paid_besides(payments)`.as('paidBesidesCents'))
    .executeTakeFirst()
}

/** What the patient paid online since a payment at the desk was undone, and has not got back, the newest first. */
export async function listPaidAgainOnline(
  tx: Tx,
  { paymentId }: { paymentId: number },
): Promise<{ paymentId: number; checkoutId: string; leftCents: number }[]> {
  const { rows } = await sql<{ paymentId: number; checkoutId: string; leftCents: number }>`
    select paid.id as "paymentId", paid.checkout_id as "checkoutId", paid.amount - coalesce(paid.refund_amount, 0) as "leftCents"
    from payments undone join payments paid on paid.appointment_id = undone.appointment_id
    where undone.id = ${paymentId} and paid.checkout_id is not null and paid.undone_at is null
      and paid.collected_at >= undone.undone_at and paid.amount > coalesce(paid.refund_amount, 0)
    order by paid.id desc`.execute(tx)
  return rows
}

/** Staff upheld the payment: it counts again, and a trigger lets no desk undo it. */
export async function setPaymentRestored(tx: Tx, { paymentId }: { paymentId: number }): Promise<void> {
  await tx
    .updateTable('payments')
    .set({ undone_at: null, undone_by: null, undone_discount: null })
    .where('id', '=', paymentId)
    .execute()
}

/** Whether staff left a payment undone to which the patient objected last, so that they could decide again. */
export async function hasKeptUndoing(tx: Tx, { appointmentId }: { appointmentId: string }): Promise<boolean> {
  const { rows } = await sql<{ isKept: boolean }>`select has_kept_undoing(${appointmentId}) as "isKept"`.execute(tx)
  return rows[0]?.isKept ?? false
}

/** Whether the desk undid a payment after the visit began, and later than it corrects a slip: as the database refuses a no-show. */
export async function hasUndonePayment(tx: Tx, { appointmentId }: { appointmentId: string }): Promise<boolean> {
  const row = await tx
    .selectFrom('appointments')
    .where('id', '=', appointmentId)
    .select(sql<boolean>`has_undone_payment(appointments)`.as('isUndone'))
    .executeTakeFirst()
  return row?.isUndone ?? false
}

/** Whether the desk undid a payment that had counted for longer than a slip, whenever the visit is. */
export async function hasUndoneCounted(tx: Tx, { appointmentId }: { appointmentId: string }): Promise<boolean> {
  const row = await tx
    .selectFrom('payments')
    .where('appointment_id', '=', appointmentId)
    .where(sql<boolean>`undone_at is not null and counted_until_undone(payments)`)
    .select('id')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The payments for an appointment as its patient reads them, the oldest first. Those that the desk undid stay, but for slips. */
export function listPaymentsOfAppointment(db: Db, { appointmentId }: { appointmentId: string }) {
  return db
    .selectFrom('payments')
    .where('appointment_id', '=', appointmentId)
    .where(sql<boolean>`(undone_at is null or counted_until_undone(payments))`)
    .orderBy('id')
    .select([
      'id as paymentId',
      'amount as amountCents',
      'method',
      'collected_at as paidAt',
      'refund_reason as refundReason',
      'checkout_id as receiptId',
      'undone_at as undoneAt',
    ])
    .select((eb) => [
      eb.fn.coalesce('refund_amount', eb.lit(0)).as('refundedCents'),
      sql<number>`refund_owed(payments)`.as('owedCents'),
    ])
    .$narrowType<{ method: PaymentMethod }>()
    .execute()
}

type Refund = OfAppointment & {
  paymentId: number
  amountCents: number
  reason: string
  /** Null: staff decided it. */
  refundedBy: string | null
  /** Whether the desk has refunded the payment; otherwise the gateway will. */
  isFromTill: boolean
}

/** Adds an amount to the refund of a payment. A constraint refuses a refund of more than was paid. */
export async function addRefund(
  tx: Tx,
  { paymentId, amountCents, reason, refundedBy, isFromTill, ...change }: Refund,
): Promise<void> {
  await tx
    .updateTable('payments')
    .set((eb) => ({
      refund_amount: eb(eb.fn.coalesce('refund_amount', eb.lit(0)), '+', amountCents),
      refund_reason: reason || null,
      refunded_by: refundedBy,
      refunded_at: isFromTill ? change.now : null,
    }))
    .where('id', '=', paymentId)
    .execute()
}

/** Records that the desk paid every refund that it owed for the appointment. */
export async function setRefunded(tx: Tx, input: OfAppointment & { refundedBy: string }): Promise<void> {
  await tx
    .updateTable('payments')
    .set({ refunded_at: input.now, refunded_by: input.refundedBy })
    .where('appointment_id', '=', input.appointmentId)
    .where('checkout_id', 'is', null)
    .where('refund_amount', 'is not', null)
    .where('refunded_at', 'is', null)
    .where('undone_at', 'is', null)
    .execute()
}

/** Owes a share of what was collected for a cancelled appointment. An earlier refund stays. */
export async function oweShare(
  tx: Tx,
  { appointmentId, refundPercent }: { appointmentId: string; refundPercent: number },
): Promise<void> {
  await tx
    .updateTable('payments')
    // A fraction of a cent is rounded up, in the patient's favour. Null stands for no refund.
    .set({
      refund_amount: sql<number | null>`nullif(greatest(
        ceil(amount * ${refundPercent}::numeric / 100)::int, coalesce(refund_amount, 0)), 0)`,
    })
    .where('appointment_id', '=', appointmentId)
    .where('undone_at', 'is', null)
    .execute()
}

/** Owes everything that was collected for an appointment. What was given back before stays in the till, which pays the rest. */
export async function oweEverything(tx: Tx, { appointmentId }: { appointmentId: string }): Promise<void> {
  await tx
    .updateTable('payments')
    .set((eb) => ({ refund_amount: eb.ref('amount'), refunded_at: null }))
    .where('appointment_id', '=', appointmentId)
    .where('undone_at', 'is', null)
    .where((eb) => eb(eb.fn.coalesce('refund_amount', eb.lit(0)), '<', eb.ref('amount')))
    .execute()
}

/** Since when the refunds count to which the patient objected: seven days, and not before the decision of staff that the last one followed. */
export async function readDisputedSince(tx: Tx, { appointmentId }: { appointmentId: string }): Promise<Date> {
  const { rows } = await sql<{ since: Date }>`select disputed_refunds_since(${appointmentId}) as since`.execute(tx)
  if (!rows[0]) throw new Error('A select without a table has one row.')
  return rows[0].since
}

/**
 * Takes back what the desk recorded as given back since an instant, unless it was taken back before. Older parts stay. A trigger refuses
 * it without the patient's objection, and moves the till.
 */
export async function undoDeskRefunds(
  tx: Tx,
  { appointmentId, since }: { appointmentId: string; since: Date },
): Promise<void> {
  await sql`
    update payments set
      refund_amount = nullif(refund_amount - recent.cents, 0),
      refunded_at = case when refund_amount > recent.cents then coalesce(recent.older_at, refunded_at) end,
      refunded_by = case when refund_amount > recent.cents then refunded_by end,
      refund_reason = case when refund_amount > recent.cents then refund_reason end
    from (
      select movements.payment_id, -sum(amount) filter (where at >= ${since}) as cents, max(at) filter (where at < ${since}) as older_at
      from till_movements movements
      where movements.kind = 'refunded' and movements.id > coalesce((select max(id) from till_movements undone
        where undone.payment_id = movements.payment_id and undone.kind = 'refund_undone'), 0)
      group by movements.payment_id) as recent
    where payments.id = recent.payment_id and appointment_id = ${appointmentId} and checkout_id is null and undone_at is null
      and recent.cents > 0`.execute(tx)
}

/**
 * The desk did not pay what it recorded then as given back of a cancelled appointment, and owes it again. A trigger refuses it without the
 * patient's objection, and moves the till.
 */
export async function oweRefundsAgain(
  tx: Tx,
  { appointmentId, since, until }: { appointmentId: string; since: Date; until: Date },
): Promise<void> {
  await tx
    .updateTable('payments')
    .set({ refunded_at: null, refunded_by: null })
    .where('appointment_id', '=', appointmentId)
    .where('checkout_id', 'is', null)
    .where('undone_at', 'is', null)
    .where('refunded_at', '>=', since)
    .where('refunded_at', '<=', until)
    .execute()
}

export async function deletePaymentsOfGuests(tx: Tx, { centerId }: { centerId: string }): Promise<void> {
  await tx
    .deleteFrom('payments')
    .where('center_id', '=', centerId)
    .where('appointment_id', 'in', (eb) =>
      eb
        .selectFrom('appointments')
        .select('appointments.id')
        .where('appointments.center_id', '=', centerId)
        .where('patient_id', 'is', null),
    )
    .execute()
}

/** What a centre owes for cancelled appointments, at its desk and through Senda, and has not given back yet. */
export async function sumPendingRefunds(
  db: Db | Tx,
  { centerId }: { centerId: string },
): Promise<{ count: number; cents: number }> {
  const { rows } = await sql<{ count: number; cents: number }>`
    select count(*)::int as count, coalesce(sum(refund_owed(payments)), 0)::bigint as cents from payments
    where center_id = ${centerId} and refund_amount is not null and refunded_at is null and undone_at is null`.execute(
    db,
  )
  return rows[0] ?? { count: 0, cents: 0 }
}

/** What a patient paid: for appointments, without what was written down by mistake, and online for packages and direct consultations. */
export async function sumPaymentsOfPatient(
  db: Db | Tx,
  { patientId }: { patientId: string },
): Promise<{ count: number; cents: number }> {
  const { rows } = await sql<{ count: number; cents: number }>`
    select count(*)::int as count, coalesce(sum(amount), 0)::bigint as cents from (
      select payments.amount from payments join appointments on appointments.id = payments.appointment_id
      where appointments.patient_id = ${patientId} and payments.undone_at is null
      union all
      select amount from checkouts
      where patient_id = ${patientId} and appointment_id is null and approved_at is not null) as paid`.execute(db)
  return rows[0] ?? { count: 0, cents: 0 }
}
