-- Compatible with older code.
-- An upgrade and a product lower no price: a centre, or Senda, hands them over against the code that the patient shows.
alter table rewards drop constraint rewards_reward_type_check, drop constraint rewards_discount;
alter table rewards
  add column provider_id uuid references center_profiles on delete restrict,
  add column stock integer,
  add column redeemed_count integer not null default 0,
  add column accepted_at timestamptz,
  add constraint rewards_reward_type_check check (reward_type in ('discount', 'service', 'upgrade', 'product')),
  add constraint rewards_discount check (case
    when reward_type in ('upgrade', 'product')
      then discount_type = 'fixed_amount' and discount_value = 0 and maximum_discount is null
    when discount_type = 'percentage' then discount_value between 1 and 100
    else discount_value between 1 and 100000000 end),
  add constraint rewards_provider check (reward_type in ('upgrade', 'product') or provider_id is null and accepted_at is null),
  add constraint rewards_limited check ((reward_type in ('upgrade', 'product')) = (stock is not null)),
  add constraint rewards_stock check (redeemed_count between 0 and stock and stock between 1 and 5000);
comment on column rewards.reward_type is 'service: a whole consultation, up to maximum_discount; upgrade and product are handed over and take off nothing';
comment on column rewards.provider_id is 'the centre that hands it over at its own cost; null: Senda does, or it is a discount';
comment on column rewards.stock is 'how many can be redeemed altogether; only of what is handed over';
comment on column rewards.redeemed_count is 'how many of the stock were redeemed; a trigger counts';
comment on column rewards.accepted_at is 'when the centre agreed to hand it over; until then it is not offered';
create index rewards_of_provider on rewards (provider_id, created_at desc, id) where provider_id is not null;
comment on index rewards_of_provider is 'what a centre hands over, newest first';

alter table reward_redemptions
  drop constraint reward_redemptions_check1, drop constraint reward_redemptions_check2;
alter table reward_redemptions
  add column reward_type text not null default 'discount',
  add column description text,
  add column provider_id uuid references center_profiles on delete restrict,
  add column handed_over_by uuid references profiles on delete set null;
update reward_redemptions set reward_type = rewards.reward_type from rewards
  where rewards.id = reward_id and rewards.reward_type <> 'discount';
alter table reward_redemptions
  add constraint reward_redemptions_handed_over check ((reward_type in ('upgrade', 'product')) = (discount_value = 0)),
  add constraint reward_redemptions_appointment check (
    (status = 'used' and discount_value > 0) = (appointment_id is not null)
    and (status = 'used' and discount_value > 0) = (discount_amount is not null)),
  add constraint reward_redemptions_handed_over_by check (
    handed_over_by is null or status = 'used' and discount_value = 0);
comment on column reward_redemptions.reward_type is 'a copy of the reward, as the next two columns';
comment on column reward_redemptions.provider_id is 'the centre that hands it over; null: Senda does, or it is a discount';
comment on column reward_redemptions.handed_over_by is 'the member of the centre or of staff who handed it over';
create index reward_redemptions_of_provider on reward_redemptions (provider_id, status, used_at desc, id)
  where discount_value = 0;
comment on index reward_redemptions_of_provider is 'what a centre or Senda has to hand over, and what it handed over last';
create index reward_redemptions_handed_over_by on reward_redemptions (handed_over_by) where handed_over_by is not null;
comment on index reward_redemptions_handed_over_by is 'what one member handed over';

create function count_redeemed_stock() returns trigger language plpgsql as $$
begin
  update rewards set redeemed_count = redeemed_count + 1 where id = new.reward_id and stock is not null;
  return null;
end $$;
comment on function count_redeemed_stock is 'the check of rewards.redeemed_count is the limit of what can be redeemed';
create trigger reward_redemptions_count_stock after insert on reward_redemptions
  for each row execute function count_redeemed_stock();

create or replace function check_used_reward() returns trigger language plpgsql as $$
begin
  new.center_id := (select center_id from appointments where id = new.appointment_id);
  if new.status <> 'used' or tg_op = 'UPDATE' and old.status = 'used' then
    return new;
  end if;
  if (select available_points from user_points where user_id = new.user_id) < 0 then
    raise exception 'account % uses a reward while its balance is below zero', new.user_id
      using errcode = 'check_violation', constraint = 'reward_redemptions_covered';
  end if;
  -- What is handed over is paid by the one who hands it over.
  if new.discount_value = 0 then return new; end if;
  perform lock_rewards_of_center(new.center_id);
  if rewards_room(new.center_id, new.used_at) < new.discount_amount then
    raise exception 'rewards pay to centre % more than it brings', new.center_id
      using errcode = 'check_violation', constraint = 'reward_redemptions_room';
  end if;
  return new;
end $$;

-- The desk of the centre that hands a reward over, and staff where Senda does, follow it, too.
drop trigger reward_redemptions_notify_rows on reward_redemptions;
create trigger reward_redemptions_notify_rows after insert or update or delete on reward_redemptions
  for each row execute function notify_rows('user:user_id', 'center:provider_id', 'staff');
