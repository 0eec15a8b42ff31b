-- A move to another service at the same hour is news, too.
alter table appointment_notices add column known_service_id uuid, add column known_ends_at timestamptz;
comment on column appointment_notices.known_service_id is 'a part of the state that the reader knows; null: stored by an earlier version';
comment on column appointment_notices.known_ends_at is 'a part of the state that the reader knows; null: stored by an earlier version';
