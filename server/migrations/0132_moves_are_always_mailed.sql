-- The mail about a move by the centre is also sent when the appointment was completed before the mail server took it.
create or replace function subject_state(subject text, subject_id uuid) returns text language plpgsql stable as $$
begin
  return case subject
    when 'appointment' then
      (select concat_ws(' ', status, starts_at, professional_id) from appointments where id = subject_id)
    -- A completion has no mail of its own, so the mail about the move before it stays true.
    when 'moved appointment' then
      (select concat_ws(' ', nullif(nullif(nullif(status, 'pending'), 'confirmed'), 'completed'), starts_at, professional_id)
        from appointments where id = subject_id)
    when 'debt' then
      (select concat_ws(' ', status, arrived_at, price - discount_amount - paid_amount) from appointments where id = subject_id)
    when 'review request' then
      (select concat_ws(' ', status, (select id from reviews where appointment_id = appointments.id))
        from appointments where id = subject_id)
    when 'link' then (select md5(token_hash) from one_time_tokens where id = subject_id)
    when 'invitation' then (select md5(token_hash) from center_invitations where id = subject_id)
    when 'messages to the patient' then
      (select concat_ws(' ', patient_read_number, patient_blocked_at) from conversations where id = subject_id)
    when 'messages to the center' then
      (select concat_ws(' ', center_read_number, center_blocked_at) from conversations where id = subject_id)
    when 'promotion' then
      (select concat_ws(' ', is_active, is_public, discount_type, discount_value, starts_at, valid_until,
        coalesce(used_count >= usage_limit, false)) from promotions where id = subject_id)
    when 'data export' then (select concat_ws(' ', status, expires_at) from data_exports where id = subject_id)
    when 'document' then
      (select concat_ws(' ', status, expiry_date, requested_at) from compliance_checks where id = subject_id)
    when 'account' then
      (select concat_ws(' ', status, suspended_until,
        (select string_agg(role, ',' order by role) from user_roles where user_id = profiles.id))
        from profiles where id = subject_id)
    when 'center' then (select concat_ws(' ', approved_at, verified) from center_profiles where id = subject_id)
    when 'review' then (select 'shown' from reviews where id = subject_id)
    when 'message' then (select concat_ws(' ', removed_at) from messages where id = subject_id)
  end;
end $$;
