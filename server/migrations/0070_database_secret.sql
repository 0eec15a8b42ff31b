-- Which SECRET_KEY the database belongs to. A process with another one would refuse every session of the others, and each would
-- replace what the other encrypted.
create table database_secret (
  is_only boolean primary key default true check (is_only),
  key_id text not null,
  set_at timestamptz not null default now()
);
comment on table database_secret is 'one row: identifies the SECRET_KEY of all processes, without revealing it';
