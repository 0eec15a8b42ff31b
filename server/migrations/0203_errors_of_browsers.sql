-- Compatible with older code.

-- What went wrong in browsers, one row for all errors alike, for «Salud del servicio». Nothing in it is of a person: addresses are
-- without parameters, and what may have been typed is cut out of the messages. Rows that did not occur for 30 days are deleted.
create table browser_errors (
  id uuid primary key,
  -- What makes errors alike: the kind, the name, the message and the script.
  fingerprint text not null unique check (length(fingerprint) = 43),
  -- An error of a script, or something that the content security policy refused.
  kind text not null check (kind in ('script', 'policy')),
  name text not null check (length(name) <= 100),
  message text not null check (length(message) <= 300),
  -- Of the latest occurrence, as the columns that follow: the script's functions, the page, the browser and the server's version.
  stack text not null check (length(stack) <= 2000),
  page text not null check (length(page) <= 200),
  browser text not null check (length(browser) <= 50),
  version text not null check (length(version) <= 60),
  first_seen timestamptz not null,
  last_seen timestamptz not null check (last_seen >= first_seen),
  count integer not null default 1 check (count > 0),
  -- When an administrator said that it is solved; null again when it occurs again.
  resolved_at timestamptz,
  -- The count with which it was last sent to SENTRY_DSN.
  forwarded_count integer not null default 0 check (forwarded_count between 0 and count)
);
create index browser_errors_last_seen on browser_errors (last_seen);
comment on index browser_errors_last_seen is 'the list of «Salud del servicio», and the deletion of old rows';

create index outbound_mails_unsent on outbound_mails (created_at) where sent_at is null;
comment on index outbound_mails_unsent is 'the mails that wait, failed or are in doubt: /metrics and «Salud del servicio»';
