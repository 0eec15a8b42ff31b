-- A payment may be made after its checkout ended, and its notification may never arrive.
alter table checkouts
  add column late_checks smallint not null default 0 check (late_checks between 0 and 10),
  add column late_check_at timestamptz;
comment on column checkouts.late_checks is 'how often the gateway was asked about payments since the checkout was declined, expired or approved';
comment on column checkouts.late_check_at is 'when it is asked next; null: never again, or the checkout is still open';
create index checkouts_to_check on checkouts (late_check_at) where late_check_at is not null;
comment on index checkouts_to_check is 'the ended checkouts whose payments have to be looked for, the oldest first';

update checkouts set late_check_at = updated_at + interval '1 day'
where status in ('declined', 'expired', 'approved') and updated_at > now() - interval '30 days';
