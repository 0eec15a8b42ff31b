-- Compatible with older code.
-- A payment that was notified while its account showed none, as in a minute without the owner's consent, is asked for by its id once the
-- account shows payments again: a search may hide it behind others with the same reference.
alter table checkouts
  add column noticed_payment_ids text[] not null default '{}',
  add constraint checkouts_noticed_payments check (cardinality(noticed_payment_ids) <= 10 and length(noticed_payment_ids::text) <= 1000);
comment on column checkouts.noticed_payment_ids is 'the payments that the gateway notified and that could not be read yet';
create index checkouts_unread on checkouts (unread_since) where unread_since is not null;
comment on index checkouts_unread is 'the payments that cannot be read, for staff';
