-- Compatible with older code.
-- A desk that booked the same patient itself, completed that visit and only then let the patient's own booking end kept its commission:
-- only an open booking of the desk was taken for the replacement. A completed one is, too, and is charged at once.
create or replace function keep_earlier_commission() returns trigger language plpgsql as $$
begin
  update appointments set keeps_commission = true
  where id = (
    select id from appointments
    where center_id = new.center_id and booked_by = 'center' and not keeps_commission
      and (patient_id = new.patient_id or guest_id is not null and new.patient_id in (
        select patients_like_guest(new.center_id, guest_id, new.cancelled_at - interval '7 days')))
      and status in ('pending', 'confirmed', 'completed')
      and booked_at between new.cancelled_at - interval '7 days' and new.cancelled_at
      -- What the desk booked before the patient did replaces nothing.
      and booked_at > coalesce(new.booked_at, new.created_at)
    -- One that another writer is changing is left alone: waiting for it here could be a deadlock.
    order by booked_at desc, id limit 1 for no key update skip locked);
  return null;
end $$;

-- At the centre's rate on the local day, as chargeCommission() charges at the completion.
create function charge_kept_commission() returns trigger language plpgsql as $$
begin
  insert into commissions
    (id, center_id, appointment_id, payment_amount, commission_amount, credit_amount, currency, rate, origin, created_at)
  select gen_random_uuid(), new.center_id, new.id, base.amount, round(base.amount * base.rate / 100),
    credited_amount(new), new.currency, base.rate, 'completed', now_of.at
  from (select coalesce(max(cancelled_at), new.updated_at) as at from appointments
      where center_id = new.center_id and status = 'cancelled' and cancelled_at >= new.booked_at) now_of
  cross join lateral (
    select commissionable_amount(new) as amount,
      commission_rate_on(new.center_id, (now_of.at at time zone 'America/Montevideo')::date) as rate) base
  where base.amount is not null
  on conflict (appointment_id) do nothing;
  return null;
end $$;
create trigger appointments_charge_kept_commission after update of keeps_commission on appointments for each row
  when (new.keeps_commission and not old.keeps_commission and new.status = 'completed')
  execute function charge_kept_commission();
