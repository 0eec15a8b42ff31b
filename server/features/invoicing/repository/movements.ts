import { type RawBuilder, sql } from 'kysely'
import { zone } from '#contract/calendar.ts'
import { incomeFacts, isDecided, ofCenter } from '#server/features/payments/repository/income.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import type { Movement } from '../rules/documents.ts'

/** Of one centre; `from` and `to` are instants, the second exclusive. */
export type Span = { centerId: string; from: Date; to: Date }

const dayOf = (instant: RawBuilder<unknown>) => sql`to_char(${instant} at time zone ${zone}, 'YYYY-MM-DD')`

/** The columns of Movement. Instants are milliseconds, because the rows are read as JSON. */
type Row = Omit<Movement, 'changedAt'> & { changedMs: number | null }

/**
 * The visits that meet a condition on `appointments`. The facts are those of income: of an open one nothing is left, also when it was
 * documented before it was opened again.
 */
const visitsWhere = (centerId: string, condition: RawBuilder<unknown>) => sql`
  select 'visit' as source, facts.id::text as "sourceId", ${dayOf(sql`appointments.starts_at`)} as day,
    "valueCents" + "retainedCents" as "priceCents",
    "centerDiscountCents" + "sendaDiscountCents" as "discountCents",
    "valueCents" + "retainedCents" - "centerDiscountCents" - "sendaDiscountCents" - "refundedCents" + given.awaited as "leftCents",
    extract(epoch from given.at) * 1000 as "changedMs", ${dayOf(sql`given.at`)} as "changedDay",
    appointments.status <> 'completed' as "isRetained", appointments.vat_percent as "vatPercent", "dueCents" = 0 as "isPaid",
    named.id as "receiverCheckoutId", named.receiver ->> 'kind' as "receiverKind"
  from (${incomeFacts(sql`${ofCenter(centerId)} and ${condition}`)}) as facts
  join appointments on appointments.id = facts.id
  cross join lateral (
    -- What the gateway has not given back yet, or refused, is no note.
    select max(refunded_at) as at, coalesce(sum(refund_amount) filter (where refunded_at is null and checkout_id is not null), 0)::integer as awaited
    from payments where appointment_id = facts.id and undone_at is null) as given
  left join lateral (
    select checkouts.id, receiver from checkouts join payments on payments.checkout_id = checkouts.id
    where payments.appointment_id = facts.id and receiver is not null
    order by checkouts.approved_at desc limit 1) as named on true`

/**
 * The online payments before the day of their appointment, and the direct payments, that meet a condition on `checkouts` and
 * `appointments`. Once the visit has its document, what is given back is a note of that document and not of the payment's.
 */
const checkoutsWhere = (centerId: string, condition: RawBuilder<unknown>) => sql`
  select 'checkout' as source, checkouts.id::text as "sourceId", ${dayOf(sql`approved_at`)} as day,
    checkouts.amount as "priceCents", 0 as "discountCents",
    checkouts.amount - case when appointments.status = 'completed' then 0
      else coalesce(payments.refund_amount, checkouts.refunded_amount) end as "leftCents",
    extract(epoch from returned.at) * 1000 as "changedMs", ${dayOf(sql`returned.at`)} as "changedDay",
    false as "isRetained", null as "vatPercent", true as "isPaid",
    case when receiver is null then null else checkouts.id end as "receiverCheckoutId", receiver ->> 'kind' as "receiverKind"
  from checkouts
  left join payments on payments.checkout_id = checkouts.id and payments.undone_at is null
  left join appointments on appointments.id = coalesce(payments.appointment_id, checkouts.appointment_id)
  cross join lateral (select max(coalesce(done_at, created_at)) as at from gateway_refunds
    where checkout_id = checkouts.id and surplus_payment_id is null) as returned
  where checkouts.center_id = ${centerId} and checkouts.status = 'approved' and payments.package_id is null
    and (appointments.id is null or ${dayOf(sql`approved_at`)} < ${dayOf(sql`appointments.starts_at`)})
    and not exists (select from fiscal_documents where fiscal_documents.center_id = ${centerId} and source = 'visit'
      and source_id = appointments.id::text)
    and ${condition}`

/** The payments for packages, also online, whose sessions are sold at their visits, that meet a condition on `payments`. */
const packagesWhere = (centerId: string, condition: RawBuilder<unknown>) => sql`
  select 'payment' as source, payments.id::text as "sourceId", ${dayOf(sql`collected_at`)} as day,
    payments.amount as "priceCents", 0 as "discountCents",
    case when undone_at is null then payments.amount - case when refunded_at is null then 0 else coalesce(refund_amount, 0) end
      else 0 end as "leftCents",
    extract(epoch from coalesce(undone_at, refunded_at)) * 1000 as "changedMs",
    ${dayOf(sql`coalesce(undone_at, refunded_at)`)} as "changedDay",
    false as "isRetained", null as "vatPercent", true as "isPaid",
    case when receiver is null then null else checkouts.id end as "receiverCheckoutId", receiver ->> 'kind' as "receiverKind"
  from payments left join checkouts on checkouts.id = payments.checkout_id where payments.center_id = ${centerId} and package_id is not null and ${condition}`

/**
 * What took place, was collected or was given back in the span, from one statement and so from one snapshot. The advances of a visit
 * come with it, so that they are documented before it.
 */
export function listMovements(tx: Tx, { centerId, from, to }: Span): Promise<Movement[]> {
  const isIn = (instant: RawBuilder<unknown>) => sql`(${instant} >= ${from} and ${instant} < ${to})`
  const isVisit = sql`(${isIn(sql`appointments.starts_at`)} or exists (
    select from payments where payments.appointment_id = appointments.id and ${isIn(sql`payments.refunded_at`)}))`
  return read(tx, [
    checkoutsWhere(
      centerId,
      sql`(${isIn(sql`approved_at`)} or ${isIn(sql`returned.at`)} or ${isDecided} and ${isVisit})`,
    ),
    packagesWhere(centerId, sql`(${isIn(sql`collected_at`)} or ${isIn(sql`refunded_at`)} or ${isIn(sql`undone_at`)})`),
    visitsWhere(centerId, isVisit),
  ])
}

/** One visit with its advances, once it is decided. */
export function listMovementsOfVisit(
  tx: Tx,
  { centerId, appointmentId }: { centerId: string; appointmentId: string },
): Promise<Movement[]> {
  const isIt = sql`appointments.id = ${appointmentId}`
  return read(tx, [checkoutsWhere(centerId, sql`${isDecided} and ${isIt}`), visitsWhere(centerId, isIt)])
}

async function read(tx: Tx, queries: readonly RawBuilder<unknown>[]): Promise<Movement[]> {
  const lists = queries.map((query) => sql`(select coalesce(json_agg(rows), '[]') from (${query}) as rows)`)
  const { rows } = await sql<{ lists: Row[][] }>`select json_build_array(${sql.join(lists)}) as lists`.execute(tx)
  return (rows[0]?.lists ?? []).flat().map(({ changedMs, ...row }) => ({
    ...row,
    changedAt: changedMs === null ? null : new Date(changedMs),
  }))
}
