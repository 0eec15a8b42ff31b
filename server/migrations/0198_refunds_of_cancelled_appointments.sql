-- Compatible with older code.
-- A desk records that it gave back what it owed for a cancelled appointment. For seven days the patient may object: «No me devolvieron
-- nada». Upheld by staff, the refund is owed again, with a movement of its own in the till.
create or replace function desk_refunded_at(appointment appointments) returns timestamptz language sql stable as $$
  select max(refunded_at) from payments
  where appointment.status in ('completed', 'cancelled') and appointment.paid_amount > 0 and appointment_id = appointment.id
    and checkout_id is null and undone_at is null
$$;
comment on function desk_refunded_at is 'when the desk last recorded that it gave back money of a completed or cancelled appointment';

-- One objection per refund: a report of the patient has one row for the appointment, whose time the next refund lets move on.
create or replace function check_refund_objection() returns trigger language plpgsql as $$
begin
  if new.center_id is not null or not exists (
    select from appointments a
    where a.id = new.subject_id and a.patient_id = new.reported_by and is_disputable_refund(a)
      and new.created_at between desk_refunded_at(a) and desk_refunded_at(a) + interval '7 days'
      and (tg_op = 'INSERT' or old.created_at < desk_refunded_at(a))) then
    raise exception 'appointment % has no refund to which this account may object now', new.subject_id
      using errcode = 'check_violation', constraint = 'reports_refund', table = 'reports';
  end if;
  return new;
end $$;

-- What a centre gave back of a cancelled appointment is owed again only by such an objection. When staff add to what it owes, as with a
-- cancellation that was the centre's, what it gave back before counts.
create function keep_paid_refund() returns trigger language plpgsql as $$
begin
  if not exists (select from reports where kind = 'refund' and subject_id = new.appointment_id) then
    raise exception 'the refund of payment % was recorded', new.id
      using errcode = 'check_violation', constraint = 'payments_refund_kept', table = 'payments';
  end if;
  return new;
end $$;
create trigger payments_refund_paid before update of refunded_at on payments for each row
  when (new.checkout_id is null and old.refunded_at is not null and new.refunded_at is null
    and new.refund_amount = old.refund_amount) execute function keep_paid_refund();

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
      -- Of a cancelled appointment, what was given back in the seven days before the objection. Older parts stay paid.
      select coalesce(-sum(amount), 0) into returned from till_movements
        where payment_id = new.id and kind = 'refunded'
          and at >= (select max(created_at) from reports where kind = 'refund' and subject_id = new.appointment_id) - interval '7 days'
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
