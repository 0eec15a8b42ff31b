-- A booking whose payment the gateway hasn't decided yet isn't moved into the past either: the payment would accept it there.
create or replace function check_appointment_time() returns trigger language plpgsql as $$
begin
  if new.status in ('completed', 'no_show') and new.status <> old.status and lower(new.during) > new.updated_at then
    raise exception 'appointment % has not begun', new.id
      using errcode = 'check_violation', constraint = 'appointments_begun', table = 'appointments';
  end if;
  if (new.during <> old.during or new.professional_id <> old.professional_id) and lower(new.during) <= new.updated_at
    and (new.booked_by = 'patient' or old.accepted_at is not null or exists (
      select from payments where appointment_id = new.id and checkout_id is not null and undone_at is null
        and coalesce(refund_amount, 0) < amount) or exists (
      select from checkouts where appointment_id = new.id and status in ('created', 'pending'))) then
    raise exception 'appointment % would be moved into the past', new.id
      using errcode = 'check_violation', constraint = 'appointments_moved_ahead', table = 'appointments';
  end if;
  return new;
end $$;
