-- Compatible with older code.
-- A refund in part that is added to was read as owed as a whole, and an objection took back every refund of its week.
create function refund_owed(payment payments) returns integer language sql stable as $$
  select case when payment.refund_amount is null or payment.refunded_at is not null or payment.undone_at is not null then 0
    else greatest(payment.refund_amount + (select coalesce(sum(amount), 0) from till_movements
      where payment_id = payment.id and kind in ('refunded', 'refund_undone')), 0)::integer end
$$;
comment on function refund_owed is 'integer cents: the refund of a payment less what the till moved for it';

-- An objection is about what the desk gave back in its seven days, and since the last decision of staff that its last refund followed.
create function disputed_refunds_since(disputed uuid) returns timestamptz language sql stable as $$
  select greatest(
    (select max(created_at) - interval '7 days' from reports where kind = 'refund' and subject_id = disputed),
    (select max(created_at) from moderation_actions decided
      where target_id = disputed and target_type in ('cancellation', 'early_visit', 'invented_visit', 'refund') and undoes is null
        and not exists (select from moderation_actions undo where undo.undoes = decided.id)
        and created_at < (select max(at) from till_movements join payments on payments.id = payment_id
          where appointment_id = disputed and checkout_id is null and kind = 'refunded')))
$$;

create or replace function move_till() returns trigger language plpgsql as $$
declare
  was_undone boolean := tg_op = 'UPDATE' and old.undone_at is not null;
  moved integer;
  returned integer := 0;
begin
  if tg_op = 'INSERT' then
    insert into till_movements (center_id, payment_id, kind, amount, method, at, member_id)
      values (new.center_id, new.id, 'collected', new.amount, new.method, new.collected_at, new.collected_by);
  end if;
  if new.undone_at is not null and not was_undone then
    insert into till_movements (center_id, payment_id, kind, amount, method, at, member_id)
      values (new.center_id, new.id, 'undone', -new.amount, new.method, new.undone_at, new.undone_by);
  elsif new.undone_at is null and was_undone then
    -- Staff upheld the payment. The appointment's row was updated just before, by the application's clock.
    insert into till_movements (center_id, payment_id, kind, amount, method, at)
      select new.center_id, new.id, 'restored', new.amount, new.method, updated_at from appointments where id = new.appointment_id;
  end if;
  select coalesce(-sum(amount), 0) into moved from till_movements
    where payment_id = new.id and kind in ('refunded', 'refund_undone');
  if new.refunded_at is not null and new.refund_amount > moved then
    insert into till_movements (center_id, payment_id, kind, amount, method, at, member_id)
      values (new.center_id, new.id, 'refunded', moved - new.refund_amount, new.method, new.refunded_at, new.refunded_by);
  elsif tg_op = 'UPDATE' and new.checkout_id is null then
    if coalesce(new.refund_amount, 0) < least(old.refund_amount, moved) then
      returned := moved - coalesce(new.refund_amount, 0);
    elsif old.refunded_at is not null and new.refunded_at is null and new.refund_amount = old.refund_amount then
      -- Of a cancelled appointment, what the objection is about. Older parts stay paid.
      select coalesce(-sum(amount), 0) into returned from till_movements
        where payment_id = new.id and kind = 'refunded' and at >= disputed_refunds_since(new.appointment_id)
          and id > coalesce((select max(id) from till_movements where payment_id = new.id and kind = 'refund_undone'), 0);
    end if;
    if returned > 0 then
      -- Staff undid it, so no member of the desk did. The appointment's row was updated just before, by the application's clock.
      insert into till_movements (center_id, payment_id, kind, amount, method, at)
        select new.center_id, new.id, 'refund_undone', returned, new.method, updated_at
        from appointments where id = new.appointment_id;
    end if;
  end if;
  return null;
end $$;
