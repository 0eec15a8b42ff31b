-- Compatible with older code.
-- What the owner of an account gives back of a visit's payment without Senda is recorded as a refund, so that every screen shows it. It
-- lowers no commission, as before: only what a cancellation promised, what the desk gives back and a lost dispute do.
create function given_back_by_rule(payment payments, appointment appointments) returns integer language sql stable as $$
  select case when by_owner.cents = 0 then given_back_cents(payment)
    else greatest(given_back_cents(payment) - by_owner.cents, case when appointment.status = 'cancelled'
      then ceil(payment.amount::numeric * coalesce(appointment.refund_percent, 0) / 100) else 0 end)::integer end
  from (select coalesce(sum(amount), 0)::integer as cents from gateway_refunds
    where checkout_id = payment.checkout_id and done_at is not null and gateway_refund_id like 'by the owner: %') as by_owner
$$;
comment on function given_back_by_rule is 'integer cents of a visit''s payment that lower its commission: without what the owner of the account gave back on their own';

create or replace function commissionable_amount(appointment appointments) returns integer language sql stable as $$
  select case
    when appointment.booked_by <> 'patient' and not appointment.keeps_commission then null
    when appointment.closed_unproven then null
    when is_lost_session(appointment) then null
    when appointment.status = 'completed' then (
      select case when refunded > 0 and refunded >= appointment.price - appointment.discount_amount then null
        else appointment.price - refunded
          - case when appointment.discount_payer = 'center' or discount_given_back(appointment) then appointment.discount_amount else 0 end end
      from (select (coalesce(sum(given_back_by_rule(payments, appointment)), 0)
          - greatest(coalesce(sum(amount), 0) - (appointment.price - appointment.discount_amount), 0))::integer as refunded from payments
        where appointment_id = appointment.id and undone_at is null) as payments_of_it)
    when appointment.status in ('cancelled', 'no_show') then (
      select nullif(sum(amount - given_back_by_rule(payments, appointment))::integer, 0) from payments
      where appointment_id = appointment.id and undone_at is null)
  end
$$;
