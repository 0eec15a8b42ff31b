-- Mercado Pago takes Senda's fee from a payment before it reaches the centre's account. The commission counts what was taken.
alter table checkouts
  add column fee_amount integer not null default 0,
  add constraint checkouts_fee check (fee_amount between 0 and amount),
  add constraint checkouts_fee_of_account check (fee_amount = 0 or payment_account_id is not null);
comment on column checkouts.fee_amount is 'integer cents of currency that the gateway takes from the payment for Senda, in advance of the commission';

create function withheld_amount(appointment appointments) returns integer language sql stable as $$
  select coalesce(sum(round(fee_amount::numeric * (payments.amount - coalesce(refund_amount, 0)) / payments.amount)), 0)::integer
  from payments join checkouts on checkouts.id = payments.checkout_id
  where payments.appointment_id = appointment.id and undone_at is null and fee_amount > 0
$$;
comment on function withheld_amount is 'integer cents that gateways took from the payments for an appointment in advance of its commission; a refund gives back its share';

drop index commissions_owed, commissions_pending;
alter table commissions
  add column withheld_amount integer not null default 0 check (withheld_amount >= 0),
  add column due_amount integer not null generated always as (commission_amount - credit_amount - withheld_amount) stored;
comment on column commissions.withheld_amount is 'integer cents of currency that a gateway took from the payment in advance';
comment on column commissions.due_amount is 'integer cents of currency that the centre owes; negative: Senda owes it';
create index commissions_owed on commissions (center_id, created_at) include (due_amount) where status = 'pending';
comment on index commissions_owed is 'what each centre owes';
create index commissions_pending on commissions (created_at) include (center_id, due_amount) where status = 'pending';
comment on index commissions_pending is 'what each centre owes of a period, read in one stretch of the index';
