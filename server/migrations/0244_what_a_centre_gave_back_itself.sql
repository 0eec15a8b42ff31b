-- Compatible with older code.
-- What a centre says that it gave back itself ends the commission, and no settlement pays for it: only the gateway's word returns the fee,
-- so that a false word costs Senda nothing but that commission. Staff see each of these words.
create or replace function withheld_amount(appointment appointments) returns integer language sql stable as $$
  select coalesce(sum(round(fee_amount::numeric
    * (payments.amount - greatest(coalesce(refund_amount, 0) - refused.amount, gateway_refunded_amount)) / payments.amount)), 0)::integer
  from payments join checkouts on checkouts.id = payments.checkout_id
  cross join lateral (
    select coalesce(sum(amount), 0) as amount from gateway_refunds
    where checkout_id = checkouts.id and refused_at is not null and done_at is null and surplus_payment_id is null) as refused
  where payments.appointment_id = appointment.id and undone_at is null and fee_amount > 0
$$;
comment on function withheld_amount is 'integer cents that gateways took from the payments for an appointment in advance of its commission; what is given back returns its share, and the centre''s own word ends it';

-- A refund at the desk gives a discount back to the patient at once. When the gateway then refuses to give the money back, the discount is no
-- longer the appointment's: Senda credits nothing for it, and the centre keeps only what was paid.
create function discount_given_back(appointment appointments) returns boolean language sql stable as $$
  select appointment.discount_amount > 0 and appointment.discount_payer in ('senda', 'center')
    and exists (select from payments join gateway_refunds on gateway_refunds.checkout_id = payments.checkout_id
      where payments.appointment_id = appointment.id and undone_at is null and refused_at is not null)
    and not exists (select from reward_redemptions where appointment_id = appointment.id)
    and not exists (select from promotion_usage where appointment_id = appointment.id and status = 'consumed')
$$;
comment on function discount_given_back is 'whether the discount of an appointment went back to its patient with a refund that the gateway refused';

create or replace function credited_amount(appointment appointments) returns integer language sql stable as $$
  select case when appointment.status = 'completed' and appointment.discount_payer = 'senda' and not discount_given_back(appointment)
    then appointment.discount_amount else 0 end
$$;

create or replace function commissionable_amount(appointment appointments) returns integer language sql stable as $$
  select case
    when appointment.booked_by <> 'patient' and not appointment.keeps_commission then null
    when appointment.closed_unproven then null
    when appointment.status = 'completed' then (
      select case when refunded > 0 and refunded >= appointment.price - appointment.discount_amount then null
        else appointment.price - refunded
          - case when appointment.discount_payer = 'center' or discount_given_back(appointment) then appointment.discount_amount else 0 end end
      from (select (coalesce(sum(refund_amount - refused_cents(payments)), 0)
          - greatest(coalesce(sum(amount), 0) - (appointment.price - appointment.discount_amount), 0))::integer as refunded from payments
        where appointment_id = appointment.id and undone_at is null) as payments_of_it)
    when appointment.status in ('cancelled', 'no_show') then (
      select nullif(sum(amount - coalesce(refund_amount, 0) + refused_cents(payments))::integer, 0) from payments
      where appointment_id = appointment.id and undone_at is null)
  end
$$;

-- Also a refund that no access can make is refused: the centre has disconnected its account, or withdrawn its consent at the gateway.
alter table gateway_refunds drop constraint gateway_refunds_refusal_check,
  add constraint gateway_refunds_refusal_check check (refusal in ('partial', 'balance', 'late', 'refused', 'disconnected'));
