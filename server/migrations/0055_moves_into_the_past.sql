-- A patient neither cancels nor moves an appointment that has begun, so the centre must not move one there. The code says why
-- it refuses; this holds for every writer. Each update of an appointment sets updated_at by the application's clock.
create function check_appointment_time() returns trigger language plpgsql as $$
begin
  if new.status in ('completed', 'no_show') and new.status <> old.status and lower(new.during) > new.updated_at then
    raise exception 'appointment % has not begun', new.id
      using errcode = 'check_violation', constraint = 'appointments_begun', table = 'appointments';
  end if;
  if (new.during <> old.during or new.professional_id <> old.professional_id)
    and (new.booked_by = 'patient' or old.accepted_at is not null) and lower(new.during) <= new.updated_at then
    raise exception 'appointment % would be moved into the past', new.id
      using errcode = 'check_violation', constraint = 'appointments_moved_ahead', table = 'appointments';
  end if;
  return new;
end $$;
create trigger appointments_time before update of during, professional_id, status on appointments for each row
  when (old.status <> 'held' and (new.during <> old.during or new.professional_id <> old.professional_id or new.status <> old.status))
  execute function check_appointment_time();
