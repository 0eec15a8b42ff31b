-- Deposits («seña»): a centre asks for a part of a service's price in advance. A held time whose deposit is asked becomes an appointment
-- only with the approved payment of it.
alter table services
  add column deposit_for text check (deposit_for in ('everyone', 'newcomers')),
  add column deposit_amount integer,
  add column deposit_percent integer check (deposit_percent between 1 and 100),
  add constraint services_deposit check (
    num_nonnulls(deposit_amount, deposit_percent) = case when deposit_for is null then 0 else 1 end),
  add constraint services_deposit_within_price check (deposit_amount between 1 and price);
comment on column services.deposit_for is 'of whom a deposit is asked: newcomers have completed no visit at the centre, or missed one; null: of none';
comment on column services.deposit_amount is 'integer cents of currency; null where the deposit is a share of the price';
comment on column services.deposit_percent is 'the share of the price; null where the deposit is a fixed amount';

-- The terms are fixed when the time is held, as the price is. What the owner changes later changes no appointment.
alter table appointments
  add column deposit_for text check (deposit_for in ('everyone', 'newcomers')),
  add column deposit_amount integer check (deposit_amount > 0),
  add column held_consent_version text check (length(held_consent_version) <= 40),
  add constraint appointments_deposit check ((deposit_for is null) = (deposit_amount is null)),
  add constraint appointments_deposit_within_price check (status <> 'held' or deposit_amount <= price),
  add constraint appointments_held_for_patient check (status <> 'held' or patient_id is null
    or deposit_amount is not null and hold_expires_at <= created_at + interval '30 minutes'),
  add constraint appointments_held_consent check (held_consent_version is null or status = 'held' and patient_id is not null);
comment on column appointments.deposit_for is 'of whom its service asked a deposit when the time was held';
comment on column appointments.deposit_amount is 'integer cents of currency: the deposit that the held time waits for, or with which it was confirmed; null when none was asked';
comment on column appointments.held_consent_version is 'the consent to the video call that the patient gave while the deposit was not paid yet; stored as a consent once it is';

create function require_paid_deposit() returns trigger language plpgsql as $$
begin
  if old.status = 'held' and new.status in ('pending', 'confirmed') then
    if new.paid_amount < new.deposit_amount then
      raise exception 'the deposit of appointment % is not paid', new.id
        using errcode = 'check_violation', constraint = 'appointments_deposit_paid', table = 'appointments';
    end if;
  elsif old.status <> 'held' and (new.deposit_amount, new.deposit_for) is distinct from (old.deposit_amount, old.deposit_for) then
    raise exception 'appointment % keeps the deposit with which it was booked', new.id
      using errcode = 'check_violation', constraint = 'appointments_deposit_kept', table = 'appointments';
  end if;
  return new;
end $$;
create trigger appointments_deposit_paid before update of status, deposit_amount, deposit_for on appointments for each row
  when (new.deposit_amount is not null or old.deposit_amount is not null) execute function require_paid_deposit();
create index appointments_held_for_patients on appointments (hold_expires_at) where status = 'held' and patient_id is not null;
comment on index appointments_held_for_patients is 'the job that frees the times whose deposit was not paid';

alter table checkouts
  add column is_deposit boolean not null default false,
  add constraint checkouts_deposit check (not is_deposit or appointment_id is not null);
comment on column checkouts.is_deposit is 'it pays the deposit of a held time, which becomes an appointment with its approval';

-- A held time is deleted when it expires, also while its deposit is being paid: the checkout keeps its id, and a payment that arrives
-- later is given back. What was booked is never deleted from under a checkout.
alter table checkouts drop constraint checkouts_appointment_id_center_id_fkey;
create or replace function set_seen_appointment() returns trigger language plpgsql as $$
begin
  select starts_at, place into new.seen_starts_at, new.seen_place from appointments
    where id = new.appointment_id and center_id = new.center_id for share;
  if not found then
    raise exception 'checkout % pays for no appointment of its centre', new.id
      using errcode = 'foreign_key_violation', constraint = 'checkouts_appointment', table = 'checkouts';
  end if;
  return new;
end $$;
create function keep_appointment_of_checkout() returns trigger language plpgsql as $$
begin
  if exists (select from checkouts where appointment_id = old.id) then
    raise exception 'a checkout pays for appointment %', old.id
      using errcode = 'foreign_key_violation', constraint = 'checkouts_appointment', table = 'checkouts';
  end if;
  return old;
end $$;
create trigger appointments_keep_of_checkout before delete on appointments for each row
  when (old.status <> 'held') execute function keep_appointment_of_checkout();
