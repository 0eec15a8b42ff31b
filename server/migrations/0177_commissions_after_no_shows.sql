-- Compatible with older code.
-- A desk that marked a patient's own booking as missed, and entered the same visit as a walk-in, kept Senda's commission: only
-- cancellations counted as replaced. A missed booking without money counts like them.
create or replace function patients_like_guest(center uuid, guest uuid, since timestamptz) returns setof uuid stable language sql as $$
  select distinct appointments.patient_id from appointments
  join users on users.id = appointments.patient_id join profiles on profiles.id = appointments.patient_id
  join guests on guests.id = guest
  where appointments.center_id = center
    and (appointments.status = 'cancelled' and appointments.cancelled_at >= since
      or appointments.status = 'no_show' and appointments.no_show_at >= since)
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
    select count(*) filter (where (booked_by = 'patient' or keeps_commission)
        and (status = 'cancelled' and cancelled_at >= since
            and (cancelled_at_desk or cancelled_by in ('center', 'staff', 'system'))
          or status = 'no_show' and no_show_at >= since and paid_amount = 0))
      > count(*) filter (where keeps_commission and booked_at >= since)
    from appointments where center_id = new.center_id and status <> 'held'
      and (patient_id = any (people) or guest_id = new.guest_id
        or keeps_commission and guest_id is not null and booked_at >= since
          and people && array(select patients_like_guest(new.center_id, guest_id, since))));
  return new;
end $$;

create or replace function keep_earlier_commission() returns trigger language plpgsql as $$
declare
  ended_at timestamptz := case new.status when 'no_show' then new.no_show_at else new.cancelled_at end;
begin
  update appointments set keeps_commission = true
  where id = (
    select id from appointments
    where center_id = new.center_id and booked_by = 'center' and not keeps_commission
      and (patient_id = new.patient_id or guest_id is not null and new.patient_id in (
        select patients_like_guest(new.center_id, guest_id, ended_at - interval '7 days')))
      and status in ('pending', 'confirmed', 'completed')
      and booked_at between ended_at - interval '7 days' and ended_at
      -- What the desk booked before the patient did replaces nothing.
      and booked_at > coalesce(new.booked_at, new.created_at)
    -- One that another writer is changing is left alone: waiting for it here could be a deadlock.
    order by booked_at desc, id limit 1 for no key update skip locked);
  return null;
end $$;
create trigger appointments_keep_commission_of_missed after update of status on appointments for each row
  when (new.status = 'no_show' and old.status in ('pending', 'confirmed') and new.patient_id is not null
    and (new.booked_by = 'patient' or new.keeps_commission) and new.paid_amount = 0)
  execute function keep_earlier_commission();
