-- Compatible with older code.
-- A desk that repeats a patient's booking still owes its commission: also when it books before it cancels, when it let the
-- request lapse, and when it enters the patient as a guest.

-- The patients whom a guest with this telephone or address may be: those who cancelled at the centre lately.
create function patients_like_guest(center uuid, guest uuid, since timestamptz) returns setof uuid stable language sql as $$
  select distinct appointments.patient_id from appointments
  join users on users.id = appointments.patient_id join profiles on profiles.id = appointments.patient_id
  join guests on guests.id = guest
  where appointments.center_id = center and appointments.status = 'cancelled' and appointments.cancelled_at >= since
    and (lower(guests.email) = lower(users.email)
      or length(guests.phone_digits) >= 8
        and right(guests.phone_digits, 8) = right(regexp_replace(profiles.phone, '\D', '', 'g'), 8))
$$;

create or replace function keep_commission() returns trigger language plpgsql as $$
declare
  since timestamptz := new.booked_at - interval '7 days';
  people uuid[] := case when new.patient_id is not null then array[new.patient_id]
    else array(select patients_like_guest(new.center_id, new.guest_id, since)) end;
begin
  new.keeps_commission := (
    select count(*) filter (where status = 'cancelled' and (booked_by = 'patient' or keeps_commission)
        and (cancelled_at_desk or cancelled_by in ('center', 'staff', 'system')) and cancelled_at >= since)
      > count(*) filter (where keeps_commission and booked_at >= since)
    from appointments where center_id = new.center_id and status <> 'held'
      and (patient_id = any (people) or guest_id = new.guest_id
        or keeps_commission and guest_id is not null and booked_at >= since
          and people && array(select patients_like_guest(new.center_id, guest_id, since))));
  return new;
end $$;
drop trigger appointments_keep_commission on appointments;
create trigger appointments_keep_commission before insert on appointments for each row
  when (new.booked_by = 'center') execute function keep_commission();

-- The desk booked first and let the patient's own booking end afterwards: its newest booking of the patient replaces that one.
create function keep_earlier_commission() returns trigger language plpgsql as $$
begin
  update appointments set keeps_commission = true
  where id = (
    select id from appointments
    where center_id = new.center_id and booked_by = 'center' and not keeps_commission
      and (patient_id = new.patient_id or guest_id is not null and new.patient_id in (
        select patients_like_guest(new.center_id, guest_id, new.cancelled_at - interval '7 days')))
      and status in ('pending', 'confirmed') and booked_at between new.cancelled_at - interval '7 days' and new.cancelled_at
      -- What the desk booked before the patient did replaces nothing.
      and booked_at > coalesce(new.booked_at, new.created_at)
    -- One that another writer is changing is left alone: waiting for it here could be a deadlock.
    order by booked_at desc, id limit 1 for no key update skip locked);
  return null;
end $$;
create trigger appointments_keep_earlier_commission after update of status on appointments for each row
  when (new.status = 'cancelled' and old.status in ('pending', 'confirmed') and new.patient_id is not null
    and (new.booked_by = 'patient' or new.keeps_commission)
    and (new.cancelled_at_desk or new.cancelled_by in ('center', 'staff', 'system')))
  execute function keep_earlier_commission();
