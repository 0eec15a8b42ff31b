-- What every feature stands on: extensions, text folding, the mail outbox, attempt counters.
create extension if not exists btree_gist;
create extension if not exists pg_trgm;
create extension if not exists unaccent;
create extension if not exists cube;

-- unaccent() is only STABLE because its dictionary can be swapped; naming the dictionary makes folding safe to index.
create function fold(value text) returns text
  language sql immutable parallel safe strict
  return lower(public.unaccent('public.unaccent'::regdictionary, value));

-- array_to_string() is only STABLE for element types whose output depends on settings; text's doesn't.
create function fold_all(variadic parts text[]) returns text
  language sql immutable parallel safe
  return fold(coalesce(array_to_string(parts, ' '), ''));

create table outbound_mails (
  id uuid primary key,
  recipient text not null check (length(recipient) between 3 and 320),
  subject text not null check (length(subject) <= 200),
  kind text not null,
  html text not null,
  body_text text not null,
  attempts integer not null default 0 check (attempts >= 0),
  last_error text,
  created_at timestamptz not null default now(),
  sending_since timestamptz,
  sent_at timestamptz
);
comment on column outbound_mails.sending_since is 'while an attempt runs, and for good when nobody knows how it ended: such a mail is not sent again';
create index outbound_mails_newest on outbound_mails (created_at desc);
comment on index outbound_mails_newest is 'the list at /dev/mail';

-- The shape is rate-limiter-flexible's own.
create table rate_limits (
  key text primary key,
  points integer not null default 0,
  expire bigint
);
comment on column rate_limits.expire is 'milliseconds since 1970, as the library keeps it';
