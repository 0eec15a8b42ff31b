-- The rate of each centre from a day on. center_profiles.commission_rate is its rate before the first of them.
create table commission_rates (
  id uuid primary key,
  center_id uuid not null references center_profiles on delete cascade,
  applies_from date not null check (applies_from < '2200-01-01'),
  rate numeric not null check (rate between 0 and 100 and rate = round(rate, 1)),
  created_at timestamptz not null,
  undone_at timestamptz,
  constraint commission_rates_not_past check (applies_from >= (created_at at time zone 'America/Montevideo')::date)
);
comment on table commission_rates is 'what a centre pays from a local day until the day of the next row; rows are never changed or deleted, only undone';
comment on column commission_rates.rate is 'percent';
comment on column commission_rates.undone_at is 'staff undid the change: from then on it applies no more, and commissions charged before keep their rate';
create unique index commission_rates_day on commission_rates (center_id, applies_from) where undone_at is null;
comment on index commission_rates_day is 'a centre has one rate from a day on, and the rate of a day';
create index commission_rates_of_center on commission_rates (center_id, applies_from desc, created_at desc);
comment on index commission_rates_of_center is 'the rates of a centre, also the undone ones';

create function keep_commission_rate() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.undone_at is null and new.undone_at is not null
    and (new.id, new.center_id, new.applies_from, new.rate, new.created_at)
      = (old.id, old.center_id, old.applies_from, old.rate, old.created_at) then
    return new;
  end if;
  -- A centre that never had a professional is deleted with its account.
  if tg_op = 'DELETE' and not exists (select from center_profiles where id = old.center_id) then
    return old;
  end if;
  raise exception 'rows of % are never changed', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger commission_rates_keep before update or delete on commission_rates
  for each row execute function keep_commission_rate();
create trigger commission_rates_keep_all before truncate on commission_rates
  for each statement execute function keep_ledger();

comment on column center_profiles.commission_rate is 'percent, until the first day of commission_rates';
create function commission_rate_on(center uuid, day date) returns numeric language sql stable as $$
  select coalesce(
    (select rate from commission_rates
      where center_id = center and applies_from <= day and undone_at is null order by applies_from desc limit 1),
    (select commission_rate from center_profiles where id = center))
$$;

-- A centre also owes a commission for what it keeps of a payment when its patient cancels late or does not come.
create function commissionable_amount(appointment appointments) returns integer language sql stable as $$
  select case
    when appointment.booked_by <> 'patient' then null
    when appointment.status = 'completed' then appointment.price
    when appointment.status in ('cancelled', 'no_show') then (
      select nullif(amount - coalesce(refund_amount, 0), 0) from desk_payments
      where appointment_id = appointment.id and undone_at is null)
  end
$$;
alter table commissions add column origin text not null default 'completed'
  check (origin in ('completed', 'late_cancellation', 'no_show'));
comment on column commissions.origin is 'why it arose; after a late cancellation or a no-show it is on what the centre keeps';
comment on column commissions.payment_amount is 'integer cents of currency: what the consultation cost, or what the centre keeps of a payment';
comment on column commissions.rate is 'percent, as it was when the commission arose';
create index commissions_by_amount on commissions (commission_amount desc, id) include (created_at, status);
comment on index commissions_by_amount is 'staff''s list of commissions, the largest first';
create index commissions_pending on commissions (created_at) include (center_id, commission_amount) where status = 'pending';
comment on index commissions_pending is 'what each centre owes of a period, read in one stretch of the index';

-- Sums of each day, so that a year is read from some thousand rows. Shards let transactions of different centres add to one
-- day without waiting for each other.
create table commission_sums (
  day date not null,
  status text not null,
  shard smallint not null,
  commissions bigint not null,
  payment_amount bigint not null,
  commission_amount bigint not null,
  primary key (day, status, shard)
) with (fillfactor = 50);
comment on table commission_sums is 'kept by triggers on commissions; equals summed_commissions but for rows of zero';
comment on column commission_sums.day is 'the local day of commissions.created_at';
comment on column commission_sums.payment_amount is 'integer cents of UYU';
comment on column commission_sums.commission_amount is 'integer cents of UYU';

create function commission_shard(center uuid) returns smallint language sql immutable parallel safe as $$
  select (hashtext(center::text) & 15)::smallint
$$;
create view summed_commissions as
  select (created_at at time zone 'America/Montevideo')::date as day, status, commission_shard(center_id) as shard,
    count(*) as commissions, sum(payment_amount) as payment_amount, sum(commission_amount) as commission_amount
  from commissions group by 1, 2, 3;
comment on view summed_commissions is 'what commission_sums must hold';
insert into commission_sums select * from summed_commissions;

-- Every statement adds to the rows in one order, so that two of them cannot wait for each other.
create function sum_inserted_commissions() returns trigger language plpgsql as $$
begin
  insert into commission_sums
  select (created_at at time zone 'America/Montevideo')::date, status, commission_shard(center_id),
    count(*), sum(payment_amount), sum(commission_amount)
  from inserted group by 1, 2, 3 order by 1, 2, 3
  on conflict (day, status, shard) do update set
    commissions = commission_sums.commissions + excluded.commissions,
    payment_amount = commission_sums.payment_amount + excluded.payment_amount,
    commission_amount = commission_sums.commission_amount + excluded.commission_amount;
  return null;
end $$;
create trigger commissions_sum_inserted after insert on commissions
  referencing new table as inserted for each statement execute function sum_inserted_commissions();

create function sum_changed_commissions() returns trigger language plpgsql as $$
begin
  insert into commission_sums
  select (created_at at time zone 'America/Montevideo')::date, status, commission_shard(center_id),
    sum(sign), sum(sign * payment_amount), sum(sign * commission_amount)
  from (
    select 1 as sign, created_at, status, center_id, payment_amount, commission_amount from after_change
    union all
    select -1, created_at, status, center_id, payment_amount, commission_amount from before_change
  ) as changes
  group by 1, 2, 3
  having sum(sign) <> 0 or sum(sign * payment_amount) <> 0 or sum(sign * commission_amount) <> 0
  order by 1, 2, 3
  on conflict (day, status, shard) do update set
    commissions = commission_sums.commissions + excluded.commissions,
    payment_amount = commission_sums.payment_amount + excluded.payment_amount,
    commission_amount = commission_sums.commission_amount + excluded.commission_amount;
  return null;
end $$;
create trigger commissions_sum_changed after update on commissions
  referencing old table as before_change new table as after_change
  for each statement execute function sum_changed_commissions();

create function sum_deleted_commissions() returns trigger language plpgsql as $$
begin
  insert into commission_sums
  select (created_at at time zone 'America/Montevideo')::date, status, commission_shard(center_id),
    -count(*), -sum(payment_amount), -sum(commission_amount)
  from deleted group by 1, 2, 3 order by 1, 2, 3
  on conflict (day, status, shard) do update set
    commissions = commission_sums.commissions + excluded.commissions,
    payment_amount = commission_sums.payment_amount + excluded.payment_amount,
    commission_amount = commission_sums.commission_amount + excluded.commission_amount;
  return null;
end $$;
create trigger commissions_sum_deleted after delete on commissions
  referencing old table as deleted for each statement execute function sum_deleted_commissions();
