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

-- Who rated a visit was there, also when staff have removed the review.
create function is_rated(appointment appointments) returns boolean language sql stable as $$
  select exists (select from reviews where appointment_id = appointment.id)
    or exists (select from removed_reviews where appointment_id = appointment.id)
$$;

create or replace function check_early_visit_objection() returns trigger language plpgsql as $$
begin
  if new.center_id is not null or not exists (
    select from appointments a
    where a.id = new.subject_id and a.status = 'completed' and a.moved_by = 'center' and a.patient_id = new.reported_by
      and a.starts_at < a.expected_starts_at and new.created_at >= a.completed_at
      and new.created_at <= greatest(a.completed_at, a.expected_starts_at) + interval '7 days'
      and not is_rated(a)) then
    raise exception 'appointment % has no early visit to which this account may object now', new.subject_id
      using errcode = 'check_violation', constraint = 'reports_early_visit', table = 'reports';
  end if;
  return new;
end $$;
