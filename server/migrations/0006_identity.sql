-- The rest of identity: codes, other providers, second factors, and what a person keeps and takes along.

-- A link or code that was asked for with PKCE ends in a code that only the asking browser can use.
alter table one_time_tokens
  add column code_challenge text,
  add column code_challenge_method text check (code_challenge_method in ('s256', 'plain')),
  add check ((code_challenge is null) = (code_challenge_method is null)),
  add check (attempts >= 0);
comment on column one_time_tokens.code_hash is 'keyed hash of the six digits in the mail; null where the mail has only a link';
comment on column one_time_tokens.attempts is 'wrong codes so far; asking for another mail does not reset it';
create index one_time_tokens_of_email on one_time_tokens (email);
comment on index one_time_tokens_of_email is 'whose a typed code is: it comes with the address that it was mailed to';
-- A sign-up by mailed code has data but no password.
alter table one_time_tokens
  drop constraint one_time_tokens_check,
  add check (encrypted_password is null or raw_user_meta_data is not null);
create index one_time_tokens_to_clear on one_time_tokens (expires_at);
comment on index one_time_tokens_to_clear is 'the sweep that removes what has expired';

create table auth_codes (
  code_hash text primary key,
  user_id uuid not null references users on delete cascade,
  method text not null,
  code_challenge text not null,
  code_challenge_method text not null check (code_challenge_method in ('s256', 'plain')),
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
comment on table auth_codes is 'what a browser exchanges for its session, with the verifier that only it knows; each works once';
create index auth_codes_of_user on auth_codes (user_id);
comment on index auth_codes_of_user is 'ending everything that could still open a person''s account';

create table oauth_states (
  state_hash text primary key,
  provider text not null check (provider in ('google', 'facebook', 'apple')),
  browser_hash text not null,
  sealed_code_verifier bytea not null,
  nonce text not null,
  redirect_to text not null,
  code_challenge text,
  code_challenge_method text check (code_challenge_method in ('s256', 'plain')),
  linking_user_id uuid references users on delete cascade,
  linking_session_id uuid references sessions on delete cascade,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  check ((code_challenge is null) = (code_challenge_method is null)),
  check ((linking_user_id is null) = (linking_session_id is null))
);
comment on table oauth_states is 'somebody on their way to another provider and back; works once, in the browser that set out';
comment on column oauth_states.browser_hash is 'hash of the cookie of the browser that set out';
comment on column oauth_states.linking_user_id is 'who wants the identity added to their account; null for signing in';
create index oauth_states_of_user on oauth_states (linking_user_id) where linking_user_id is not null;
comment on index oauth_states_of_user is 'ending everything that could still open a person''s account';
create index oauth_states_of_session on oauth_states (linking_session_id) where linking_session_id is not null;
comment on index oauth_states_of_session is 'ending a session';
create index oauth_states_to_clear on oauth_states (expires_at);
comment on index oauth_states_to_clear is 'the sweep that removes what has expired';

create table mfa_factors (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  factor_type text not null default 'totp' check (factor_type = 'totp'),
  friendly_name text not null default '' check (length(friendly_name) <= 100),
  status text not null default 'unverified' check (status in ('unverified', 'verified')),
  sealed_secret bytea not null,
  last_step bigint,
  failed_attempts integer not null default 0 check (failed_attempts >= 0),
  locked_until timestamptz,
  last_challenged_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on column mfa_factors.sealed_secret is 'encrypted with SECRET_KEY';
comment on column mfa_factors.last_step is 'the 30-second step of the last accepted code: neither it nor an earlier one is accepted again';
create unique index mfa_factors_name on mfa_factors (user_id, friendly_name) where friendly_name <> '';
comment on index mfa_factors_name is 'the factors of a person, each with a name of its own';
create index mfa_factors_of_user on mfa_factors (user_id);
comment on index mfa_factors_of_user is 'whether an account has a second factor: asked with every private request';

create table mfa_challenges (
  id uuid primary key,
  factor_id uuid not null references mfa_factors on delete cascade,
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
create index mfa_challenges_of_factor on mfa_challenges (factor_id);
comment on index mfa_challenges_of_factor is 'removing a factor';
create index mfa_challenges_to_clear on mfa_challenges (expires_at);
comment on index mfa_challenges_to_clear is 'the sweep that removes what has expired';

alter table signing_keys add column signs_from timestamptz not null default now();
comment on column signing_keys.signs_from is 'published before, so that everybody who verifies knows the key when it begins to sign';

alter table sessions add column last_used_at timestamptz not null default now();
comment on column sessions.last_used_at is 'to within five minutes';

alter table users add column registration_pending boolean not null default false;
comment on column users.registration_pending is 'came through another provider and has not yet said what kind of account it is, the phone and whether the terms are accepted';

alter table profiles drop constraint profiles_status_check;
alter table profiles
  add constraint profiles_status_check check (status in ('active', 'suspended', 'banned', 'deleted')),
  add column deleted_at timestamptz,
  add check ((status = 'deleted') = (deleted_at is not null)),
  -- A change that began before the account was deleted must not bring the person back.
  add constraint profiles_deleted_is_empty check (status <> 'deleted' or (
    full_name = 'Cuenta eliminada' and email = id || '@deleted.invalid' and num_nonnulls(phone, address, emergency_contact, avatar_url) = 0));
comment on column profiles.deleted_at is 'the person deleted the account: the row stays for the appointments and reviews that name it, without personal data';

create index profiles_avatar on profiles (avatar_url) where avatar_url is not null;
comment on index profiles_avatar is 'the sweep that removes pictures of no profile';

alter table dependants add column removed_at timestamptz;
comment on column dependants.removed_at is 'no longer offered; past appointments still name them';

create table notification_preferences (
  user_id uuid not null references users on delete cascade,
  kind text not null check (kind in ('appointment', 'reminder', 'message', 'rating', 'promotion')),
  by_mail boolean not null,
  updated_at timestamptz not null default now(),
  primary key (user_id, kind)
);
comment on table notification_preferences is 'what a person switched; without a row the default of the kind counts';

create table appointment_reminders (
  appointment_id uuid not null references appointments on delete cascade,
  starts_at timestamptz not null,
  hours_before integer not null check (hours_before in (2, 24)),
  queued_at timestamptz not null,
  primary key (appointment_id, starts_at, hours_before)
);
comment on table appointment_reminders is 'reminders whose time came, mailed unless the patient wants none, by the time they were about: a moved appointment gets new ones';

create table data_exports (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  status text not null default 'queued' check (status in ('queued', 'running', 'ready', 'failed')),
  percent integer not null default 0 check (percent between 0 and 100),
  sealed_json bytea,
  sealed_html bytea,
  created_at timestamptz not null,
  ready_at timestamptz,
  expires_at timestamptz,
  check ((status = 'ready') = (sealed_json is not null and sealed_html is not null and ready_at is not null and expires_at is not null))
);
comment on table data_exports is 'everything that we keep about a person, prepared for them; encrypted with SECRET_KEY';
create unique index data_exports_in_preparation on data_exports (user_id) where status in ('queued', 'running');
comment on index data_exports_in_preparation is 'one at a time for each person';
create index data_exports_of_user on data_exports (user_id, created_at desc);
comment on index data_exports_of_user is 'the newest one of a person';

alter table outbound_mails add column user_id uuid references users on delete cascade;
comment on column outbound_mails.user_id is 'whose it was, once their account has moved on from the address that it went to';
create index outbound_mails_of_user on outbound_mails (user_id) where user_id is not null;
comment on index outbound_mails_of_user is 'mails to former addresses, for a copy of one''s data and for deleting the account';
create index outbound_mails_by_recipient on outbound_mails (recipient);
comment on index outbound_mails_by_recipient is 'what a person was sent, for their copy of their data and for deleting their account';
