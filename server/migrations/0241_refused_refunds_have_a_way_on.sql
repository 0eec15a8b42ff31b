-- A refund that the gateway refused can be asked for again, or be given back by the centre in another way. Only what the gateway gives
-- back returns its share of the fee.
alter table gateway_refunds
  drop constraint gateway_refunds_refused,
  drop constraint gateway_refunds_check,
  add constraint gateway_refunds_done check (
    (gateway_refund_id is null or done_at is not null)
    and (done_at is null or gateway_refund_id is not null or refused_at is not null)),
  add constraint gateway_refunds_refused check (
    (refusal is null) = (refused_at is null) and (refusal is null or gateway_refund_id is null));
comment on column gateway_refunds.done_at is 'with a refusal: when the centre recorded that it gave the money back itself';

create or replace function withheld_amount(appointment appointments) returns integer language sql stable as $$
  select coalesce(sum(round(fee_amount::numeric
    * (payments.amount - coalesce(refund_amount, 0) + refused.amount) / payments.amount)), 0)::integer
  from payments join checkouts on checkouts.id = payments.checkout_id
  cross join lateral (
    select coalesce(sum(amount), 0) as amount from gateway_refunds
    where checkout_id = checkouts.id and refused_at is not null and surplus_payment_id is null) as refused
  where payments.appointment_id = appointment.id and undone_at is null and fee_amount > 0
$$;
comment on function withheld_amount is 'integer cents that gateways took from the payments for an appointment in advance of its commission; what the gateway gives back returns its share';
