import { sql } from 'kysely'
import { zone } from '#contract/calendar.ts'
import { incomeFacts, isDecided, ofCenter } from '#server/features/payments/repository/income.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import type { Advance, BilledVisit } from '../rules/documents.ts'

/** Of one centre; `from` and `to` are instants, the second exclusive. */
type Span = { centerId: string; from: Date; to: Date }

const dayOf = (instant: ReturnType<typeof sql>) => sql`to_char(${instant} at time zone ${zone}, 'YYYY-MM-DD')`

/** The visits that took place in the span, were decided, or have a refund in it. The facts are those of income. */
export async function listBilledVisits(db: Db | Tx, { centerId, from, to }: Span): Promise<BilledVisit[]> {
  const isInSpan = sql`(appointments.starts_at >= ${from} and appointments.starts_at < ${to} or exists (
    select from payments where payments.appointment_id = appointments.id
      and payments.refunded_at >= ${from} and payments.refunded_at < ${to}))`
  const { rows } = await sql<BilledVisit>`
    select facts.id as "appointmentId", ${dayOf(sql`appointments.starts_at`)} as day,
      "valueCents" as "priceCents", "centerDiscountCents" + "sendaDiscountCents" as "discountCents", "refundedCents", "retainedCents",
      "dueCents" = 0 as "isPaid", appointments.vat_percent as "vatPercent",
      (select ${dayOf(sql`max(refunded_at)`)} from payments where appointment_id = facts.id and undone_at is null) as "refundDay",
      (select receiver from checkouts join payments on payments.checkout_id = checkouts.id
        where payments.appointment_id = facts.id and receiver is not null
        order by checkouts.approved_at desc limit 1) as receiver
    from (${incomeFacts(sql`${ofCenter(centerId)} and ${isDecided} and ${isInSpan}`)}) as facts
    join appointments on appointments.id = facts.id`.execute(db)
  return rows
}

/**
 * The online payments before the day of their appointment, those for packages, and the direct payments, that were made or given back in
 * the span: the visits of a package are billed when they take place. Of a visit that took place, a refund is a credit note of its sale.
 */
export async function listAdvances(db: Db | Tx, { centerId, from, to }: Span): Promise<Advance[]> {
  const { rows } = await sql<Advance>`
    select case when package_terms is not null then 'package' when checkouts.appointment_id is null then 'direct'
        else 'payment' end as kind, checkouts.id as "checkoutId",
      ${dayOf(sql`approved_at`)} as day, checkouts.amount as "amountCents", receiver,
      case when appointments.status = 'completed' then 0 else checkouts.refunded_amount end as "refundedCents",
      ${dayOf(sql`returned.at`)} as "refundDay"
    from checkouts
    left join payments on payments.checkout_id = checkouts.id and payments.undone_at is null
    left join appointments on appointments.id = coalesce(payments.appointment_id, checkouts.appointment_id)
    cross join lateral (select max(done_at) as at from gateway_refunds
      where checkout_id = checkouts.id and surplus_payment_id is null) as returned
    where checkouts.center_id = ${centerId} and checkouts.status = 'approved'
      and (appointments.id is null or ${dayOf(sql`approved_at`)} < ${dayOf(sql`appointments.starts_at`)})
      and (approved_at >= ${from} and approved_at < ${to} or returned.at >= ${from} and returned.at < ${to})`.execute(
    db,
  )
  return rows
}
