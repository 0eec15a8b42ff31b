-- Points are given for money that covers what they are worth, gifts are spent after a consultation, and rewards pay to a centre at
-- most what the centre brings.
create or replace function earns_points(appointment appointments) returns boolean language sql stable as $$
  select appointment.status = 'completed' and (
    coalesce((
      select sum(amount - coalesce(refund_amount, 0)) from payments
      where appointment_id = appointment.id and undone_at is null and checkout_id is not null), 0) >= 7500
    or commissionable_amount(appointment) > 0 and exists (
      select from commissions
      where appointment_id = appointment.id and commission_amount >= 7500 and (status <> 'cancelled' or exists (
        -- A patient keeps the points of a commission that staff waived.
        select from moderation_actions measure
        where measure.target_type = 'commission' and measure.target_id = commissions.id and measure.action_type = 'cancel'
          and not exists (select from moderation_actions undo where undo.undoes = measure.id)))))
$$;
comment on function earns_points is 'whether a consultation brought a commission, or a payment through Senda that was kept, of at least what its points are worth';

create or replace function points_on_hold(account uuid, moment timestamptz) returns integer language sql stable as $$
  select coalesce(sum(greatest(points, 0)), 0)::integer from (
    select sum(points_amount) as points from points_transactions
    where user_id = account and points_day(created_at) = points_day(moment) and created_at >= moment - interval '25 hours'
      and (reference_type in ('appointment', 'review') or reference_type = 'account' and transaction_type = 'earned')
    group by reference_type, reference_id
    union all
    select sum(points_amount) from points_transactions
    where user_id = account and points_day(created_at) < points_day(moment)
      and (reference_type = 'account' and transaction_type = 'earned'
        or reference_type = 'appointment' and transaction_type = 'bonus')
      -- An expiry took the earlier ones.
      and created_at > coalesce((select max(expiry.created_at) from points_transactions expiry
        where expiry.user_id = account and expiry.transaction_type = 'expired'), '-infinity')
      and not exists (
        select from points_transactions completion
        where completion.user_id = account and completion.reference_type = 'appointment'
          and completion.transaction_type in ('earned', 'reversed')
        group by completion.reference_id
        having sum(completion.points_amount) > 0 and points_day(min(completion.created_at)) < points_day(moment))) as held
$$;
comment on function points_on_hold is 'the points that an account has and cannot spend yet: those of its local day, and gifts before its first consultation that earned points';

alter table reward_redemptions add column center_id uuid;
comment on column reward_redemptions.center_id is 'the centre of the appointment that it paid for; null while it is not used';
update reward_redemptions set center_id = appointments.center_id from appointments
  where appointments.id = reward_redemptions.appointment_id;
create index reward_redemptions_of_center on reward_redemptions (center_id, used_at) include (discount_amount)
  where center_id is not null;
comment on index reward_redemptions_of_center is 'what rewards paid to a centre in the last 12 months';

create function rewards_room(center uuid, moment timestamptz) returns bigint language sql stable as $$
  select 300000
    + coalesce((select sum(commission_amount) from commissions
      where center_id = center and status <> 'cancelled' and created_at > moment - interval '12 months'), 0)
    - coalesce((select sum(discount_amount) from reward_redemptions
      where center_id = center and used_at > moment - interval '12 months'), 0)
$$;
comment on function rewards_room is 'how many cents rewards can still pay to a centre: its commissions of the last 12 months and a start amount, less what rewards paid in them';

create function lock_rewards_of_center(center uuid) returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended('rewards of center ' || center, 0))
$$;
comment on function lock_rewards_of_center is 'makes the limit of what rewards pay to a centre exact';

create function check_used_reward() returns trigger language plpgsql as $$
begin
  new.center_id := (select center_id from appointments where id = new.appointment_id);
  if new.status <> 'used' or tg_op = 'UPDATE' and old.status = 'used' then
    return new;
  end if;
  if (select available_points from user_points where user_id = new.user_id) < 0 then
    raise exception 'account % uses a reward while its balance is below zero', new.user_id
      using errcode = 'check_violation', constraint = 'reward_redemptions_covered';
  end if;
  perform lock_rewards_of_center(new.center_id);
  if rewards_room(new.center_id, new.used_at) < new.discount_amount then
    raise exception 'rewards pay to centre % more than it brings', new.center_id
      using errcode = 'check_violation', constraint = 'reward_redemptions_room';
  end if;
  return new;
end $$;
create trigger reward_redemptions_used before insert or update on reward_redemptions for each row
  execute function check_used_reward();
