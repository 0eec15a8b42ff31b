-- Compatible with older code.
-- A desk kept Senda's commission with «no vino» by completing the patient's own booking first; and a centre was charged for a visit of
-- its own that took place before the missed one, also after the mark was undone. A booking of the desk now names the one it replaces,
-- whose end counts in any order, and it keeps the commission only for as long as that one stays cancelled or missed.
alter table appointments
  add column replaces_id uuid references appointments on delete set null,
  add constraint appointments_replaces_check check (replaces_id is null or keeps_commission and replaces_id <> id);
comment on column appointments.replaces_id is 'the cancelled or missed booking that this one of the desk replaces; null also for those that replaced one before the column existed';
comment on column appointments.keeps_commission is 'the desk booked it within 7 days of the end of a booking of the patient at this centre, which it replaces: its commission is due as if the patient had booked';
create unique index appointments_replaces on appointments (replaces_id) where replaces_id is not null;
comment on index appointments_replaces is 'each booking is replaced once';

-- Those that ended without commission, and not by the patient.
create function is_replaceable(former appointments) returns boolean language sql immutable as $$
  select coalesce((former.booked_by = 'patient' or former.keeps_commission) and case former.status
    when 'cancelled' then former.cancelled_at_desk or former.cancelled_by in ('center', 'staff', 'system')
    when 'no_show' then former.paid_amount = 0
    else false end, false)
$$;

-- The persons are compared by their callers. What the desk booked before the patient did replaces nothing, and a missed booking is
-- replaced by none that begins earlier, except a walk-in of half an hour.
create function may_replace(desk appointments, former appointments) returns boolean language sql stable as $$
  select coalesce(desk.booked_by = 'center' and desk.id <> former.id
    and desk.booked_at >= coalesce(former.booked_at, former.created_at)
    and case former.status
      when 'cancelled' then desk.booked_at between former.cancelled_at - interval '7 days' and former.cancelled_at + interval '7 days'
      else desk.booked_at between former.starts_at - interval '7 days' and former.no_show_at + interval '7 days'
        and desk.starts_at >= former.starts_at - interval '30 minutes' end, false)
$$;

-- The patient of a booking; of one for a guest, the patient whose booking it replaces.
create function patient_behind(appointment appointments) returns uuid language sql stable as $$
  with recursive chain (patient_id, replaces_id) as (
    select appointment.patient_id, appointment.replaces_id
    union all
    select former.patient_id, former.replaces_id from chain join appointments former on former.id = chain.replaces_id
    where chain.patient_id is null
  )
  select patient_id from chain where patient_id is not null limit 1
$$;

-- A guest with the address or the last eight digits of the telephone is the same person.
create function contact_of(patient uuid, out email text, out digits text) language sql stable as $$
  select lower(users.email), substring(regexp_replace(profiles.phone, '\D', '', 'g') from '\d{8}$')
  from users join profiles on profiles.id = users.id where users.id = patient
$$;

create function find_replaced(desk appointments) returns uuid language sql stable as $$
  select former.id from appointments former
  cross join lateral (select patient_behind(former) as patient_id) behind
  where former.center_id = desk.center_id and former.status in ('cancelled', 'no_show')
    and former.starts_at > desk.booked_at - interval '60 days'
    and is_replaceable(former) and may_replace(desk, former)
    and (behind.patient_id = desk.patient_id or former.guest_id = desk.guest_id
      or desk.guest_id is not null and exists (
        select from guests, contact_of(behind.patient_id) contact
        where guests.id = desk.guest_id
          and (lower(guests.email) = contact.email or right(guests.phone_digits, 8) = contact.digits)))
    and not exists (select from appointments other where other.replaces_id = former.id)
  order by abs(extract(epoch from former.starts_at - desk.starts_at)), former.id limit 1
$$;

create function replace_booking(desk uuid, former uuid) returns void language plpgsql as $$
begin
  update appointments set replaces_id = former, keeps_commission = true where id = desk;
-- Another transaction gave the same booking its replacement first.
exception when unique_violation then
  null;
end $$;

drop trigger appointments_keep_commission on appointments;
create or replace function keep_commission() returns trigger language plpgsql as $$
declare
  replaced uuid := find_replaced(new);
begin
  if replaced is not null then
    perform replace_booking(new.id, replaced);
  end if;
  return null;
end $$;
create trigger appointments_keep_commission after insert on appointments for each row
  when (new.booked_by = 'center') execute function keep_commission();
create trigger appointments_keep_commission_of_moved after update of during on appointments for each row
  when (new.booked_by = 'center' and not new.keeps_commission and new.during <> old.during and new.status in ('pending', 'confirmed'))
  execute function keep_commission();

-- The desk booked first and let the patient's own booking end afterwards; or one that had ended is open or completed again.
drop trigger appointments_keep_earlier_commission on appointments;
drop trigger appointments_keep_commission_of_missed on appointments;
drop function keep_earlier_commission();
create function update_replacement() returns trigger language plpgsql as $$
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
create trigger appointments_update_replacement after update of status, paid_amount, keeps_commission on appointments for each row
  when ((old.status in ('cancelled', 'no_show') or new.status in ('cancelled', 'no_show'))
    and (old.status, old.paid_amount, old.keeps_commission) is distinct from (new.status, new.paid_amount, new.keeps_commission))
  execute function update_replacement();
drop function patients_like_guest(uuid, uuid, timestamptz);

-- At the centre's rate on the local day, as chargeCommission() charges at the completion; as there, what staff cancelled stays cancelled.
create or replace function charge_kept_commission() returns trigger language plpgsql as $$
begin
  if not new.keeps_commission then
    update commissions set status = 'cancelled' where appointment_id = new.id and status = 'pending';
    return null;
  end if;
  insert into commissions
    (id, center_id, appointment_id, payment_amount, commission_amount, credit_amount, currency, rate, origin, created_at)
  select gen_random_uuid(), new.center_id, new.id, base.amount, round(base.amount * base.rate / 100),
    credited_amount(new), new.currency, base.rate, 'completed', now_of.at
  from (select greatest(new.completed_at, case status when 'no_show' then no_show_at else cancelled_at end) as at
    from appointments where id = new.replaces_id) now_of
  cross join lateral (
    select commissionable_amount(new) as amount,
      commission_rate_on(new.center_id, (now_of.at at time zone 'America/Montevideo')::date) as rate) base
  where base.amount is not null
  on conflict (appointment_id) do update set
    status = 'pending', payment_amount = excluded.payment_amount, commission_amount = excluded.commission_amount,
    credit_amount = excluded.credit_amount, rate = excluded.rate, origin = excluded.origin, created_at = excluded.created_at
  where commissions.status = 'cancelled' and not exists (
    select from moderation_actions action
    where action.target_type = 'commission' and action.target_id = commissions.id and action.action_type = 'cancel'
      and not exists (select from moderation_actions undo where undo.undoes = action.id));
  return null;
end $$;
drop trigger appointments_charge_kept_commission on appointments;
create trigger appointments_charge_kept_commission after update of keeps_commission on appointments for each row
  when (new.keeps_commission <> old.keeps_commission and new.status = 'completed')
  execute function charge_kept_commission();

-- What replaced a booking before this migration names it, too, so that it is not replaced twice.
do $$
declare
  desk appointments;
begin
  for desk in select * from appointments where keeps_commission order by booked_at, id loop
    update appointments set replaces_id = find_replaced(desk) where id = desk.id;
  end loop;
end $$;
