-- The accounts at the payment gateway on which centres receive online payments, connected by their owners.
create table payment_accounts (
  id uuid primary key,
  center_id uuid not null references center_profiles on delete cascade,
  gateway text not null check (length(gateway) between 1 and 40),
  account_id text not null check (length(account_id) between 1 and 100),
  label text not null check (length(label) between 1 and 200),
  sealed_tokens bytea check (length(sealed_tokens) <= 4000),
  expires_at timestamptz not null,
  refresh_at timestamptz not null,
  refreshing_until timestamptz,
  connected_at timestamptz not null,
  lost_at timestamptz,
  disconnected_at timestamptz,
  unique (center_id, gateway, account_id),
  unique (id, center_id),
  constraint payment_accounts_tokens check (sealed_tokens is not null or disconnected_at is not null)
);
comment on table payment_accounts is 'a centre''s accounts at the gateway; one of them is connected, and earlier ones stay for the payments that they received';
comment on column payment_accounts.account_id is 'the gateway''s id of the account';
comment on column payment_accounts.label is 'the name by which the owner recognises the account';
comment on column payment_accounts.sealed_tokens is 'the access and the refresh token, sealed with SECRET_KEY; null once a disconnected account has nothing in transit';
comment on column payment_accounts.expires_at is 'when the access ends; refresh_at: when a job renews it before';
comment on column payment_accounts.refreshing_until is 'until then one process renews the tokens, because the earlier refresh token works once';
comment on column payment_accounts.lost_at is 'when the gateway refused the access; the owner has to connect again';
create unique index payment_accounts_connected on payment_accounts (center_id) where disconnected_at is null;
comment on index payment_accounts_connected is 'one connected account for each centre';
create unique index payment_accounts_of_account on payment_accounts (gateway, account_id) where disconnected_at is null;
comment on index payment_accounts_of_account is 'an account receives the payments of one centre, and a notification names it';
create index payment_accounts_to_refresh on payment_accounts (refresh_at) where sealed_tokens is not null and lost_at is null;
comment on index payment_accounts_to_refresh is 'the job that renews tokens';

create table payment_account_requests (
  state_hash text primary key check (length(state_hash) = 64),
  center_id uuid not null references center_profiles on delete cascade,
  sealed_verifier bytea not null check (length(sealed_verifier) <= 500),
  expires_at timestamptz not null
);
comment on table payment_account_requests is 'connections of accounts that an owner has begun; each state works once';
create index payment_account_requests_of_center on payment_account_requests (center_id);
comment on index payment_account_requests_of_center is 'for the deletion of a centre';
create index payment_account_requests_expired on payment_account_requests (expires_at);
comment on index payment_account_requests_expired is 'the job that deletes old ones';

alter table center_profiles add column has_payment_account boolean not null default false;
comment on column center_profiles.has_payment_account is 'whether an account at the gateway receives the centre''s online payments; kept by the trigger of payment_accounts';

create function keep_has_payment_account() returns trigger language plpgsql as $$
declare
  center uuid := case tg_op when 'DELETE' then old.center_id else new.center_id end;
begin
  update center_profiles set has_payment_account = not has_payment_account
  where id = center and has_payment_account <> exists (
    select from payment_accounts where center_id = center and disconnected_at is null and lost_at is null);
  return null;
end $$;
create trigger payment_accounts_of_centers after insert or update or delete on payment_accounts
  for each row execute function keep_has_payment_account();
create trigger payment_accounts_notify_rows after insert or update or delete on payment_accounts
  for each row execute function notify_rows('desk:center_id');

alter table checkouts drop constraint checkouts_method_check;
alter table checkouts
  add constraint checkouts_method_check check (method in ('card', 'mobile', 'wallet', 'page')),
  add column payment_account_id uuid,
  add column gateway_refunded_amount integer not null default 0,
  add column dispute text check (dispute in ('in_mediation', 'charged_back', 'lost', 'won')),
  add column disputed_at timestamptz,
  add foreign key (payment_account_id, center_id) references payment_accounts (id, center_id) on delete restrict,
  add constraint checkouts_gateway_refunded check (gateway_refunded_amount between 0 and amount),
  add constraint checkouts_disputed check ((dispute is null) = (disputed_at is null) and (dispute is null or status = 'approved'));
comment on column checkouts.payment_account_id is 'the account that receives the payment; null: the gateway knows no accounts';
comment on column checkouts.gateway_refunded_amount is 'integer cents that the gateway says were given back, by Senda''s refunds or otherwise';
comment on column checkouts.dispute is 'in_mediation: a claim of the buyer; charged_back: the card''s bank decides; lost: the money went back; won: it stayed';
create index checkouts_of_payment_account on checkouts (payment_account_id) where payment_account_id is not null;
comment on index checkouts_of_payment_account is 'what an account still has in transit';

alter table gateway_refunds
  add column refusal text check (refusal in ('partial', 'balance', 'late', 'refused')),
  add column refused_at timestamptz,
  add constraint gateway_refunds_refused check ((refusal is null) = (refused_at is null) and (refusal is null or done_at is null));
comment on column gateway_refunds.refusal is 'why the gateway does not give it back, so that the centre has to; the job asks no more';
-- Compatible with older code.
