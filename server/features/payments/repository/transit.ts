import { type RawBuilder, sql } from 'kysely'
import { zone } from '#contract/calendar.ts'
import { maxCentersToSettle } from '#contract/month-settlements.ts'
import { maxOpenMonths } from '#contract/payments.ts'
import type { Db, Tx } from '#server/platform/postgres/database.ts'
import { isDecided } from './income.ts'

/** What is left to pass on of a payment in cents; negative: refunded after it was passed on. */
const openCents = sql`payments.amount - coalesce(payments.refund_amount, 0) - passed_on(payments.id)`

/** What an online payment is for. `at`: the moment on whose day it counts. */
type Thing = { at: RawBuilder<Date>; endsAt: RawBuilder<Date>; isCancelled: RawBuilder<boolean> }

const visit: Thing = {
  at: sql`appointments.starts_at`,
  endsAt: sql`appointments.ends_at`,
  isCancelled: sql`appointments.status = 'cancelled'`,
}

const soldPackage: Thing = {
  at: sql`payments.collected_at`,
  endsAt: sql`(select case when stopped_at is null then valid_until else 'infinity' end from packages where id = payments.package_id)`,
  isCancelled: sql`(select refunded_at is not null from packages where id = payments.package_id)`,
}

/** The online payments for decided appointments, and for packages, of which something is open. */
function openPayments(condition: (thing: Thing) => RawBuilder<unknown>) {
  const open = sql`checkout_id is not null and undone_at is null and ${openCents} <> 0`
  return sql`
    select payments.id, payments.center_id, ${visit.at} as starts_at, ${openCents} as cents
    from payments join appointments on appointments.id = payments.appointment_id
    where ${open} and ${isDecided} and ${condition(visit)}
    union all
    select payments.id, payments.center_id, ${soldPackage.at}, ${openCents}
    from payments where payments.package_id is not null and ${open} and ${condition(soldPackage)}`
}

/** What Senda holds for a centre, in cents. Negative: it gave back to patients more than it holds of what it had passed on. */
export async function sumInTransit(db: Db | Tx, { centerId }: { centerId: string }): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(cents), 0)::bigint as cents
    from (${openPayments(() => sql`payments.center_id = ${centerId}`)}) as held`.execute(db)
  return rows[0]?.cents ?? 0
}

type PartialRefund = { centerId: string; paymentId: number; amountCents: number; now: Date }

/** As coversRefund(). Locks the centre's online payments, so that two refunds don't count on the same money. */
export async function lockCoverOfRefund(tx: Tx, input: PartialRefund): Promise<boolean> {
  await sql`
    select from payments where center_id = ${input.centerId} and checkout_id is not null
    order by id for update`.execute(tx)
  return coversRefund(tx, input)
}

/**
 * Whether Senda holds enough of a centre's money to refund a part of an online payment. The centre's own account pays for itself. An
 * appointment or a package that has not ended covers no other: its desk may call it off, which gives its own payment back.
 */
export async function coversRefund(
  db: Db | Tx,
  { centerId, paymentId, amountCents, now }: PartialRefund,
): Promise<boolean> {
  const covers = ({
    endsAt,
    isCancelled,
  }: Thing) => sql`payments.center_id = ${centerId} and (payments.id = ${paymentId}
    or ${openCents} < 0 or ${isCancelled} or ${endsAt} <= ${now})`
  const { rows } = await sql<{ isCovered: boolean }>`
    select is_on_own_account(payments)
      or (select coalesce(sum(cents), 0) from (${openPayments(covers)}) as held) >= ${amountCents} as "isCovered"
    from payments where id = ${paymentId}`.execute(db)
  return rows[0]?.isCovered === true
}

function pendingCommissions(condition: RawBuilder<unknown>) {
  return sql`
    select commissions.center_id, appointments.starts_at, due_amount as cents
    from commissions join appointments on appointments.id = commissions.appointment_id
    where commissions.status = 'pending' and ${condition}`
}

const monthOf = sql`to_char(starts_at at time zone ${zone}, 'YYYY-MM-01')`

type MonthRow = { month: string; inTransitCents: number; commissionCents: number }

/** What is open between Senda and a centre, by the local month of the appointments and of the sales of packages, newest first. */
export async function listOpenMonths(db: Db | Tx, { centerId }: { centerId: string }): Promise<MonthRow[]> {
  const { rows } = await sql<MonthRow>`
    select month, sum(online)::bigint as "inTransitCents", sum(commission)::bigint as "commissionCents"
    from (
      select ${monthOf} as month, cents as online, 0 as commission
      from (${openPayments(() => sql`payments.center_id = ${centerId}`)}) as held
      union all
      select ${monthOf}, 0, cents from (${pendingCommissions(sql`commissions.center_id = ${centerId}`)}) as owed) as open
    group by month order by month desc limit ${maxOpenMonths}`.execute(db)
  return rows
}

export type ToSettle = {
  centerId: string
  centerName: string
  count: number
  commissionCents: number
  payments: number
  onlineCents: number
}

/** The centres to which money is open of appointments and sales before an instant, the largest sums first. `total`: how many there are. */
export async function listToSettle(
  db: Db | Tx,
  { before, centerId }: { before: Date; centerId?: string },
): Promise<(ToSettle & { total: number })[]> {
  const of = (table: 'payments' | 'commissions', { at }: Thing) => {
    const isBefore = sql`${at} < ${before}`
    return centerId === undefined ? isBefore : sql`${isBefore} and ${sql.ref(`${table}.center_id`)} = ${centerId}`
  }
  const { rows } = await sql<ToSettle & { total: number }>`
    select center_id as "centerId", center_name as "centerName", sum(commissions)::int as count,
      sum(commission)::bigint as "commissionCents", sum(payments)::int as payments, sum(online)::bigint as "onlineCents",
      (count(*) over ())::int as total
    from (
      select center_id, 0 as commissions, 0 as commission, 1 as payments, cents as online
      from (${openPayments((thing) => of('payments', thing))}) as held
      union all
      select center_id, 1, cents, 0, 0 from (${pendingCommissions(of('commissions', visit))}) as owed) as open
    join center_profiles on center_profiles.id = center_id
    group by center_id, center_name having sum(online) <> 0 or sum(commission) <> 0
    order by greatest(abs(sum(online)), abs(sum(commission))) desc, center_id limit ${maxCentersToSettle}`.execute(db)
  return rows
}

/** Locks the online payments of a centre that are open, for appointments and sales before an instant. */
export async function lockOpenPayments(
  tx: Tx,
  { centerId, before }: { centerId: string; before: Date },
): Promise<{ paymentId: number; cents: number }[]> {
  await sql`
    select from payments left join appointments on appointments.id = payments.appointment_id
    where payments.center_id = ${centerId} and checkout_id is not null and coalesce(starts_at, collected_at) < ${before}
    order by payments.id for update of payments`.execute(tx)
  const { rows } = await sql<{ paymentId: number; cents: number }>`
    select id as "paymentId", cents
    from (${openPayments(({ at }) => sql`payments.center_id = ${centerId} and ${at} < ${before}`)}) as open
    order by id`.execute(tx)
  return rows
}

/** Records what a settlement passes on. A trigger refuses to pass on more than was paid. */
export async function insertSettledPayments(
  tx: Tx,
  { settlementId, payments }: { settlementId: string; payments: readonly { paymentId: number; cents: number }[] },
): Promise<void> {
  if (payments.length === 0) return
  await tx
    .insertInto('settled_payments')
    .values(
      payments.map(({ paymentId, cents }) => ({ settlement_id: settlementId, payment_id: paymentId, amount: cents })),
    )
    .execute()
}

/** Settlements whose online amount differs from the payments that they pass on. */
export async function listWrongPassings(tx: Tx): Promise<{ table: string; id: string; fault: string }[]> {
  const { rows } = await sql<{ table: string; id: string; fault: string }>`
    select 'commission_settlements' as table, settlements.id::text as id,
      'passes on ' || online_amount || ' cents, but its payments ' || passed.amount as fault
    from commission_settlements settlements
    cross join lateral (
      select coalesce(sum(amount), 0) as amount from settled_payments where settlement_id = settlements.id) as passed
    where online_amount <> passed.amount
    order by settlements.id`.execute(tx)
  return rows
}

/** The settlements of a calendar month that count, oldest first. */
export async function listSettlementsOfMonth(db: Db | Tx, { centerId, month }: { centerId: string; month: string }) {
  return db
    .selectFrom('commission_settlements')
    .where('center_id', '=', centerId)
    .where('month', '=', month)
    .where('undone_at', 'is', null)
    .orderBy('created_at')
    .select(['reference', 'total_amount as commissionCents', 'online_amount as onlineCents', 'created_at as at'])
    .execute()
}
