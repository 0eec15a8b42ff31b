-- Identity: the authentication service's rows (users to signing_keys) and the marketplace's own (profiles on).
create table users (
  id uuid primary key,
  email text not null unique check (email = lower(email) and length(email) <= 255),
  encrypted_password text,
  email_confirmed_at timestamptz,
  confirmation_sent_at timestamptz,
  recovery_sent_at timestamptz,
  new_email text check (new_email = lower(new_email) and length(new_email) <= 255),
  email_change_sent_at timestamptz,
  last_sign_in_at timestamptz,
  raw_app_meta_data jsonb not null default '{}',
  raw_user_meta_data jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on column users.encrypted_password is 'argon2id; null where nobody can sign in with a password';
comment on column users.raw_user_meta_data is 'writable by its user, so it authorises nothing';

create table identities (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  provider text not null,
  provider_id text not null,
  identity_data jsonb not null default '{}',
  email text,
  last_sign_in_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (provider, provider_id)
);
create index identities_of_user on identities (user_id);
comment on index identities_of_user is 'the identities in every answer that carries a user';

create table sessions (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  aal text not null default 'aal1' check (aal in ('aal1', 'aal2')),
  amr jsonb not null default '[]',
  refresh_key bytea not null check (length(refresh_key) = 32),
  refresh_counter integer not null default 0 check (refresh_counter >= 0),
  refreshed_at timestamptz not null default now(),
  user_agent text,
  ip text,
  not_after timestamptz,
  created_at timestamptz not null default now()
);
comment on column sessions.refresh_key is 'signs the numbered refresh tokens of this session; the tokens themselves are not stored';
comment on column sessions.refresh_counter is 'number of the active refresh token';
create index sessions_of_user on sessions (user_id);
comment on index sessions_of_user is 'ending all sessions of a person';

create table one_time_tokens (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  kind text not null check (kind in ('signup', 'recovery', 'email_change_current', 'email_change_new', 'magiclink', 'invite', 'reauthentication')),
  email text not null,
  token_hash text not null unique,
  code_hash text,
  attempts integer not null default 0,
  encrypted_password text,
  raw_user_meta_data jsonb,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  check ((encrypted_password is null) = (raw_user_meta_data is null)),
  check (encrypted_password is null or kind = 'signup')
);
comment on column one_time_tokens.token_hash is 'sha-256 of the 256 random bits in the mailed link';
comment on column one_time_tokens.encrypted_password is 'of the sign-up attempt that this link confirms; following it sets it, with the metadata';
create unique index one_time_tokens_single on one_time_tokens (user_id, kind) where kind <> 'signup';
comment on index one_time_tokens_single is 'a new link ends the one before; sign-ups of strangers must not end each other';
create index one_time_tokens_of_user on one_time_tokens (user_id);
comment on index one_time_tokens_of_user is 'ending all links of a person';

create table signing_keys (
  kid text primary key,
  sealed_private_jwk bytea not null,
  public_jwk jsonb not null,
  created_at timestamptz not null default now(),
  retired_at timestamptz
);
comment on table signing_keys is 'ES256 keys of the access tokens; the newest unretired one signs, all of them verify';
comment on column signing_keys.sealed_private_jwk is 'encrypted with SECRET_KEY, as a dump must sign nobody in';

create table profiles (
  id uuid primary key references users on delete cascade,
  user_type text not null check (user_type in ('patient', 'center')),
  full_name text not null default '' check (length(full_name) <= 200),
  email text not null,
  phone text check (length(phone) <= 40),
  address text check (length(address) <= 300),
  emergency_contact text check (length(emergency_contact) <= 300),
  avatar_url text,
  status text not null default 'active' check (status in ('active', 'suspended', 'banned')),
  suspended_until timestamptz,
  suspension_reason text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (status = 'suspended' or suspended_until is null)
);

create table user_roles (
  user_id uuid not null references users on delete cascade,
  role text not null check (role in ('patient', 'center', 'moderator', 'admin')),
  created_at timestamptz not null default now(),
  primary key (user_id, role)
);

create table terms_acceptances (
  user_id uuid not null references users on delete cascade,
  document text not null check (document in ('terms', 'privacy')),
  version text not null,
  accepted_at timestamptz not null,
  primary key (user_id, document, version)
);

create table dependants (
  id uuid primary key,
  guardian_id uuid not null references profiles on delete cascade,
  full_name text not null check (length(full_name) between 1 and 200),
  birth_date date not null,
  relation text not null check (length(relation) between 1 and 60),
  created_at timestamptz not null default now(),
  unique (id, guardian_id)
);
create index dependants_of_guardian on dependants (guardian_id);
comment on index dependants_of_guardian is 'whom a person may book for';
