-- Compatible with older code.
-- A centre sells packages («bonos»): n sessions of one of its services. A sale fixes its terms in its row, and each of its sessions has
-- a row with its value, so that no more than n can be reserved and used.
create table package_offers (
  id uuid primary key,
  center_id uuid not null references center_profiles on delete cascade,
  service_id uuid references services on delete set null,
  professional_ids uuid[] check (cardinality(professional_ids) between 1 and 50),
  sessions smallint not null check (sessions between 2 and 50),
  price integer not null check (price between 1 and 100000000),
  currency text not null default 'UYU' check (currency = 'UYU'),
  validity_days smallint not null check (validity_days between 7 and 730),
  is_active boolean not null default true,
  created_at timestamptz not null,
  constraint package_offers_cent_each check (price >= sessions)
);
comment on table package_offers is 'the packages that a centre sells; a sale copies the terms';
comment on column package_offers.service_id is 'one row of the service; the other professionals who give it have services of the same type and name';
comment on column package_offers.professional_ids is 'who gives its sessions; null: all who give the service';
comment on column package_offers.price is 'integer cents of currency, of all sessions together';
create index package_offers_of_center on package_offers (center_id, created_at);
comment on index package_offers_of_center is 'the offers of a centre';
create index package_offers_of_service on package_offers (service_id) where service_id is not null;
comment on index package_offers_of_service is 'for the deletion of a service';

create table packages (
  id uuid primary key,
  center_id uuid not null references center_profiles on delete cascade,
  offer_id uuid references package_offers on delete set null,
  patient_id uuid references profiles on delete restrict,
  guest_id uuid references guests on delete set null,
  service_name text not null check (length(service_name) between 2 and 120),
  service_ids uuid[] not null check (cardinality(service_ids) between 1 and 100),
  professional_names text[] not null check (cardinality(professional_names) between 1 and 100),
  sessions smallint not null check (sessions between 2 and 50),
  price integer not null check (price between 1 and 100000000),
  currency text not null default 'UYU' check (currency = 'UYU'),
  validity_days smallint not null check (validity_days between 7 and 730),
  refund_rule text not null check (refund_rule in ('paid_less_used')),
  paid_amount integer not null default 0,
  refunded_amount integer not null default 0,
  idempotency_key uuid not null,
  sold_by uuid references profiles on delete set null,
  sold_at timestamptz not null,
  valid_until timestamptz not null,
  refunded_at timestamptz,
  warned_at timestamptz,
  unique (id, center_id),
  unique (center_id, idempotency_key),
  constraint packages_one_buyer check (num_nonnulls(patient_id, guest_id) <= 1),
  constraint packages_cent_each check (price >= sessions),
  constraint packages_paid_within_price check (paid_amount between 0 and price),
  constraint packages_refunded_within_paid check (refunded_amount between 0 and paid_amount)
);
comment on table packages is 'the packages that were sold, with the terms of the sale';
comment on column packages.patient_id is 'who may use it, also for their dependants; null: a guest of the centre';
comment on column packages.service_ids is 'the services that its sessions pay for: one of each professional who gives them';
comment on column packages.professional_names is 'who gave the sessions when it was sold';
comment on column packages.price is 'integer cents of currency';
comment on column packages.refund_rule is 'paid_less_used: what was paid, less the value of the used sessions';
comment on column packages.paid_amount is 'integer cents: the sum of its payments, kept by their trigger';
comment on column packages.refunded_amount is 'integer cents: the sum of the refunds of its payments, kept by their trigger';
comment on column packages.valid_until is 'the first instant after its last day';
comment on column packages.refunded_at is 'when the centre gave back what was left: no session can be reserved since then';
comment on column packages.warned_at is 'when its buyer was told that it ends soon';
create index packages_of_patient on packages (patient_id, sold_at desc) where patient_id is not null;
comment on index packages_of_patient is 'the packages of a patient';
create index packages_of_guest on packages (guest_id) where guest_id is not null;
comment on index packages_of_guest is 'the packages of a guest';
create index packages_of_offer on packages (offer_id) where offer_id is not null;
comment on index packages_of_offer is 'for the deletion of an offer';
create index packages_of_seller on packages (sold_by) where sold_by is not null;
comment on index packages_of_seller is 'for the deletion of an account';
create index packages_to_warn on packages (valid_until) where warned_at is null and refunded_at is null;
comment on index packages_to_warn is 'the job that tells buyers of the end';

create table package_sessions (
  package_id uuid not null references packages on delete cascade,
  number smallint not null check (number between 1 and 50),
  value integer not null check (value > 0),
  appointment_id uuid unique references appointments on delete set null,
  primary key (package_id, number)
);
comment on table package_sessions is 'the sessions of a package: each pays for at most one appointment, and each appointment is paid by at most one';
comment on column package_sessions.value is 'integer cents of the package''s currency';
comment on column package_sessions.appointment_id is 'reserved while the appointment is open, used afterwards; null: free';

create function check_package_session() returns trigger language plpgsql as $$
begin
  if new.number > (select sessions from packages where id = new.package_id) then
    raise exception 'package % has no session %', new.package_id, new.number
      using errcode = 'check_violation', constraint = 'package_sessions_within', table = 'package_sessions';
  end if;
  return new;
end $$;
create trigger package_sessions_within before insert or update of number, package_id on package_sessions for each row
  execute function check_package_session();

-- What was sold stays as it was sold.
create function keep_package_terms() returns trigger language plpgsql as $$
begin
  raise exception 'the terms of package % were sold', new.id using errcode = 'restrict_violation';
end $$;
create trigger packages_keep_terms before update on packages for each row
  when ((old.center_id, old.service_name, old.service_ids, old.sessions, old.price, old.currency, old.validity_days, old.refund_rule)
    is distinct from (new.center_id, new.service_name, new.service_ids, new.sessions, new.price, new.currency, new.validity_days, new.refund_rule))
  execute function keep_package_terms();

-- A payment belongs to an appointment or to a package.
alter table payments
  alter column appointment_id drop not null,
  add column package_id uuid,
  add constraint payments_package_of_center foreign key (package_id, center_id) references packages (id, center_id) on delete cascade,
  add constraint payments_one_thing check (num_nonnulls(appointment_id, package_id) = 1);
comment on column payments.package_id is 'the package that it pays for, instead of an appointment';
create index payments_of_package on payments (package_id) where package_id is not null;
comment on index payments_of_package is 'the payments for a package';

create function sum_package_payments() returns trigger language plpgsql as $$
begin
  update packages set (paid_amount, refunded_amount) = (
    select coalesce(sum(amount), 0), coalesce(sum(refund_amount), 0) from payments where package_id = packages.id and undone_at is null)
  where id = coalesce(new.package_id, old.package_id);
  return null;
end $$;
create trigger payments_package_sum after insert or update of amount, refund_amount, undone_at, package_id on payments for each row
  when (new.package_id is not null) execute function sum_package_payments();

-- The session of a package takes its value off the price of the appointment.
alter table appointments
  drop constraint appointments_discount_payer_check,
  add check (discount_payer in ('center', 'senda', 'package'));
comment on column appointments.discount_payer is 'who pays for the discount; Senda credits its own to the centre; package: a session of a package pays for all of it';

-- A cancellation that costs the patient nothing gives the session back.
create function release_package_session() returns trigger language plpgsql as $$
begin
  update package_sessions set appointment_id = null where appointment_id = new.id;
  return null;
end $$;
create trigger appointments_release_package_session after update of status, refund_percent on appointments for each row
  when (new.discount_payer = 'package' and new.status = 'cancelled' and new.refund_percent = 100)
  execute function release_package_session();

create trigger package_offers_notify_rows after insert or update or delete on package_offers
  for each row execute function notify_rows('center:center_id');
create trigger packages_notify_rows after insert or update or delete on packages
  for each row execute function notify_rows('user:patient_id', 'center:center_id');
create function notify_package_session() returns trigger language plpgsql as $$
begin
  perform notify_live('center:' || center_id, 'rows', tg_table_name),
    case when patient_id is not null then notify_live('user:' || patient_id, 'rows', tg_table_name) end
  from packages where id = coalesce(new.package_id, old.package_id);
  return null;
end $$;
create trigger package_sessions_notify_rows after update on package_sessions
  for each row execute function notify_package_session();
