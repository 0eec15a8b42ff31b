-- Compatible with older code.
-- Each dependant had an allowance of their own, and an account may add twenty: one confirmed address took forty sessions of one
-- professional in a second. An account has an allowance, too: 24 upcoming appointments, and 6 with one professional for all
-- attendees whom the centre has not attended yet. The booking code holds the lock of the account's calendar.
create or replace function check_booking_allowance() returns trigger language plpgsql as $$
declare
  upcoming integer;
  with_professional integer;
  of_account integer;
  of_account_with_professional integer;
begin
  -- Bookings for one attendee run one after the other. The booking code holds this lock already.
  perform pg_advisory_xact_lock(hashtextextended('calendar:' || new.attendee_id, 0));
  with own as materialized (
    select professional_id, attendee_id, booked_by, ends_at from appointments
      where patient_id = new.patient_id and status in ('pending', 'confirmed')
        and starts_at > new.updated_at - interval '1 day')
  select count(*) filter (where attendee_id = new.attendee_id),
      count(*) filter (where attendee_id = new.attendee_id and professional_id = new.professional_id),
      count(*), count(*) filter (where professional_id = new.professional_id)
    into upcoming, with_professional, of_account, of_account_with_professional
    from own
    where booked_by = 'patient' and ends_at > new.updated_at;
  if of_account_with_professional > 6 then
    -- Those whom the centre has attended have only their own allowance.
    with attended as (
      select distinct attendee_id from appointments
        where patient_id = new.patient_id and center_id = new.center_id and status = 'completed')
    select count(*) into of_account_with_professional from appointments
      where patient_id = new.patient_id and status in ('pending', 'confirmed')
        and starts_at > new.updated_at - interval '1 day' and booked_by = 'patient' and ends_at > new.updated_at
        and professional_id = new.professional_id
        and attendee_id not in (select attendee_id from attended)
        and new.attendee_id not in (select attendee_id from attended);
  end if;
  if upcoming > 12 or with_professional > 4 or of_account > 24 or of_account_with_professional > 6 then
    raise exception 'attendee % has too many upcoming appointments', new.attendee_id
      using errcode = 'check_violation', constraint = 'appointments_allowance', table = 'appointments';
  end if;
  return null;
end $$;
