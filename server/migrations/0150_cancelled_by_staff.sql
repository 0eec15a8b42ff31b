-- Staff cancel the appointments of a centre that they suspend. Patients read that Senda cancelled, not the centre.
alter table appointments drop constraint appointments_cancelled_by_check;
alter table appointments add constraint appointments_cancelled_by_check
  check (cancelled_by in ('patient', 'center', 'system', 'staff'));

-- As before, when the centre was recorded: a booking of Senda that the desk repeats afterwards stays a booking of Senda.
create or replace function keep_commission() returns trigger language plpgsql as $$
begin
  new.keeps_commission := (
    select count(*) filter (where status = 'cancelled' and (cancelled_at_desk or cancelled_by in ('center', 'staff'))
        and cancelled_at >= new.booked_at - interval '7 days' and (booked_by = 'patient' or keeps_commission))
      > count(*) filter (where keeps_commission and booked_at >= new.booked_at - interval '7 days')
    from appointments where patient_id = new.patient_id and center_id = new.center_id and status <> 'held');
  return new;
end $$;
