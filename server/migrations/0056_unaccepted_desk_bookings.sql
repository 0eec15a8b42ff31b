-- What a centre books on its own occupies the patient at other centres only once the patient has accepted it.
alter table appointments
  add column occupied_attendee_id uuid generated always as (
    case when booked_by = 'patient' or accepted_at is not null or guest_id is not null
      then coalesce(dependant_id, patient_id, guest_id) end) stored,
  drop constraint appointments_one_per_attendee,
  add constraint appointments_one_per_attendee exclude using gist (occupied_attendee_id with =, during with &&)
    where (status in ('held', 'pending', 'confirmed', 'completed')),
  add constraint appointments_one_per_attendee_at_desk exclude using gist (attendee_id with =, center_id with =, during with &&)
    where (status in ('pending', 'confirmed', 'completed') and booked_by = 'center' and accepted_at is null and guest_id is null);
comment on column appointments.occupied_attendee_id is 'the attendee, who can have no other appointment at that time; null for a desk booking that its patient has not accepted';

-- The code says why it refuses; this holds for every writer.
create function check_not_blocked() returns trigger language plpgsql as $$
begin
  if exists (select from conversations
      where patient_id = new.patient_id and center_id = new.center_id and patient_blocked_at is not null) then
    raise exception 'patient % has blocked center %', new.patient_id, new.center_id
      using errcode = 'check_violation', constraint = 'appointments_not_blocked', table = 'appointments';
  end if;
  return new;
end $$;
create trigger appointments_not_blocked before insert on appointments for each row
  when (new.booked_by = 'center' and new.patient_id is not null) execute function check_not_blocked();
