-- The link at a new address signed in who pressed it: after a typo, a stranger had the account.
alter table users
  add column email_change_network text,
  add column email_moved_at timestamptz;
comment on column users.email_change_network is 'a keyed hash of the network from which the pending change of address was requested; the new address is confirmed from there or in the account''s session';
comment on column users.email_moved_at is 'when the account got its present address by a change; null: it has the one it began with. Earlier mails to the address are another person''s';
