-- Two facts that were one: the fee that Senda asked of the gateway, which never changes, and what of it was taken. No more counts as taken
-- than Senda asked, whatever a payment on its page says.
alter table checkouts
  add column taken_fee_amount integer not null default 0,
  add constraint checkouts_taken_fee check (taken_fee_amount between 0 and fee_amount),
  add column unread_since timestamptz;
comment on column checkouts.fee_amount is 'integer cents of currency that Senda asks the gateway to take from the payment, in advance of the commission';
comment on column checkouts.taken_fee_amount is 'what of fee_amount the gateway took, in cents';
comment on column checkouts.unread_since is 'since when the gateway refuses to show its payments, as after the owner withdrew the access; null: they were read';
update checkouts set taken_fee_amount = fee_amount where status = 'approved';
update checkouts set page_id = substring(page_url from 'pref_id=([^&#]{1,100})') where page_id is null and page_url like '%pref_id=%';

create function given_back_cents(payment payments) returns integer language sql stable as $$
  select case
    when exists (select from checkouts where id = payment.checkout_id and dispute = 'lost') then payment.amount
    else coalesce(payment.refund_amount, 0) - refused_cents(payment) end
$$;
comment on function given_back_cents is 'integer cents of a payment that its payer has again: refunds that were not refused, or all of it after a lost dispute';

create or replace function withheld_amount(appointment appointments) returns integer language sql stable as $$
  select coalesce(sum(round(taken_fee_amount::numeric
    * (payments.amount - greatest(given_back_cents(payments), gateway_refunded_amount)) / payments.amount)), 0)::integer
  from payments join checkouts on checkouts.id = payments.checkout_id
  where payments.appointment_id = appointment.id and undone_at is null and taken_fee_amount > 0
$$;

create or replace function commissionable_amount(appointment appointments) returns integer language sql stable as $$
  select case
    when appointment.booked_by <> 'patient' and not appointment.keeps_commission then null
    when appointment.closed_unproven then null
    when appointment.status = 'completed' then (
      select case when refunded > 0 and refunded >= appointment.price - appointment.discount_amount then null
        else appointment.price - refunded
          - case when appointment.discount_payer = 'center' or discount_given_back(appointment) then appointment.discount_amount else 0 end end
      from (select (coalesce(sum(given_back_cents(payments)), 0)
          - greatest(coalesce(sum(amount), 0) - (appointment.price - appointment.discount_amount), 0))::integer as refunded from payments
        where appointment_id = appointment.id and undone_at is null) as payments_of_it)
    when appointment.status in ('cancelled', 'no_show') then (
      select nullif(sum(amount - given_back_cents(payments))::integer, 0) from payments
      where appointment_id = appointment.id and undone_at is null)
  end
$$;

create or replace function earns_points(appointment appointments) returns boolean language sql stable as $$
  select appointment.status = 'completed' and 7500 <=
    coalesce((
      select floor(sum(payments.amount - greatest(coalesce(refund_amount, 0), gateway_refunded_amount, given_back_cents(payments))) * 0.05)
      from payments join checkouts on checkouts.id = payments.checkout_id
      where payments.appointment_id = appointment.id and undone_at is null), 0)
    + coalesce((
      select commission_amount from commissions
      where appointment_id = appointment.id and commissionable_amount(appointment) > 0 and (status <> 'cancelled' or exists (
        -- A patient keeps the points of a commission that staff waived.
        select from moderation_actions measure
        where measure.target_type = 'commission' and measure.target_id = commissions.id and measure.action_type = 'cancel'
          and not exists (select from moderation_actions undo where undo.undoes = measure.id)))), 0)
$$;
