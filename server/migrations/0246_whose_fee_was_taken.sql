-- Compatible with older code.
-- The owner of an account can make a payment with the reference of a checkout and an application of their own, which takes its fee for
-- itself. Only what was paid on the page that Senda opened counts as Senda's fee.
alter table checkouts add column page_id text check (length(page_id) between 1 and 100);
comment on column checkouts.page_id is 'the gateway''s own id of the page on which it is paid';
