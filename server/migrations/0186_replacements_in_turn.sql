-- Compatible with older code.
-- In one tab the desk completes or enters its own booking, in another it marks the patient's as missed: neither transaction saw the other,
-- and the commission was lost. Both now take turns at their centre, and the desk's booking looks again when it is completed or paid.
create function lock_replacements(center uuid) returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended('replacements:' || center, 0))
$$;

-- Each statement after the lock sees what the transaction before it committed.
create or replace function keep_commission() returns trigger language plpgsql as $$
declare
  replaced uuid;
begin
  perform lock_replacements(new.center_id);
  replaced := find_replaced(new);
  if replaced is not null then
    perform replace_booking(new.id, replaced);
  end if;
  return null;
end $$;
create trigger appointments_keep_commission_of_visit after update of status, paid_amount on appointments for each row
  when (new.booked_by = 'center' and not new.keeps_commission and new.status = 'completed'
    and (old.status, old.paid_amount) is distinct from (new.status, new.paid_amount))
  execute function keep_commission();

create or replace function update_replacement() returns trigger language plpgsql as $$
declare
  patient uuid;
  contact record;
  similar_guests uuid[];
  replacement uuid;
begin
  if not is_replaceable(new) then
    update appointments set replaces_id = null, keeps_commission = false where replaces_id = new.id;
    return null;
  end if;
  perform lock_replacements(new.center_id);
  if exists (select from appointments where replaces_id = new.id) then
    return null;
  end if;
  patient := patient_behind(new);
  select * into contact from contact_of(patient);
  similar_guests := array(select id from guests where center_id = new.center_id
    and (id = new.guest_id or lower(email) = contact.email or right(phone_digits, 8) = contact.digits));
  select id into replacement from appointments desk
  where center_id = new.center_id and (patient_id = patient or guest_id = any (similar_guests))
    and not keeps_commission and status in ('pending', 'confirmed', 'completed') and may_replace(desk, new)
  -- One that another writer is changing is left alone: waiting for it here could be a deadlock.
  order by abs(extract(epoch from desk.starts_at - new.starts_at)), id limit 1 for no key update skip locked;
  if replacement is not null then
    perform replace_booking(replacement, new.id);
  end if;
  return null;
end $$;
