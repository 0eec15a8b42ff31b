-- The data of `simulado`, the payment gateway for tests, as another company would keep it: Senda's code reads none of it.
create schema simulado;
create table simulado.tokens (
  token text primary key,
  brand text not null,
  last_four text not null check (last_four ~ '^[0-9]{4}$'),
  outcome text not null,
  created_at timestamptz not null
);
comment on table simulado.tokens is 'a test card without its number, until its payment or for an hour';
create table simulado.preferences (
  id uuid primary key,
  reference text not null,
  title text not null,
  amount integer not null check (amount > 0),
  method text not null check (method in ('mobile', 'wallet')),
  return_url text not null,
  expires_at timestamptz not null,
  closed_at timestamptz
);
create table simulado.payments (
  id bigint generated always as identity (start with 100000001) primary key,
  idempotency_key text not null unique,
  reference text not null,
  amount integer not null check (amount > 0),
  status text not null check (status in ('pending', 'approved', 'declined')),
  decline_reason text,
  brand text,
  last_four text check (last_four ~ '^[0-9]{4}$'),
  refunded_amount integer not null default 0 check (refunded_amount between 0 and amount),
  created_at timestamptz not null,
  check (refunded_amount = 0 or status = 'approved'),
  check ((status = 'declined') = (decline_reason is not null))
);
create index payments_by_reference on simulado.payments (reference);
create table simulado.refunds (
  id bigint generated always as identity (start with 500000001) primary key,
  payment_id bigint not null references simulado.payments,
  idempotency_key text not null unique,
  amount integer not null check (amount > 0),
  created_at timestamptz not null
);
create index refunds_of_payment on simulado.refunds (payment_id);
