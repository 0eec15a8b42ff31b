-- Compatible with older code.
-- One expression with a subquery for each subject started all of them for every mail and notification: a third of a booking's time
-- in the database. A statement for each starts only its own.
create or replace function subject_state(subject text, subject_id uuid) returns text language plpgsql stable as $$
begin
  case subject
    when 'appointment' then
      return (select concat_ws(' ', status, starts_at, professional_id) from appointments where id = subject_id);
    -- A completion has no mail of its own, so the mail about the move before it stays true.
    when 'moved appointment' then
      return (select concat_ws(' ', nullif(nullif(nullif(status, 'pending'), 'confirmed'), 'completed'), starts_at, professional_id)
        from appointments where id = subject_id);
    when 'debt' then
      return (select concat_ws(' ', status, arrived_at, price - discount_amount - paid_amount) from appointments where id = subject_id);
    when 'review request' then
      return (select concat_ws(' ', status, (select id from reviews where appointment_id = appointments.id))
        from appointments where id = subject_id);
    when 'link' then
      return (select md5(token_hash) from one_time_tokens where id = subject_id);
    when 'invitation' then
      return (select md5(token_hash) from center_invitations where id = subject_id);
    when 'messages to the patient' then
      return (select concat_ws(' ', patient_read_number, patient_blocked_at) from conversations where id = subject_id);
    when 'messages to the center' then
      return (select concat_ws(' ', center_read_number, center_blocked_at) from conversations where id = subject_id);
    when 'promotion' then
      return (select concat_ws(' ', is_active, is_public, discount_type, discount_value, starts_at, valid_until,
        coalesce(used_count >= usage_limit, false)) from promotions where id = subject_id);
    when 'data export' then
      return (select concat_ws(' ', status, expires_at) from data_exports where id = subject_id);
    when 'document' then
      return (select concat_ws(' ', status, expiry_date, requested_at) from compliance_checks where id = subject_id);
    when 'account' then
      return (select concat_ws(' ', status, suspended_until,
        (select string_agg(role, ',' order by role) from user_roles where user_id = profiles.id))
        from profiles where id = subject_id);
    when 'center' then
      return (select concat_ws(' ', approved_at, verified) from center_profiles where id = subject_id);
    when 'review' then
      return (select 'shown' from reviews where id = subject_id);
    when 'message' then
      return (select concat_ws(' ', removed_at) from messages where id = subject_id);
    else return null;
  end case;
end $$;

-- The count starts from the patient's own appointments. A plan made before the table had statistics read every open appointment
-- of the marketplace instead, at each booking.
create or replace function check_booking_allowance() returns trigger language plpgsql as $$
declare
  upcoming integer;
  with_professional integer;
begin
  -- Bookings for one attendee run one after the other. The booking code holds this lock already.
  perform pg_advisory_xact_lock(hashtextextended('calendar:' || new.attendee_id, 0));
  with own as materialized (
    select professional_id, attendee_id, booked_by, ends_at from appointments
      where patient_id = new.patient_id and status in ('pending', 'confirmed')
        and starts_at > new.updated_at - interval '1 day')
  select count(*), count(*) filter (where professional_id = new.professional_id)
    into upcoming, with_professional
    from own
    where attendee_id = new.attendee_id and booked_by = 'patient' and ends_at > new.updated_at;
  if upcoming > 12 or with_professional > 4 then
    raise exception 'attendee % has too many upcoming appointments', new.attendee_id
      using errcode = 'check_violation', constraint = 'appointments_allowance', table = 'appointments';
  end if;
  return null;
end $$;
