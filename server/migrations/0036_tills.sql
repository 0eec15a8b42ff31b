-- The till of a centre: every movement of its money since the last closing, its closings, and reminders of debts.
create table till_closings (
  id uuid primary key,
  center_id uuid not null references center_profiles on delete cascade,
  number integer not null check (number >= 1),
  closed_by uuid references profiles on delete set null,
  closed_at timestamptz not null,
  currency text not null default 'UYU' check (currency = 'UYU'),
  opening_float integer not null check (opening_float >= 0),
  expected_cash bigint not null,
  expected_debit bigint not null,
  expected_transfer bigint not null,
  counted_cash bigint not null check (counted_cash between 0 and 10000000000),
  counted_debit bigint not null check (counted_debit between -10000000000 and 10000000000),
  counted_transfer bigint not null check (counted_transfer between -10000000000 and 10000000000),
  online_amount bigint not null,
  float_left integer not null check (float_left >= 0),
  note text not null default '' check (length(note) <= 500),
  unique (center_id, number),
  unique (id, center_id),
  constraint till_closings_float check (float_left <= counted_cash),
  constraint till_closings_note check (
    note <> '' or (expected_cash, expected_debit, expected_transfer) = (counted_cash, counted_debit, counted_transfer))
);
comment on table till_closings is 'what a desk counted and what it should have had; amounts are integer cents of currency';
comment on column till_closings.opening_float is 'the float_left of the closing before';
comment on column till_closings.expected_cash is 'opening_float and the movements in cash';
comment on column till_closings.online_amount is 'paid online in the same stretch: shown, never counted';
create index till_closings_of_center on till_closings (center_id, closed_at desc, id);
comment on index till_closings_of_center is 'a centre''s closings, newest first';
create index till_closings_closed_by on till_closings (closed_by) where closed_by is not null;
comment on index till_closings_closed_by is 'the closings of an account that is deleted';

create function keep_till_closing() returns trigger language plpgsql as $$
begin
  -- The account of the member who closed it was deleted.
  if tg_op = 'UPDATE' and new.closed_by is null
    and to_jsonb(new) - 'closed_by' = to_jsonb(old) - 'closed_by' then
    return new;
  end if;
  -- A centre that never had a professional is deleted with its account.
  if tg_op = 'DELETE' and not exists (select from center_profiles where id = old.center_id) then
    return old;
  end if;
  raise exception 'rows of % are never changed', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger till_closings_keep before update or delete on till_closings
  for each row execute function keep_till_closing();
create trigger till_closings_keep_all before truncate on till_closings
  for each statement execute function keep_ledger();

create table till_movements (
  id bigint generated always as identity primary key,
  center_id uuid not null references center_profiles on delete cascade,
  payment_id bigint references payments on delete set null,
  kind text not null check (kind in ('collected', 'undone', 'refunded')),
  amount integer not null check ((kind = 'collected') = (amount > 0) and amount <> 0),
  method text not null check (method in ('efectivo', 'debito', 'transferencia', 'online')),
  at timestamptz not null,
  member_id uuid references profiles on delete set null,
  closing_id uuid,
  foreign key (closing_id, center_id) references till_closings (id, center_id) on delete cascade
);
comment on table till_movements is 'each collection, undone collection and refund of a centre, written by the trigger of payments';
comment on column till_movements.amount is 'integer cents, negative for money that left the till';
comment on column till_movements.closing_id is 'null: in the open till';
create index till_movements_open on till_movements (center_id) where closing_id is null;
comment on index till_movements_open is 'the open till of a centre';
create index till_movements_of_closing on till_movements (closing_id, center_id) where closing_id is not null;
comment on index till_movements_of_closing is 'the movements that a closing covers';
create index till_movements_of_center on till_movements (center_id);
comment on index till_movements_of_center is 'for the deletion of a centre';
create index till_movements_of_payment on till_movements (payment_id) where payment_id is not null;
comment on index till_movements_of_payment is 'the movements of a payment';
create index till_movements_of_member on till_movements (member_id) where member_id is not null;
comment on index till_movements_of_member is 'the movements of an account that is deleted';

create function keep_till_movement() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and (new.id, new.center_id, new.kind, new.amount, new.method, new.at)
      = (old.id, old.center_id, old.kind, old.amount, old.method, old.at)
    and (old.closing_id is null or new.closing_id = old.closing_id) then
    return new;
  end if;
  if tg_op = 'DELETE' and not exists (select from center_profiles where id = old.center_id) then
    return old;
  end if;
  raise exception 'rows of % are never changed', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger till_movements_keep before update or delete on till_movements
  for each row execute function keep_till_movement();

-- The till starts with this migration: payments that were collected before it belong to no till.
create function move_till() returns trigger language plpgsql as $$
declare
  was_undone boolean := tg_op = 'UPDATE' and old.undone_at is not null;
  was_refunded boolean := tg_op = 'UPDATE' and old.refunded_at is not null;
begin
  if tg_op = 'INSERT' then
    insert into till_movements (center_id, payment_id, kind, amount, method, at, member_id)
      values (new.center_id, new.id, 'collected', new.amount, new.method, new.collected_at, new.collected_by);
  end if;
  if new.undone_at is not null and not was_undone then
    insert into till_movements (center_id, payment_id, kind, amount, method, at, member_id)
      values (new.center_id, new.id, 'undone', -new.amount, new.method, new.undone_at, new.undone_by);
  end if;
  if new.refunded_at is not null and not was_refunded and new.refund_amount is not null then
    insert into till_movements (center_id, payment_id, kind, amount, method, at)
      values (new.center_id, new.id, 'refunded', -new.refund_amount, new.method, new.refunded_at);
  end if;
  return null;
end $$;
create trigger payments_till after insert or update of undone_at, refunded_at on payments
  for each row execute function move_till();

create table debt_reminders (
  id uuid primary key,
  appointment_id uuid not null references appointments on delete cascade,
  sent_by uuid references profiles on delete set null,
  sent_at timestamptz not null,
  amount integer not null check (amount > 0)
);
comment on table debt_reminders is 'a mail of the centre about what is still to be paid for an appointment';
comment on column debt_reminders.amount is 'integer cents: what was due then';
create index debt_reminders_of_appointment on debt_reminders (appointment_id, sent_at desc);
comment on index debt_reminders_of_appointment is 'the last reminder of an appointment';
create index debt_reminders_sent_by on debt_reminders (sent_by) where sent_by is not null;
comment on index debt_reminders_sent_by is 'the reminders of an account that is deleted';
create index appointments_in_debt on appointments (center_id, starts_at)
  where paid_amount < price and status in ('completed', 'confirmed');
comment on index appointments_in_debt is 'what a centre''s patients have not paid';
