import { sql } from 'kysely'
import type { Tx } from '#server/platform/postgres/database.ts'

/** A row that contradicts the rows that it depends on. */
export type Disagreement = { table: string; id: string; fault: string }

/**
 * Payments whose refund differs from what the cancellation of their appointment promised, unless the centre refunded more for
 * a reason of its own, or staff upheld a payment that was paid again online; and appointments whose paid amount is not the sum of their payments.
 */
export async function listWrongPayments(tx: Tx): Promise<Disagreement[]> {
  const { rows } = await sql<Disagreement>`
    select 'payments' as table, payments.id::text as id,
      'refunds ' || coalesce(refund_amount, 0) || ' of ' || amount || ' cents, but the appointment is '
        || appointments.status || ' with a refund of ' || coalesce(refund_percent, 0) || ' %' as fault
    from payments join appointments on appointments.id = appointment_id
    cross join lateral (select case
      when appointments.status = 'cancelled' then ceil(amount::numeric * coalesce(refund_percent, 0) / 100) else 0 end) as promised (cents)
    where undone_at is null and case when refund_reason is null and not (checkout_id is not null and exists (
        select from payments upheld where upheld.appointment_id = appointments.id and upheld.undone_at is null and upheld.objected_at is not null))
      then coalesce(refund_amount, 0) <> promised.cents else refund_amount < promised.cents end
    union all
    select 'appointments', appointments.id::text, 'counts ' || paid_amount || ' cents of payments, but has ' || received
    from appointments
    left join (select appointment_id, sum(amount) as received from payments where undone_at is null group by 1) as sums
      on sums.appointment_id = appointments.id
    where paid_amount <> coalesce(received, 0)
    order by 1 desc, 2`.execute(tx)
  return rows
}

/**
 * Appointments whose due commission is missing, those of the desk that replace an open or completed one, commissions that were
 * cancelled without an action of staff, and commissions that contradict their appointment, their rate, or the reward or promotion that
 * their credit pays for. A paid one is not compared with its appointment, because reopening that doesn't change it.
 */
export async function listWrongCommissions(tx: Tx): Promise<Disagreement[]> {
  const { rows } = await sql<Disagreement>`
    with due as (
      select appointments.id, commissionable_amount(appointments) as amount,
        case appointments.status when 'cancelled' then 'late_cancellation' else appointments.status end as origin
      from appointments
      where (booked_by = 'patient' or keeps_commission) and status in ('completed', 'cancelled', 'no_show')
    )
    select 'appointments' as table, due.id::text as id,
      'has no commission on its ' || due.amount || ' cents' as fault
    from due left join commissions on commissions.appointment_id = due.id
    where due.amount is not null and commissions.id is null
    union all
    select 'appointments', desk.id::text, 'replaces ' || former.id || ', which is ' || former.status
    from appointments desk join appointments former on former.id = desk.replaces_id
    where not is_replaceable(former)
    union all
    select 'commissions', commissions.id::text, case
      when commissions.status = 'cancelled' then 'is cancelled, but its appointment owes one on ' || due.amount || ' cents'
      when due.amount is null then 'is pending, but its appointment owes none'
      when due.amount <> payment_amount
        then 'is on ' || payment_amount || ' cents, but its appointment owes one on ' || due.amount
      else 'is for ' || commissions.origin || ', but its appointment for ' || due.origin end
    from commissions left join due on due.id = appointment_id
    where (commissions.status = 'pending'
        and (payment_amount, commissions.origin) is distinct from (due.amount, due.origin))
      or (commissions.status = 'cancelled' and due.amount is not null and not exists (
        select from moderation_actions action
        where target_type = 'commission' and target_id = commissions.id and action_type = 'cancel'
          and not exists (select from moderation_actions undo where undo.undoes = action.id)))
    union all
    select 'commissions', commissions.id::text,
      'credits ' || credit_amount || ' cents, but its appointment ' || credited_amount(appointments)
    from commissions join appointments on appointments.id = appointment_id
    where commissions.status = 'pending' and credit_amount <> credited_amount(appointments)
    union all
    select 'commissions', commissions.id::text,
      'counts ' || withheld_amount || ' cents as taken by the gateway, but ' || withheld_amount(appointments) || ' were'
    from commissions join appointments on appointments.id = appointment_id
    where commissions.status in ('pending', 'paid') and withheld_amount <> withheld_amount(appointments)
    union all
    -- A reward that was given back although its credit is due or paid can be used, and paid, again.
    select 'commissions', commissions.id::text, 'has a credit of ' || credit_amount
      || ' cents, but its appointment uses a reward or a promotion of ' || taken.cents
    from commissions cross join lateral (
      select coalesce((select discount_amount from reward_redemptions where appointment_id = commissions.appointment_id), 0)
        + coalesce((select discount_applied from promotion_usage
          where appointment_id = commissions.appointment_id and status = 'consumed'), 0) as cents) as taken
    where commissions.status <> 'cancelled' and credit_amount > taken.cents
    union all
    select 'commissions', id::text,
      'is ' || commission_amount || ' cents, but ' || rate || ' % of ' || payment_amount || ' is '
        || round(payment_amount * rate / 100)
    from commissions where commission_amount <> round(payment_amount * rate / 100)
    order by 1, 2`.execute(tx)
  return rows
}

/** Settlements whose sums differ from their commissions, and undone settlements with paid commissions. */
export async function listWrongSettlements(tx: Tx): Promise<Disagreement[]> {
  const { rows } = await sql<Disagreement>`
    select 'commission_settlements' as table, settlements.id::text as id,
      case when undone_at is null
        then 'settles ' || commission_count || ' commissions for ' || total_amount || ' cents, but '
        else 'was undone, but ' end || paid.count || ' commissions for ' || paid.amount || ' cents are paid with it' as fault
    from commission_settlements settlements
    cross join lateral (
      select count(*), coalesce(sum(due_amount), 0) as amount from commissions
      where settlement_id = settlements.id and status = 'paid') as paid
    where case when undone_at is null
      then paid.count <> commission_count or paid.amount <> total_amount else paid.count > 0 end
    order by settlements.id`.execute(tx)
  return rows
}
