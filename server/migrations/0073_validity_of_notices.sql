-- What a mail or a push says is compared again when it is sent: it may have waited for days, while its subject changed.

-- The state of what a mail or a push is about, in the parts that its text mentions; null once the row is deleted.
create function subject_state(subject text, subject_id uuid) returns text language plpgsql stable as $$
begin
  return case subject
    when 'appointment' then
      (select concat_ws(' ', status, starts_at, professional_id) from appointments where id = subject_id)
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

alter table outbound_mails
  add column valid_until timestamptz,
  add column about text,
  add column about_id uuid,
  add column about_state text,
  add column reader_id uuid,
  add column preference text,
  add column dropped_at timestamptz,
  add column drop_reason text check (drop_reason in ('too late', 'outdated', 'switched off')),
  add constraint outbound_mails_about check ((about is null) = (about_id is null)),
  add constraint outbound_mails_preference check ((reader_id is null) = (preference is null)),
  add constraint outbound_mails_dropped check (
    (dropped_at is null) = (drop_reason is null) and (dropped_at is null or sent_at is null));
comment on column outbound_mails.valid_until is 'it is not sent after this instant; null in mails of earlier versions';
comment on column outbound_mails.about is 'what subject_state() compares; null: the mail states what happened, which stays true';
comment on column outbound_mails.about_state is 'the state when the mail was queued; it is not sent when another one follows';
comment on column outbound_mails.reader_id is 'the account whose switch for such mails is read again when it is sent';
comment on column outbound_mails.dropped_at is 'when it was given up, because what it says is no longer true or wanted';

alter table notifications
  add column about text,
  add column about_id uuid,
  add column about_state text,
  add column valid_until timestamptz,
  add constraint notifications_about check ((about is null) = (about_id is null));
comment on column notifications.about is 'what subject_state() compares before the notification is pushed';
comment on column notifications.valid_until is 'no push is sent or kept after this instant; the list of notifications shows the row nevertheless';
