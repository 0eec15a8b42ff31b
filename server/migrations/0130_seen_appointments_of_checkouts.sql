-- Paying accepts a desk booking, so a checkout stores the time and the place that its patient saw, beside the professional. The
-- database reads them, under the appointment's lock, so that no writer can store others.
alter table checkouts add column seen_starts_at timestamptz, add column seen_place text;
comment on column checkouts.seen_starts_at is 'when the appointment was to begin when its patient began to pay; null for a direct payment';
comment on column checkouts.seen_place is 'where the appointment was to take place when its patient began to pay; null for a direct payment';

-- What waits for the gateway during the deploy counts from now on.
update checkouts set seen_starts_at = appointments.starts_at, seen_place = appointments.place
  from appointments where appointments.id = checkouts.appointment_id and checkouts.status in ('created', 'pending', 'declined', 'expired');

alter table checkouts add constraint checkouts_seen check (
  (seen_starts_at is null) = (seen_place is null) and (appointment_id is not null or seen_starts_at is null));

create function set_seen_appointment() returns trigger language plpgsql as $$
begin
  select starts_at, place into new.seen_starts_at, new.seen_place from appointments where id = new.appointment_id for share;
  return new;
end $$;
create trigger checkouts_seen before insert on checkouts for each row
  when (new.appointment_id is not null) execute function set_seen_appointment();

create function keep_seen_appointment() returns trigger language plpgsql as $$
begin
  raise exception 'what the patient saw of the appointment of checkout % stays', new.id
    using errcode = 'check_violation', constraint = 'checkouts_seen_stays', table = 'checkouts';
end $$;
create trigger checkouts_seen_stays before update of seen_starts_at, seen_place, professional_id on checkouts for each row
  when (new.seen_starts_at is distinct from old.seen_starts_at or new.seen_place is distinct from old.seen_place
    or new.professional_id <> old.professional_id)
  execute function keep_seen_appointment();
