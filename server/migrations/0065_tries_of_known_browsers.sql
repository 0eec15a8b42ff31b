-- A stranger may use up the tries of a mailed code. A browser that has signed in to the account before has tries of its own.
alter table one_time_tokens add column known_device_attempts integer not null default 0 check (known_device_attempts >= 0);
comment on column one_time_tokens.known_device_attempts is 'tries with a code from browsers that signed in to the account before';
