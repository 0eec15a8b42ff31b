-- Without foreign keys to profiles: a transaction that holds the lock of an appointment or a conversation would wait for an
-- account that is being deleted, whose deletion waits for that lock. The deletion of an account deletes these rows itself.
alter table messages drop constraint messages_sender_id_fkey;

create table notifications (
  id uuid primary key,
  user_id uuid not null,
  type text not null check (type in ('appointment', 'message', 'promotion', 'reminder', 'rating')),
  title text not null check (length(title) between 1 and 120),
  message text not null check (length(message) between 1 and 500),
  href text not null check (href like '/%' and href not like '//%'),
  subject text,
  about_user_id uuid,
  created_at timestamptz not null,
  read_at timestamptz
);
comment on table notifications is 'what a user is told in the site; without specialty, service or diagnosis';
comment on column notifications.href is 'the page of this site that shows what it is about';
comment on column notifications.subject is 'of what a user is notified only once; null: each time';
comment on column notifications.about_user_id is 'the patient whom it names to a centre: it is deleted with their account';
create unique index notifications_once on notifications (user_id, subject) where subject is not null;
create index notifications_newest on notifications (user_id, created_at desc, id);
create index notifications_unread on notifications (user_id, created_at desc, id) where read_at is null;
create index notifications_about on notifications (about_user_id) where about_user_id is not null;
create index notifications_by_age on notifications (created_at);
comment on index notifications_by_age is 'the sweep that deletes old ones';

create function notify_notification() returns trigger language plpgsql as $$
begin
  perform notify_live('user:' || new.user_id, 'notification', new.id::text);
  return null;
end $$;
create trigger notifications_notify after insert or update on notifications
  for each row execute function notify_notification();

alter table notification_preferences
  alter column by_mail drop not null,
  add column by_push boolean;
comment on column notification_preferences.by_mail is 'null: the default of the kind counts';
comment on column notification_preferences.by_push is 'null: the default of the kind counts';

create table push_keys (
  id boolean primary key default true check (id),
  public_key text not null,
  sealed_private_key bytea not null,
  created_at timestamptz not null
);
comment on table push_keys is 'the one key pair (VAPID) that identifies this marketplace to the push services of browsers';

create table push_subscriptions (
  id uuid primary key,
  user_id uuid not null references profiles on delete cascade,
  endpoint text not null unique check (length(endpoint) <= 1000),
  p256dh text not null check (length(p256dh) <= 200),
  auth text not null check (length(auth) <= 100),
  created_at timestamptz not null
);
comment on table push_subscriptions is 'a browser that shows its user notifications while no page is open';
create index push_subscriptions_of_user on push_subscriptions (user_id, created_at);
