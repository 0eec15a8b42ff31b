-- A consultation gives points only for money that Senda sees, a centre gives at most so many points a day, what it gives can be
-- spent from the next local day, and what is taken back is taken back in full.
create function earns_points(appointment appointments) returns boolean language sql stable as $$
  select appointment.status = 'completed' and (
    exists (
      select from payments
      where appointment_id = appointment.id and undone_at is null and checkout_id is not null
        and amount > coalesce(refund_amount, 0))
    or commissionable_amount(appointment) > 0 and exists (
      select from commissions
      where appointment_id = appointment.id and commission_amount > 0 and (status <> 'cancelled' or exists (
        -- A patient keeps the points of a commission that staff waived.
        select from moderation_actions measure
        where measure.target_type = 'commission' and measure.target_id = commissions.id and measure.action_type = 'cancel'
          and not exists (select from moderation_actions undo where undo.undoes = measure.id)))))
$$;
comment on function earns_points is 'whether a consultation brought a commission above 0 or was paid through Senda';

create function points_day(moment timestamptz) returns date language sql immutable as $$
  select (moment at time zone 'America/Montevideo')::date
$$;
comment on function points_day is 'the local day on which points are earned';

create table center_points_days (
  center_id uuid not null references center_profiles on delete cascade,
  date date not null,
  points integer not null default 0 check (points between 0 and 3000),
  primary key (center_id, date)
);
comment on table center_points_days is 'the points that a centre''s appointments gave on one local day; its row is the lock of that sum, and its check the limit';

alter table points_transactions add column center_id uuid;
comment on column points_transactions.center_id is 'the centre whose appointment gave the points, for its limit a day; null for other movements and for those before the limit existed. Without a foreign key, because the ledger outlives a centre';

create function points_on_hold(account uuid, moment timestamptz) returns integer language sql stable as $$
  select coalesce(sum(greatest(points, 0)), 0)::integer from (
    select sum(points_amount) as points from points_transactions
    where user_id = account and reference_type in ('appointment', 'review') and points_day(created_at) = points_day(moment)
      and created_at >= moment - interval '25 hours'
    group by reference_type, reference_id) as earned
$$;
comment on function points_on_hold is 'the points that appointments gave to an account on the local day of an instant: they can be spent from the next day';

create function check_points_of_center() returns trigger language plpgsql as $$
declare
  appointment appointments;
begin
  select * into appointment from appointments where id = new.reference_id;
  if appointment.patient_id is distinct from new.user_id then
    raise exception 'points for appointment % of another account', new.reference_id
      using errcode = 'check_violation', constraint = 'points_transactions_own_appointment';
  end if;
  if new.transaction_type = 'earned' and not earns_points(appointment) then
    raise exception 'points for appointment %, which brought no commission and no payment through Senda', new.reference_id
      using errcode = 'check_violation', constraint = 'points_transactions_behind_money';
  end if;
  new.center_id := appointment.center_id;
  return new;
end $$;
create trigger points_transactions_of_center before insert on points_transactions for each row
  when (new.transaction_type in ('earned', 'bonus') and new.reference_type in ('appointment', 'review'))
  execute function check_points_of_center();

-- After the insert, because one that a conflict skips must not count.
create function count_points_of_center() returns trigger language plpgsql as $$
begin
  insert into center_points_days (center_id, date, points) values (new.center_id, points_day(new.created_at), new.points_amount)
    on conflict (center_id, date) do update set points = center_points_days.points + excluded.points;
  return null;
end $$;
create trigger points_transactions_count_of_center after insert on points_transactions for each row
  when (new.center_id is not null) execute function count_points_of_center();

-- A reversal is the only movement that may leave a balance below zero.
alter table user_points
  drop constraint user_points_available_points_check,
  drop constraint user_points_lifetime_points_check;
comment on column user_points.available_points is 'below zero when points were taken back after they were spent; points on hold are included';
create function check_points_spent() returns trigger language plpgsql as $$
declare
  balance integer := (select available_points from user_points where user_id = new.user_id);
begin
  if balance < (case when new.transaction_type = 'redeemed' then points_on_hold(new.user_id, new.created_at) else 0 end) then
    raise exception 'account % spends points that it does not have', new.user_id
      using errcode = 'check_violation', constraint = 'points_transactions_spendable';
  end if;
  return null;
end $$;
-- Deferred, because a movement and its balance are two statements.
create constraint trigger points_transactions_spendable after insert on points_transactions deferrable initially deferred
  for each row when (new.points_amount < 0 and new.transaction_type <> 'reversed') execute function check_points_spent();

create index commissions_credited on commissions (created_at) include (center_id) where credit_amount > 0;
comment on index commissions_credited is 'the centres that staff compare with their commissions, because Senda credits them discounts';
