-- Senda's promotions count in the room of a centre as rewards do, and only settled commissions make room: the desk can make any other
-- vanish after the rewards were used, by reopening the appointment or by recording a refund.
alter table promotion_usage add column center_id uuid;
comment on column promotion_usage.center_id is 'the centre that a promotion of Senda pays; null while it is not consumed, and for promotions of centres';
update promotion_usage set center_id = appointments.center_id
  from appointments, promotions
  where appointments.id = promotion_usage.appointment_id and promotions.id = promotion_usage.promotion_id
    and promotions.center_id is null and promotion_usage.status = 'consumed';
create index promotion_usage_of_center on promotion_usage (center_id, ended_at) include (discount_applied)
  where center_id is not null;
comment on index promotion_usage_of_center is 'what promotions of Senda paid to a centre in the last 12 months';

create or replace function rewards_room(center uuid, moment timestamptz) returns bigint language sql stable as $$
  select 300000
    + coalesce((select sum(commission_amount - credit_amount) from commissions
      where center_id = center and status = 'paid' and created_at > moment - interval '12 months'), 0)
    - coalesce((select sum(used.amount) from (
        select appointment_id, discount_amount as amount from reward_redemptions
        where center_id = center and used_at > moment - interval '12 months'
        union all
        select appointment_id, discount_applied from promotion_usage
        where center_id = center and ended_at > moment - interval '12 months') as used
      where not exists (select from commissions where commissions.appointment_id = used.appointment_id and status = 'paid')), 0)
$$;
comment on function rewards_room is 'how many cents rewards and promotions of Senda can still pay to a centre: a start amount and its settled commissions of the last 12 months, less their credits and what is used and not settled';
comment on function lock_rewards_of_center is 'makes the limit of what rewards and promotions of Senda pay to a centre exact';

create function check_used_promotion() returns trigger language plpgsql as $$
begin
  new.center_id := case when new.status = 'consumed'
    and exists (select from promotions where id = new.promotion_id and center_id is null)
    then (select center_id from appointments where id = new.appointment_id) end;
  if new.center_id is null or tg_op = 'UPDATE' and old.status = 'consumed' then
    return new;
  end if;
  perform lock_rewards_of_center(new.center_id);
  if rewards_room(new.center_id, new.ended_at) < new.discount_applied then
    raise exception 'promotions of Senda pay to centre % more than it brings', new.center_id
      using errcode = 'check_violation', constraint = 'promotion_usage_room';
  end if;
  return new;
end $$;
create trigger promotion_usage_used before insert or update on promotion_usage for each row
  execute function check_used_promotion();
