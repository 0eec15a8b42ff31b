-- Compatible with older code.
-- What staff decide about an account or a centre, and points, are notifications, too.
alter table notifications
  drop constraint notifications_type_check,
  add constraint notifications_type_check
    check (type in ('appointment', 'reminder', 'message', 'rating', 'account', 'points', 'promotion')),
  add column event text,
  add column thread text;
comment on column notifications.event is 'what happened (server/platform/notification-events.ts); null: stored by an earlier version';
comment on column notifications.thread is 'a later notification of the same thread replaces this one while it is unread; null: it stays';
create index notifications_thread on notifications (user_id, thread) where read_at is null and thread is not null;
comment on index notifications_thread is 'the unread notification that the next one of its thread replaces';
create index notifications_unread_about on notifications (about_id) where read_at is null and about_id is not null;
comment on index notifications_unread_about is 'the unread notifications that a change of their subject makes untrue';

alter table notification_preferences
  drop constraint notification_preferences_kind_check,
  add constraint notification_preferences_kind_check
    check (kind in ('appointment', 'reminder', 'message', 'rating', 'account', 'points', 'promotion'));

-- Many changes have no notification for some of its readers: the patient moves the appointment, a colleague confirms the request, the
-- centre renews the document. Locked rows are left out: their user is reading them at this moment.
create function delete_untrue_notifications() returns trigger language plpgsql as $$
declare
  changed_id uuid := (to_jsonb(new) ->> tg_argv[0])::uuid;
begin
  delete from notifications where id in (
    select id from notifications
    where about_id = changed_id and read_at is null and subject_state(about, about_id) is distinct from about_state
    for update skip locked);
  return null;
end $$;
comment on function delete_untrue_notifications is 'deletes the unread notifications whose subject, the row with the id of the named column, is in another state than they say';
create trigger appointments_notifications
  after update of status, starts_at, professional_id, arrived_at, price, discount_amount, paid_amount on appointments
  for each row when ((old.status, old.starts_at, old.professional_id, old.arrived_at, old.price, old.discount_amount, old.paid_amount)
    is distinct from (new.status, new.starts_at, new.professional_id, new.arrived_at, new.price, new.discount_amount, new.paid_amount))
  execute function delete_untrue_notifications('id');
create trigger reviews_notifications after insert on reviews
  for each row execute function delete_untrue_notifications('appointment_id');
create trigger compliance_checks_notifications after update of status, expiry_date, requested_at on compliance_checks
  for each row execute function delete_untrue_notifications('id');
create trigger promotions_notifications
  after update of is_active, is_public, discount_type, discount_value, starts_at, valid_until on promotions
  for each row execute function delete_untrue_notifications('id');

-- A replaced notification leaves the open list of every tab, too. Purged ones were read, or are not in it.
create function notify_deleted_notification() returns trigger language plpgsql as $$
begin
  perform notify_live('user:' || old.user_id, 'notification', old.id::text);
  return null;
end $$;
create trigger notifications_notify_deleted after delete on notifications
  for each row when (old.read_at is null) execute function notify_deleted_notification();
