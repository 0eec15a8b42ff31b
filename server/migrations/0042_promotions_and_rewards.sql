-- Promotions: codes that lower the price of an appointment.
create table promotions (
  id uuid primary key,
  center_id uuid references center_profiles on delete restrict,
  created_by uuid not null references profiles on delete restrict,
  code text not null check (code ~ '^[A-Z0-9]{3,20}$'),
  look_alike_code text generated always as (translate(code, 'OIL', '011')) stored unique,
  name text not null check (length(name) between 1 and 100),
  description text not null default '' check (length(description) <= 500),
  discount_type text not null check (discount_type in ('percentage', 'fixed_amount')),
  discount_value integer not null,
  minimum_amount integer not null default 0 check (minimum_amount between 0 and 100000000),
  maximum_discount integer check (maximum_discount between 1 and 100000000),
  usage_limit integer check (usage_limit between 1 and 1000000),
  per_person_limit smallint not null default 1 check (per_person_limit between 1 and 100),
  used_count integer not null default 0,
  starts_at timestamptz not null,
  valid_until timestamptz,
  is_active boolean not null default true,
  is_public boolean not null default false,
  created_at timestamptz not null,
  constraint promotions_discount check (case discount_type
    when 'percentage' then discount_value between 1 and 100 else discount_value between 1 and 100000000 end),
  constraint promotions_dates check (valid_until > starts_at),
  constraint promotions_used check (used_count >= 0 and used_count <= usage_limit)
) with (fillfactor = 50);
comment on column promotions.center_id is 'the centre for whose services alone it is valid; null: from Senda, valid everywhere';
comment on column promotions.look_alike_code is 'the code with O, I and L read as digits, so that a misread code is found and no two codes look alike';
comment on column promotions.discount_value is 'percent, or integer cents of UYU for fixed_amount';
comment on column promotions.minimum_amount is 'integer cents of UYU that the appointment costs at least';
comment on column promotions.maximum_discount is 'integer cents of UYU';
comment on column promotions.used_count is 'its uses that are reserved or consumed';
comment on column promotions.valid_until is 'the first instant at which it is no longer valid';
comment on column promotions.is_public is 'shown to every patient on /promotions';
create index promotions_of_center on promotions (center_id, created_at desc, id);
comment on index promotions_of_center is 'what a centre, or staff, created, newest first';
create index promotions_created_by on promotions (created_by);
comment on index promotions_created_by is 'what one member created';
create index promotions_published on promotions (created_at desc, id) where is_public and is_active;
comment on index promotions_published is 'the published promotions, newest first';

create table promotion_uses (
  id uuid primary key,
  promotion_id uuid not null references promotions on delete restrict,
  user_id uuid not null,
  slot smallint not null check (slot >= 1),
  status text not null check (status in ('reserved', 'consumed', 'released')),
  order_amount integer not null check (order_amount between 1 and 100000000),
  discount_amount integer not null,
  reserved_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  appointment_id uuid references appointments on delete restrict,
  check ((status = 'reserved') = (ended_at is null)),
  check (status <> 'consumed' or appointment_id is not null),
  check (status <> 'reserved' or appointment_id is null),
  check (discount_amount between 0 and order_amount)
);
comment on table promotion_uses is 'promotions that a patient applied: reserved for the next payment, consumed by one, or released';
comment on column promotion_uses.user_id is 'without a foreign key, which a deletion of the account could deadlock with';
comment on column promotion_uses.slot is 'counts the live uses of one person from 1 to the promotion''s limit per person';
comment on column promotion_uses.order_amount is 'integer cents of UYU before the discount';
comment on column promotion_uses.discount_amount is 'integer cents of UYU';
comment on column promotion_uses.ended_at is 'when it was consumed, or last released';
comment on column promotion_uses.appointment_id is 'the appointment whose price it lowered, also after a cancellation gave it back';
create unique index promotion_uses_once on promotion_uses (promotion_id, user_id, slot) where status <> 'released';
comment on index promotion_uses_once is 'a person applies a promotion at most as often as it allows';
create unique index promotion_uses_of_appointment on promotion_uses (appointment_id) where status = 'consumed';
comment on index promotion_uses_of_appointment is 'an appointment has at most one promotion';
create index promotion_uses_of_user on promotion_uses (user_id, reserved_at desc, id);
comment on index promotion_uses_of_user is 'what a patient applied, newest first';
create index promotion_uses_of_promotion on promotion_uses (promotion_id, status) include (discount_amount);
comment on index promotion_uses_of_promotion is 'the figures of a promotion';
create index promotion_uses_expiring on promotion_uses (expires_at) where status = 'reserved';
comment on index promotion_uses_expiring is 'the job that releases reservations';
create index promotion_uses_by_appointment on promotion_uses (appointment_id) where appointment_id is not null;
comment on index promotion_uses_by_appointment is 'for the deletion of an appointment';

-- Rewards that points buy. A redemption copies the reward, so that a later edit doesn't change what was bought.
create table rewards (
  id uuid primary key,
  name text not null check (length(name) between 1 and 100),
  description text not null default '' check (length(description) <= 500),
  reward_type text not null check (reward_type in ('discount', 'service')),
  points_cost integer not null check (points_cost between 1 and 1000000),
  discount_type text not null check (discount_type in ('percentage', 'fixed_amount')),
  discount_value integer not null,
  maximum_discount integer check (maximum_discount between 1 and 100000000),
  starts_at timestamptz not null,
  valid_until timestamptz,
  is_active boolean not null default true,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint rewards_discount check (case discount_type
    when 'percentage' then discount_value between 1 and 100 else discount_value between 1 and 100000000 end),
  constraint rewards_service check (reward_type <> 'service' or discount_type = 'percentage' and discount_value = 100),
  constraint rewards_dates check (valid_until > starts_at)
);
comment on column rewards.reward_type is 'service: a whole consultation, up to maximum_discount';
comment on column rewards.discount_value is 'percent, or integer cents of UYU for fixed_amount';
comment on column rewards.valid_until is 'the first instant at which it, and what was redeemed of it, is no longer valid';
create index rewards_offered on rewards (points_cost, id) where is_active;
comment on index rewards_offered is 'the rewards on /loyalty, the cheapest first';

create table reward_redemptions (
  id uuid primary key,
  user_id uuid not null,
  reward_id uuid not null references rewards on delete restrict,
  idempotency_key uuid not null,
  points_used integer not null check (points_used > 0),
  name text not null,
  discount_type text not null,
  discount_value integer not null,
  maximum_discount integer,
  status text not null default 'pending' check (status in ('pending', 'used', 'expired')),
  redeemed_at timestamptz not null,
  expires_at timestamptz,
  used_at timestamptz,
  appointment_id uuid references appointments on delete restrict,
  discount_amount integer check (discount_amount > 0),
  unique (user_id, idempotency_key),
  check ((status = 'used') = (used_at is not null)),
  check ((status = 'used') = (appointment_id is not null)),
  check ((status = 'used') = (discount_amount is not null))
);
comment on table reward_redemptions is 'rewards that a person bought with points: pending until one pays for a part of an appointment, or expires';
comment on column reward_redemptions.user_id is 'without a foreign key, which a deletion of the account could deadlock with';
create unique index reward_redemptions_of_appointment on reward_redemptions (appointment_id) where appointment_id is not null;
comment on index reward_redemptions_of_appointment is 'an appointment has at most one reward';
create index reward_redemptions_of_user on reward_redemptions (user_id, redeemed_at desc, id);
comment on index reward_redemptions_of_user is 'a person''s rewards, newest first';
create index reward_redemptions_expiring on reward_redemptions (expires_at) where status = 'pending' and expires_at is not null;
comment on index reward_redemptions_expiring is 'the job that ends what was not used';
create index reward_redemptions_of_reward on reward_redemptions (reward_id);
comment on index reward_redemptions_of_reward is 'how often a reward was redeemed';

-- The ledger of points: rows are added, never changed, and deleted only with their account.
alter table points_transactions drop constraint points_transactions_type, drop constraint points_transactions_sign,
  add constraint points_transactions_type
    check (transaction_type in ('earned', 'redeemed', 'bonus', 'expired', 'reversed', 'corrected')),
  add constraint points_transactions_sign
    check (transaction_type = 'corrected' or (transaction_type in ('earned', 'bonus')) = (points_amount > 0));
alter table points_transactions
  add column corrected_by uuid references profiles on delete restrict,
  add constraint points_transactions_corrected check ((transaction_type = 'corrected') = (corrected_by is not null));
comment on column points_transactions.corrected_by is 'the member of staff who made the correction, whose reason is the description';
create index points_transactions_corrected_by on points_transactions (corrected_by) where corrected_by is not null;
comment on index points_transactions_corrected_by is 'the corrections of one member of staff';
create function keep_ledger_of_account() returns trigger language plpgsql as $$
begin
  if exists (select from profiles where id = old.user_id and status <> 'deleted') then
    raise exception 'rows of % are deleted only with their account', tg_table_name using errcode = 'restrict_violation';
  end if;
  return old;
end $$;
create trigger points_transactions_keep_rows before delete on points_transactions
  for each row execute function keep_ledger_of_account();

alter table user_points add column last_movement_at timestamptz;
update user_points set last_movement_at = coalesce(
  (select max(created_at) from points_transactions movements where movements.user_id = user_points.user_id), updated_at);
alter table user_points alter column last_movement_at set not null;
comment on column user_points.last_movement_at is 'all points of the account expire twelve months after it';
create index user_points_expiring on user_points (last_movement_at) where available_points > 0;
comment on index user_points_expiring is 'the job that ends points';

-- A discount is part of an appointment's price that its patient does not pay.
alter table appointments
  add column discount_amount integer not null default 0,
  add column discount_payer text check (discount_payer in ('center', 'senda')),
  add constraint appointments_discount check (discount_amount between 0 and price),
  add constraint appointments_discount_payer check ((discount_amount = 0) = (discount_payer is null));
comment on column appointments.discount_amount is 'integer cents of currency: what a promotion or a reward takes off the price; it stays after a cancellation';
comment on column appointments.discount_payer is 'who pays for the discount; Senda credits its own to the centre';

drop index appointments_in_debt;
create index appointments_in_debt on appointments (center_id, starts_at)
  where paid_amount < price - discount_amount and status in ('completed', 'confirmed');
comment on index appointments_in_debt is 'what a centre''s patients have not paid';

create or replace function sum_payments() returns trigger language plpgsql as $$
declare
  changed appointments;
  -- Each record is null where the operation has none.
  removed integer := case when tg_op <> 'INSERT' and old.undone_at is null then old.amount else 0 end;
  added integer := case when tg_op <> 'DELETE' and new.undone_at is null then new.amount else 0 end;
begin
  if added = removed then return null; end if;
  -- Adding to the current value counts the payments that another transaction has committed.
  update appointments set paid_amount = paid_amount + added - removed
    where id = case tg_op when 'DELETE' then old.appointment_id else new.appointment_id end returning * into changed;
  if added > removed and changed.paid_amount > changed.price - changed.discount_amount then
    raise exception 'the payments of appointment % exceed its price', changed.id
      using errcode = 'check_violation', constraint = 'payments_within_price';
  end if;
  return null;
end $$;

-- The centre's own discount lowers what its commission is computed on; Senda's does not, and is credited to the centre.
create or replace function commissionable_amount(appointment appointments) returns integer language sql stable as $$
  select case
    when appointment.booked_by <> 'patient' then null
    when appointment.status = 'completed' then (
      select case when refunded > 0 and refunded >= appointment.price - appointment.discount_amount then null
        else appointment.price - refunded
          - case when appointment.discount_payer = 'center' then appointment.discount_amount else 0 end end
      from (select coalesce(sum(refund_amount), 0)::integer as refunded from payments
        where appointment_id = appointment.id and undone_at is null) as payments_of_it)
    when appointment.status in ('cancelled', 'no_show') then (
      select nullif(sum(amount - coalesce(refund_amount, 0))::integer, 0) from payments
      where appointment_id = appointment.id and undone_at is null)
  end
$$;
create function credited_amount(appointment appointments) returns integer language sql immutable as $$
  select case when appointment.status = 'completed' and appointment.discount_payer = 'senda'
    then appointment.discount_amount else 0 end
$$;
comment on function credited_amount is 'integer cents that Senda credits to the centre for its own discount on a completed appointment';
alter table commissions add column credit_amount integer not null default 0 check (credit_amount >= 0);
comment on column commissions.credit_amount is 'integer cents of currency that Senda owes the centre for its own discount';
alter table commission_settlements drop constraint commission_settlements_total_amount_check;
comment on column commission_settlements.total_amount is 'integer cents of currency: commissions less credits; negative when Senda paid the centre';
drop index commissions_owed, commissions_pending;
create index commissions_owed on commissions (center_id, created_at) include (commission_amount, credit_amount)
  where status = 'pending';
comment on index commissions_owed is 'what each centre owes';
create index commissions_pending on commissions (created_at) include (center_id, commission_amount, credit_amount)
  where status = 'pending';
comment on index commissions_pending is 'what each centre owes of a period, read in one stretch of the index';

-- The discount that a checkout takes, which its approval consumes.
alter table checkouts
  add column promotion_use_id uuid references promotion_uses on delete restrict,
  add column redemption_id uuid references reward_redemptions on delete restrict,
  add constraint checkouts_one_discount check (promotion_use_id is null or redemption_id is null),
  add constraint checkouts_discount_of_appointment
    check (appointment_id is not null or promotion_use_id is null and redemption_id is null);
comment on column checkouts.promotion_use_id is 'the promotion that its price counts on';
comment on column checkouts.redemption_id is 'the reward that its price counts on';
create unique index checkouts_of_promotion_use on checkouts (promotion_use_id)
  where promotion_use_id is not null and (status = 'pending' or status = 'created' and method = 'card');
comment on index checkouts_of_promotion_use is 'one card payment at a time with a promotion';
create unique index checkouts_of_redemption on checkouts (redemption_id)
  where redemption_id is not null and (status = 'pending' or status = 'created' and method = 'card');
comment on index checkouts_of_redemption is 'one card payment at a time with a reward';
create index checkouts_with_promotion_use on checkouts (promotion_use_id) where promotion_use_id is not null;
comment on index checkouts_with_promotion_use is 'the payments that count on a reservation, which then does not expire';
create index checkouts_with_redemption on checkouts (redemption_id) where redemption_id is not null;
comment on index checkouts_with_redemption is 'the payments that count on a reward, which then does not expire';
