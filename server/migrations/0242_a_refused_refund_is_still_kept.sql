-- A refund that the gateway refused left the money with the centre: until the centre gives it back, its commission is due.
create function refused_cents(payment payments) returns integer language sql stable as $$
  select coalesce(sum(amount), 0)::integer from gateway_refunds
  where checkout_id = payment.checkout_id and refused_at is not null and done_at is null and surplus_payment_id is null
$$;
comment on function refused_cents is 'integer cents of a payment''s refunds that the gateway refused and the centre has not given back in another way';

create or replace function commissionable_amount(appointment appointments) returns integer language sql stable as $$
  select case
    when appointment.booked_by <> 'patient' and not appointment.keeps_commission then null
    when appointment.closed_unproven then null
    when appointment.status = 'completed' then (
      select case when refunded > 0 and refunded >= appointment.price - appointment.discount_amount then null
        else appointment.price - refunded
          - case when appointment.discount_payer = 'center' then appointment.discount_amount else 0 end end
      from (select (coalesce(sum(refund_amount - refused_cents(payments)), 0)
          - greatest(coalesce(sum(amount), 0) - (appointment.price - appointment.discount_amount), 0))::integer as refunded from payments
        where appointment_id = appointment.id and undone_at is null) as payments_of_it)
    when appointment.status in ('cancelled', 'no_show') then (
      select nullif(sum(amount - coalesce(refund_amount, 0) + refused_cents(payments))::integer, 0) from payments
      where appointment_id = appointment.id and undone_at is null)
  end
$$;
