-- A reward or a promotion whose credit is due or was paid to the centre is not given back: used again, it would be paid again.
create function keep_settled_discount() returns trigger language plpgsql as $$
declare
  commission commissions;
begin
  -- Waits for a settlement in progress.
  select * into commission from commissions where appointment_id = old.appointment_id for no key update;
  if commission.status <> 'cancelled' and commission.credit_amount > 0 then
    raise exception 'the credit for % of % is due or settled', old.id, tg_table_name
      using errcode = 'check_violation', constraint = tg_table_name || '_settled';
  end if;
  return new;
end $$;
create trigger reward_redemptions_settled before update on reward_redemptions for each row
  when (old.status = 'used' and (new.status <> 'used' or new.appointment_id is distinct from old.appointment_id))
  execute function keep_settled_discount();
create trigger promotion_usage_settled before update on promotion_usage for each row
  when (old.status = 'consumed' and (new.status <> 'consumed' or new.appointment_id is distinct from old.appointment_id))
  execute function keep_settled_discount();

create or replace function rewards_room(center uuid, moment timestamptz) returns bigint language sql stable as $$
  select 300000
    + coalesce((select sum(commission_amount - case status when 'paid' then credit_amount else 0 end) from commissions
      where center_id = center and status <> 'cancelled' and created_at > moment - interval '12 months'), 0)
    - coalesce((select sum(discount_amount) from reward_redemptions
      where center_id = center and used_at > moment - interval '12 months' and not exists (
        select from commissions where commissions.appointment_id = reward_redemptions.appointment_id and status = 'paid')), 0)
$$;
comment on function rewards_room is 'how many cents rewards can still pay to a centre: its commissions of the last 12 months and a start amount, less the credits that it was paid and what rewards paid since';
