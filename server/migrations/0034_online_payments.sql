-- Money received for appointments, at the desk or online, and the checkouts and refunds of the payment gateway.
alter table desk_payments rename to payments;
alter index desk_payments_pkey rename to payments_pkey;
alter index desk_payments_of_appointment rename to payments_of_appointment;
alter index desk_payments_to_refund rename to payments_to_refund;
alter index desk_payments_of_center rename to payments_of_center;
alter index desk_payments_collected_by rename to payments_collected_by;
alter index desk_payments_undone_by rename to payments_undone_by;
alter table payments rename constraint desk_payments_same_center to payments_same_center;
-- An appointment may be paid in several parts and by several means.
drop index desk_payments_live;

alter table appointments add column paid_amount integer not null default 0 check (paid_amount >= 0);
comment on column appointments.paid_amount is 'integer cents of currency: the sum of its payments, kept by their trigger';
update appointments set paid_amount = paid.amount
  from (select appointment_id, sum(amount) as amount from payments where undone_at is null group by appointment_id) as paid
  where appointments.id = paid.appointment_id;

create function sum_payments() returns trigger language plpgsql as $$
declare
  changed appointments;
  -- Each record is null where the operation has none.
  removed integer := case when tg_op <> 'INSERT' and old.undone_at is null then old.amount else 0 end;
  added integer := case when tg_op <> 'DELETE' and new.undone_at is null then new.amount else 0 end;
begin
  if added = removed then return null; end if;
  -- Adding to the current value counts the payments that another transaction committed meanwhile.
  update appointments set paid_amount = paid_amount + added - removed
    where id = case tg_op when 'DELETE' then old.appointment_id else new.appointment_id end returning * into changed;
  if added > removed and changed.paid_amount > changed.price then
    raise exception 'the payments of appointment % exceed its price', changed.id
      using errcode = 'check_violation', constraint = 'payments_within_price';
  end if;
  return null;
end $$;
create trigger payments_sum after insert or delete or update of amount, undone_at on payments
  for each row execute function sum_payments();

create sequence receipt_numbers;
create table checkouts (
  id uuid primary key,
  patient_id uuid not null references profiles on delete restrict,
  center_id uuid not null references center_profiles on delete restrict,
  professional_id uuid not null,
  appointment_id uuid,
  idempotency_key uuid not null,
  gateway text not null,
  method text not null check (method in ('card', 'mobile', 'wallet')),
  status text not null check (status in ('created', 'pending', 'approved', 'declined', 'expired')),
  amount integer not null check (amount between 1 and 100000000),
  currency text not null default 'UYU' check (currency = 'UYU'),
  lines jsonb not null,
  gateway_payment_id text,
  card_brand text check (length(card_brand) <= 30),
  card_last_four text check (card_last_four ~ '^[0-9]{4}$'),
  decline_reason text check (length(decline_reason) <= 40),
  refunded_amount integer not null default 0,
  receipt_number bigint unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  updated_at timestamptz not null,
  approved_at timestamptz,
  unique (patient_id, idempotency_key),
  unique (gateway, gateway_payment_id),
  foreign key (professional_id, center_id) references professionals (id, center_id) on delete restrict,
  foreign key (appointment_id, center_id) references appointments (id, center_id) on delete restrict,
  constraint checkouts_refunded check (refunded_amount between 0 and amount),
  constraint checkouts_approved check (
    (status = 'approved') = (approved_at is not null and receipt_number is not null and gateway_payment_id is not null))
);
comment on table checkouts is 'attempts to pay online; never a card number, only its brand and last four digits';
comment on column checkouts.appointment_id is 'null: the direct payment of a consultation with the professional, a credit until a booking consumes it';
comment on column checkouts.amount is 'integer cents of currency';
comment on column checkouts.lines is 'the price as the patient accepted it: [{kind, label, amountCents}], whose sum is amount';
comment on column checkouts.refunded_amount is 'the sum of its gateway_refunds, kept by their trigger';
create unique index checkouts_in_progress on checkouts (appointment_id)
  where status = 'pending' or status = 'created' and method = 'card';
comment on index checkouts_in_progress is 'one card payment at a time for an appointment';
create index checkouts_of_appointment on checkouts (appointment_id) where appointment_id is not null;
comment on index checkouts_of_appointment is 'the attempts to pay an appointment';
create index checkouts_of_patient on checkouts (patient_id, created_at desc, id);
comment on index checkouts_of_patient is 'a patient''s payments, newest first';
create index checkouts_of_center on checkouts (center_id);
comment on index checkouts_of_center is 'for the deletion of a centre';
create index checkouts_of_professional on checkouts (professional_id, patient_id) where appointment_id is null;
comment on index checkouts_of_professional is 'a patient''s direct payments to a professional';
create index checkouts_unsettled on checkouts (updated_at) where status in ('created', 'pending');
comment on index checkouts_unsettled is 'the job that asks the gateway what became of them';

alter table payments add column checkout_id uuid unique references checkouts on delete restrict;
alter table payments add column refund_reason text check (length(refund_reason) <= 500);
comment on column payments.refund_reason is 'why the centre gives money back without a cancellation';
alter table payments drop constraint desk_payments_method_check;
alter table payments add constraint payments_method check (method in ('efectivo', 'debito', 'transferencia', 'online'));
alter table payments add constraint payments_online check ((method = 'online') = (checkout_id is not null));
comment on table payments is 'money received for appointments, «Cobrado en el centro» or online; none is deleted while its centre exists';
comment on column payments.refunded_at is 'when the desk recorded that it paid the refund, or the gateway paid it';

create table gateway_refunds (
  id uuid primary key,
  checkout_id uuid not null references checkouts on delete restrict,
  amount integer not null check (amount > 0),
  reason text not null check (reason in ('cancelled', 'not_payable', 'by_center', 'by_patient')),
  created_at timestamptz not null,
  gateway_refund_id text unique,
  done_at timestamptz,
  check ((done_at is null) = (gateway_refund_id is null))
);
comment on table gateway_refunds is 'what the gateway gives back of a checkout; not_payable: its appointment could no longer be paid';
comment on column gateway_refunds.amount is 'integer cents of the checkout''s currency';
create index gateway_refunds_of_checkout on gateway_refunds (checkout_id);
comment on index gateway_refunds_of_checkout is 'the refunds of a checkout';
create index gateway_refunds_pending on gateway_refunds (created_at) where done_at is null;
comment on index gateway_refunds_pending is 'what the gateway has not given back yet';

create function sum_gateway_refunds() returns trigger language plpgsql as $$
begin
  update checkouts set refunded_amount = refunded_amount + new.amount where id = new.checkout_id;
  return null;
end $$;
create trigger gateway_refunds_sum after insert on gateway_refunds for each row execute function sum_gateway_refunds();

-- A completed consultation is commissionable without what was refunded of it.
create or replace function commissionable_amount(appointment appointments) returns integer language sql stable as $$
  select case
    when appointment.booked_by <> 'patient' then null
    when appointment.status = 'completed' then (
      select case when refunded = 0 then appointment.price else nullif(appointment.price - refunded, 0) end
      from (select coalesce(sum(refund_amount), 0)::integer as refunded from payments
        where appointment_id = appointment.id and undone_at is null) as payments_of_it)
    when appointment.status in ('cancelled', 'no_show') then (
      select nullif(sum(amount - coalesce(refund_amount, 0))::integer, 0) from payments
      where appointment_id = appointment.id and undone_at is null)
  end
$$;
