-- Compatible with older code.
-- Staff settle a calendar month of a centre: what it owes of commissions, and what its patients paid online, which Senda's gateway
-- holds. One transfer pays the difference.
alter table commission_settlements
  add column month date check (month = date_trunc('month', month)),
  add column online_amount bigint not null default 0,
  drop constraint commission_settlements_commission_count_check,
  add constraint commission_settlements_not_empty check (commission_count > 0 or commission_count = 0 and month is not null),
  add constraint commission_settlements_of_month check (month is not null or online_amount = 0);
comment on table commission_settlements is 'commissions that one centre paid at once, and online payments that Senda passed on to it with them';
comment on column commission_settlements.month is 'the first day of the calendar month that it settles, with what was open of earlier ones; null: only commissions of a period';
comment on column commission_settlements.online_amount is 'integer cents of currency: the online payments that it passes on; negative when refunds of passed-on payments are more';

create table settled_payments (
  settlement_id uuid not null references commission_settlements on delete cascade,
  payment_id bigint not null references payments on delete cascade,
  amount integer not null check (amount <> 0),
  primary key (settlement_id, payment_id)
);
comment on table settled_payments is 'what a settlement passes on of an online payment; an undone settlement passes on nothing';
comment on column settled_payments.amount is 'integer cents of the settlement''s currency; negative: given back to the patient after it was passed on';
create index settled_payments_of_payment on settled_payments (payment_id);
comment on index settled_payments_of_payment is 'what was passed on of a payment';

create function is_on_own_account(payment payments) returns boolean language sql stable as $$
  select exists (select from checkouts where id = payment.checkout_id and payment_account_id is not null)
$$;
comment on function is_on_own_account is 'whether the gateway paid it to the centre''s own account, so that Senda never held it';

create function passed_on(payment bigint) returns integer language sql stable as $$
  select case when is_on_own_account(payments) then amount - coalesce(refund_amount, 0) else (
    select coalesce(sum(settled.amount), 0)::integer from settled_payments settled
    join commission_settlements settlements on settlements.id = settled.settlement_id
    where settled.payment_id = payments.id and settlements.undone_at is null) end
  from payments where id = payment
$$;
comment on function passed_on is 'integer cents of an online payment that reached its centre: on its own account, or passed on by settlements';

-- A payment is passed on once, however many members of staff settle at the same time.
create function refuse_passing_on_twice() returns trigger language plpgsql as $$
declare
  paid payments;
begin
  select * into paid from payments where id = new.payment_id for update;
  if paid.checkout_id is null or paid.center_id <> (select center_id from commission_settlements where id = new.settlement_id)
    or is_on_own_account(paid) or passed_on(paid.id) not between 0 and paid.amount then
    raise exception 'payment % cannot be passed on with %', new.payment_id, new.amount using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
create trigger settled_payments_once after insert on settled_payments for each row execute function refuse_passing_on_twice();

create function keep_settled_payment() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are never changed', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger settled_payments_keep before update on settled_payments for each row execute function keep_settled_payment();
