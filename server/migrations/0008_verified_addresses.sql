-- Two facts that one column held: the protocol's "confirmed", which registration without confirmation sets at once, and the
-- proof that the user reads the mail of the address, on which every rule of ours depends.
alter table users rename column email_confirmed_at to email_verified_at;
comment on column users.email_verified_at is 'when the user proved that the address is theirs; every rule reads this column';

alter table users add column email_confirmed_at timestamptz;
comment on column users.email_confirmed_at is 'the user object of the protocol says it: set when the account may sign in with the address, proven or not; no rule reads it';
-- An account that has signed in without the proof was confirmed by its registration.
update users
set email_confirmed_at = coalesce(email_verified_at, case when last_sign_in_at is not null then created_at end)
where email_verified_at is not null or last_sign_in_at is not null;
alter table users
  add constraint users_verified_is_confirmed check (email_verified_at is null or email_confirmed_at is not null);
