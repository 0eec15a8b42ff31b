-- A desk escaped the objection to an early visit by completing it only after the agreed start. Whether the patient went at a time
-- to which they did not agree does not depend on when the desk presses. The seven days begin when both are over.
create or replace function check_early_visit_objection() returns trigger language plpgsql as $$
begin
  if new.center_id is not null or not exists (
    select from appointments a
    where a.id = new.subject_id and a.status = 'completed' and a.moved_by = 'center' and a.patient_id = new.reported_by
      and a.starts_at < a.agreed_starts_at and new.created_at >= a.completed_at
      and new.created_at <= greatest(a.completed_at, a.agreed_starts_at) + interval '7 days'
      and not exists (select from reviews where appointment_id = a.id)) then
    raise exception 'appointment % has no early visit to which this account may object now', new.subject_id
      using errcode = 'check_violation', constraint = 'reports_early_visit', table = 'reports';
  end if;
  return new;
end $$;

-- A desk that cancels a patient's booking, in its own name or the patient's, and books the patient again has moved a booking of Senda. Each
-- cancellation is replaced once, by a booking of the same patient at the same centre: with another service or professional, it
-- could be moved to the old one afterwards.
create or replace function keep_commission() returns trigger language plpgsql as $$
begin
  new.keeps_commission := (
    select count(*) filter (where status = 'cancelled' and (cancelled_at_desk or cancelled_by = 'center')
        and cancelled_at >= new.booked_at - interval '7 days' and (booked_by = 'patient' or keeps_commission))
      > count(*) filter (where keeps_commission and booked_at >= new.booked_at - interval '7 days')
    from appointments where patient_id = new.patient_id and center_id = new.center_id and status <> 'held');
  return new;
end $$;
comment on column appointments.keeps_commission is 'the desk booked it within 7 days after it cancelled a booking of the patient at this centre: its commission is due as if the patient had booked';
