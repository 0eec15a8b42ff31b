import { sql } from 'kysely'
import { unreadDays } from '#contract/payment-accounts.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import { mayBePaidUnseen } from './refused-refunds.ts'

export type WrongCheckout = { table: string; id: string; fault: string }

/**
 * Every charge belongs to one thing: an approved checkout has paid its appointment or bought a package, is a direct payment whose account
 * can still book, or is refunded in full. A package that was bought online is paid whole by one checkout, on its terms. No other checkout
 * has a payment or a refund. The lines and the refunds sum to the amounts of the checkout. A deposit is what the terms of its appointment
 * ask, never above the price, and an appointment with such terms was booked by paying it.
 */
export async function listWrongCheckouts(tx: Tx): Promise<WrongCheckout[]> {
  const { rows } = await sql<WrongCheckout>`
    with compared as (
      select checkouts.id, checkouts.status, checkouts.appointment_id, checkouts.amount, checkouts.refunded_amount,
        payments.amount as paid, is_deposit, (lines -> 0 ->> 'amountCents')::integer as price,
        (select deposit_amount from appointments where id = checkouts.appointment_id) as asked,
        payments.appointment_id as paid_appointment, coalesce(payments.refund_amount, 0) as promised,
        package_terms is not null as is_package, (package_terms ->> 'sessions')::integer as seen_sessions, fee_amount as fee, taken_fee_amount as taken_fee, unread_since,
        ${mayBePaidUnseen} and unread_since < greatest(checkouts.updated_at, late_check_at) - ${unreadDays} * interval '1 day' as is_paid_unseen,
        packages.id as bought, packages.price as bought_for, packages.sessions as bought_sessions,
        packages.patient_id is not distinct from checkouts.patient_id as is_of_payer,
        (select sum((line ->> 'amountCents')::integer) from jsonb_array_elements(lines) as line) as line_sum,
        (select coalesce(sum(gateway_refunds.amount), 0) from gateway_refunds
          where checkout_id = checkouts.id and surplus_payment_id is null) as refund_sum,
        profiles.status = 'deleted' as is_deleted, gateway_refunded_amount as given_back, dispute,
        (select coalesce(sum(gateway_refunds.amount), 0) from gateway_refunds
          where checkout_id = checkouts.id and surplus_payment_id is null and refused_at is not null and done_at is null) as refused
      from checkouts join profiles on profiles.id = checkouts.patient_id
      left join payments on payments.checkout_id = checkouts.id and payments.undone_at is null
      left join packages on packages.id = payments.package_id
    )
    select 'checkouts' as table, id::text as id, fault from compared
    cross join lateral (values
      (line_sum is distinct from amount, 'costs ' || amount || ' cents, but its lines sum to ' || coalesce(line_sum, 0)),
      (refund_sum <> refunded_amount, 'counts ' || refunded_amount || ' cents of refunds, but has ' || refund_sum),
      (status <> 'approved' and paid is not null, 'is ' || status || ', but is a payment of ' || paid || ' cents'),
      (status <> 'approved' and refund_sum > 0, 'is ' || status || ', but refunds ' || refund_sum || ' cents'),
      (status = 'approved' and paid is null and appointment_id is not null and refunded_amount < amount,
        'is approved, but pays for no appointment and is not given back'),
      (status = 'approved' and paid is null and is_package and refunded_amount < amount,
        'is approved, but bought no package and is not given back'),
      (paid is not null and is_package <> (bought is not null), 'pays for another thing'),
      (bought is not null and (bought_for, bought_sessions) is distinct from (amount, seen_sessions),
        'costs ' || amount || ' cents for ' || coalesce(seen_sessions, 0) || ' sessions, but bought ' || bought_sessions || ' for ' || bought_for),
      (is_package and fee > 0, 'buys a package, but ' || fee || ' cents were taken in advance of a commission'),
      (bought is not null and not is_of_payer and not is_deleted, 'bought a package of another patient'),
      (status = 'approved' and paid is null and is_deleted and refunded_amount < amount and appointment_id is null and not is_package,
        'is approved, but its account was deleted and it is not given back'),
      (is_deposit and amount > price, 'is a deposit of ' || amount || ' cents, above the price of ' || price),
      (is_deposit and paid is not null and paid is distinct from asked,
        'is a deposit of ' || paid || ' cents, but the appointment asked ' || coalesce(asked, 0)),
      (paid <> amount, 'costs ' || amount || ' cents, but is a payment of ' || paid),
      (appointment_id is not null and paid_appointment <> appointment_id, 'pays for another appointment'),
      (given_back > refunded_amount,
        'was given back ' || given_back || ' cents at the gateway, of which ' || refunded_amount || ' were requested'),
      (dispute = 'lost', 'was lost in a dispute, and is still a payment of ' || coalesce(paid, amount)),
      (status = 'approved' and taken_fee > 0 and unread_since is not null,
        'cannot be read at the gateway since ' || unread_since || ', but counts a fee of ' || taken_fee || ' cents as taken'),
      (is_paid_unseen, 'is ' || status || ', and cannot be read at the gateway since ' || unread_since),
      (refused > 0, 'has refunds of ' || refused || ' cents that the gateway refused'),
      (paid is not null and refund_sum <> promised, 'refunds ' || refund_sum || ' cents, but promised ' || promised)
    ) as faults (holds, fault)
    where holds
    union all
    select 'payments', payments.id::text, 'was undone, but was made online' from payments
      where checkout_id is not null and undone_at is not null
    union all
    select 'appointments', appointments.id::text, 'was booked without its deposit of ' || deposit_amount || ' cents' from appointments
      where deposit_amount is not null and status <> 'held' and not exists (
        select from payments join checkouts on checkouts.id = checkout_id
        where payments.appointment_id = appointments.id and is_deposit and payments.amount = deposit_amount)
    order by 1, 2, 3`.execute(tx)
  return rows
}
