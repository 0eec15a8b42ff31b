-- Each notice has the id of its transaction as its position, so that a stream that was interrupted continues after its last
-- one. PostgreSQL still sends equal notices of one transaction once.
create function notify_live(topic text, about text, id text, detail json default null) returns void language sql as $$
  select pg_notify('senda_live', json_build_object(
    'topic', topic, 'about', about, 'id', id, 'position', pg_current_xact_id()::text, 'detail', detail)::text)
$$;
comment on function notify_live is 'notifies the live streams of a topic (user:<id>, center:<id> for every member, desk:<id> for owner and reception)';

create or replace function tell_agenda() returns trigger language plpgsql as $$
declare
  changed appointments := case when tg_op = 'DELETE' then old else new end;
begin
  perform notify_live('center:' || changed.center_id, 'agenda', changed.id::text);
  if changed.patient_id is not null then
    perform notify_live('user:' || changed.patient_id, 'appointments', changed.id::text);
  end if;
  return null;
end $$;
create or replace function tell_desk_call() returns trigger language plpgsql as $$
begin
  perform notify_live('center:' || new.center_id, 'agenda', new.appointment_id::text);
  return null;
end $$;
create or replace function notify_ended_session() returns trigger language plpgsql as $$
begin
  perform notify_live('user:' || old.user_id, 'session', old.id::text);
  return null;
end $$;

-- A member that joins, leaves or changes role follows other topics from then on.
create function notify_membership() returns trigger language plpgsql as $$
begin
  perform notify_live('user:' || coalesce(new.user_id, old.user_id), 'membership', coalesce(new.center_id, old.center_id)::text);
  return null;
end $$;
create trigger center_members_notify after insert or update or delete on center_members
  for each row execute function notify_membership();

create table conversations (
  id uuid primary key,
  patient_id uuid not null references profiles on delete restrict,
  center_id uuid not null references center_profiles on delete restrict,
  started_by text not null check (started_by in ('patient', 'center', 'both')),
  last_number integer not null default 0 check (last_number >= 0),
  patient_read_number integer not null default 0 check (patient_read_number between 0 and last_number),
  center_read_number integer not null default 0 check (center_read_number between 0 and last_number),
  patient_blocked_at timestamptz,
  center_blocked_at timestamptz,
  unanswered_since timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (patient_id, center_id),
  check (patient_id <> center_id)
);
comment on table conversations is 'of a patient with a centre, whose owner and reception read and write it; the row is the lock of its numbers';
comment on column conversations.started_by is 'who sees it before its first message';
comment on column conversations.last_number is 'of the newest message; the transaction that stores a message takes the next one';
comment on column conversations.patient_blocked_at is 'the patient blocked the centre; null: not blocked';
comment on column conversations.unanswered_since is 'when the patient wrote the first message that the centre has not answered';
create index conversations_of_patient on conversations (patient_id, updated_at desc, id);
create index conversations_of_center on conversations (center_id, updated_at desc, id);

create table messages (
  id uuid not null unique,
  conversation_id uuid not null references conversations on delete cascade,
  number integer not null check (number > 0),
  sender_id uuid not null references profiles on delete restrict,
  sender_type text not null check (sender_type in ('patient', 'center')),
  content text not null check (length(content) between 1 and 4000),
  created_at timestamptz not null,
  removed_at timestamptz,
  primary key (conversation_id, number)
);
comment on column messages.id is 'chosen by the client that sends it, so that a repeated request stores it once';
comment on column messages.number is 'in its conversation, without gaps; every client shows messages in this order';
comment on column messages.removed_at is 'staff removed it after a report: its text is no longer shown';
create index messages_of_sender on messages (sender_id);
comment on index messages_of_sender is 'a user''s data export and the deletion of an account';

create table center_replies (
  center_id uuid not null references center_profiles on delete cascade,
  replied_at timestamptz not null,
  waited_seconds integer not null check (waited_seconds >= 0),
  conversation_id uuid not null references conversations on delete cascade,
  number integer not null,
  primary key (conversation_id, number)
);
comment on table center_replies is 'how long each patient waited for a reply, for the usual response time of a centre';
create index center_replies_newest on center_replies (center_id, replied_at desc);

-- Numbers alone: the clients that may read the conversation fetch what they lack. Until its first message, a conversation
-- exists only for the party that started it.
create function notify_conversation() returns trigger language plpgsql as $$
declare
  detail json := json_build_object(
    'lastNumber', new.last_number, 'patientRead', new.patient_read_number, 'centerRead', new.center_read_number);
begin
  if new.last_number > 0 or new.started_by <> 'center' then
    perform notify_live('user:' || new.patient_id, 'conversation', new.id::text, detail);
  end if;
  if new.last_number > 0 or new.started_by <> 'patient' then
    perform notify_live('desk:' || new.center_id, 'conversation', new.id::text, detail);
  end if;
  return null;
end $$;
create trigger conversations_notify after insert or update on conversations
  for each row execute function notify_conversation();
