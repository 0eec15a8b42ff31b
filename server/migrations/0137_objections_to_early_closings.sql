-- What a patient paid online but could not accept, as without a verified address, has no agreed start. They expect it at the start
-- that they saw when they paid, or to which they moved it. Accepting stays more: records and reviews need it.
alter table appointments add column expected_starts_at timestamptz;
comment on column appointments.expected_starts_at is 'the start that the patient last chose, accepted or paid for; to an earlier one that the centre recorded they may object';

alter table appointments disable trigger user;
update appointments set expected_starts_at = coalesce(agreed_starts_at, (
    select seen_starts_at from payments join checkouts on checkouts.id = payments.checkout_id
    where payments.appointment_id = appointments.id and undone_at is null and coalesce(refund_amount, 0) < payments.amount
    order by payments.id desc limit 1))
  where status <> 'held' and patient_id is not null;
alter table appointments enable trigger user;
alter table appointments add constraint appointments_expected check (
  agreed_starts_at is null or expected_starts_at is not distinct from agreed_starts_at);

create or replace function set_agreed_start() returns trigger language plpgsql as $$
begin
  if new.patient_id is null then
    new.expected_starts_at := null;
  elsif tg_op = 'UPDATE' and new.moved_by = 'patient' and new.during is distinct from old.during then
    new.expected_starts_at := lower(new.during);
  end if;
  if new.patient_id is null or new.booked_by = 'center' and new.accepted_at is null then
    new.agreed_starts_at := null;
    new.agreed_professional_id := null;
    new.agreed_at := null;
  elsif tg_op = 'INSERT' or old.status = 'held'
    or new.booked_by = 'center' and old.accepted_at is null
    or new.moved_by = 'patient' and new.during is distinct from old.during then
    new.agreed_starts_at := lower(new.during);
    new.agreed_professional_id := new.professional_id;
    new.expected_starts_at := new.agreed_starts_at;
    -- Each update sets updated_at by the application's clock.
    new.agreed_at := case when tg_op = 'INSERT' then coalesce(new.accepted_at, new.created_at) else new.updated_at end;
  end if;
  return new;
end $$;

-- What its patient settled with a discount of the whole price, or moved, isn't moved into the past either.
create or replace function check_appointment_time() returns trigger language plpgsql as $$
begin
  if new.status in ('completed', 'no_show') and new.status <> old.status and lower(new.during) > new.updated_at then
    raise exception 'appointment % has not begun', new.id
      using errcode = 'check_violation', constraint = 'appointments_begun', table = 'appointments';
  end if;
  if (new.during <> old.during or new.professional_id <> old.professional_id) and lower(new.during) <= new.updated_at
    and (new.booked_by = 'patient' or old.accepted_at is not null or old.expected_starts_at is not null or exists (
      select from payments where appointment_id = new.id and checkout_id is not null and undone_at is null
        and coalesce(refund_amount, 0) < amount) or exists (
      select from checkouts where appointment_id = new.id and status in ('created', 'pending'))) then
    raise exception 'appointment % would be moved into the past', new.id
      using errcode = 'check_violation', constraint = 'appointments_moved_ahead', table = 'appointments';
  end if;
  return new;
end $$;

-- Who rated a visit was there, also when staff have removed the review.
create function is_rated(appointment appointments) returns boolean language sql stable as $$
  select exists (select from reviews where appointment_id = appointment.id)
    or exists (select from removed_reviews where appointment_id = appointment.id)
$$;

-- The centre moved the appointment to before the expected start, and closed it: as completed, or as missed.
create function is_early_visit(appointment appointments) returns boolean language sql stable as $$
  select appointment.status in ('completed', 'no_show') and appointment.moved_by = 'center'
    and appointment.starts_at < appointment.expected_starts_at and not is_rated(appointment)
$$;

create or replace function check_early_visit_objection() returns trigger language plpgsql as $$
begin
  if new.center_id is not null or not exists (
    select from appointments a, lateral (select case a.status when 'no_show' then a.no_show_at else a.completed_at end) as closed (at)
    where a.id = new.subject_id and a.patient_id = new.reported_by and is_early_visit(a)
      and new.created_at between closed.at and greatest(closed.at, a.expected_starts_at) + interval '7 days') then
    raise exception 'appointment % has no early visit to which this account may object now', new.subject_id
      using errcode = 'check_violation', constraint = 'reports_early_visit', table = 'reports';
  end if;
  return new;
end $$;

-- A no-show at a time that the patient did not expect is no absence of theirs: upheld, it is a cancellation by the centre.
create or replace function check_no_show_objection() returns trigger language plpgsql as $$
begin
  if new.center_id is not null or not exists (
    select from appointments a
    where a.id = new.subject_id and a.status = 'no_show' and a.patient_id = new.reported_by and not is_early_visit(a)
      and new.created_at between a.no_show_at and a.no_show_at + interval '7 days') then
    raise exception 'appointment % has no no-show to which this account may object now', new.subject_id
      using errcode = 'check_violation', constraint = 'reports_no_show', table = 'reports';
  end if;
  return new;
end $$;
update reports set kind = 'early_visit' from appointments a
  where reports.kind = 'no_show' and closed_at is null and a.id = subject_id and is_early_visit(a)
    and not exists (select from reports other where other.kind = 'early_visit' and other.subject_id = a.id);

-- Neither a completed nor a missed appointment is cancelled in another way, and while the objection is open, it stays as it is recorded.
drop trigger appointments_visit on appointments;
create trigger appointments_visit before update of status on appointments for each row
  when (old.status in ('completed', 'no_show') and new.status <> old.status) execute function keep_visit();
create or replace function keep_visit() returns trigger language plpgsql as $$
begin
  if new.status = 'cancelled' and not (new.cancelled_by = 'center' and new.refund_percent = 100
    and exists (select from reports where kind = 'early_visit' and subject_id = new.id)) then
    raise exception 'appointment % was %', new.id, old.status
      using errcode = 'check_violation', constraint = 'appointments_visit_kept', table = 'appointments';
  end if;
  if exists (select from reports where kind = 'early_visit' and subject_id = new.id and closed_at is null) then
    raise exception 'the visit of appointment % waits for staff', new.id
      using errcode = 'check_violation', constraint = 'appointments_visit_disputed', table = 'appointments';
  end if;
  return new;
end $$;
