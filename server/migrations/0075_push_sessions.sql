-- A browser receives pushes as long as the session that subscribed it. Whatever ends a session (another browser, a new password, a
-- suspension, a deletion) ends its pushes in the same statement.
-- The sessions of earlier subscriptions are unknown. Their browsers show that they are off.
delete from push_subscriptions;
alter table push_subscriptions
  add column session_id uuid not null references sessions on delete cascade,
  add column public_key text not null check (length(public_key) <= 200);
comment on column push_subscriptions.session_id is 'the session that switched the pushes on in this browser';
comment on column push_subscriptions.public_key is 'the key of push_keys with which the browser subscribed: a push signed by another one is refused';
create index push_subscriptions_of_session on push_subscriptions (session_id);
comment on index push_subscriptions_of_session is 'ending the pushes of a session that ends';
