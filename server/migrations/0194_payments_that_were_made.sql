-- Compatible with older code.
-- A desk undoes a payment, and its patient says: «Sí pagué», for seven days, once per payment. Upheld by staff, the payment counts
-- again, with a movement of its own in the till, and the desk undoes it no more.
alter table reports drop constraint reports_kind_check,
  add check (kind in ('review', 'message', 'no_show', 'cancellation', 'early_visit', 'invented_visit', 'refund', 'undone_payment'));
alter table moderation_actions drop constraint moderation_actions_target_type_check,
  add check (target_type in ('user', 'center', 'review', 'message', 'document', 'commission', 'reward', 'promotion', 'no_show',
    'cancellation', 'early_visit', 'invented_visit', 'refund', 'undone_payment'));

alter table payments
  add column objected_at timestamptz,
  add column undone_discount integer check (undone_discount > 0);
comment on column payments.objected_at is 'when its patient objected that the desk had undone it; with no undone_at, staff upheld it';
comment on column payments.undone_discount is 'integer cents of currency: the discount that the patient got back when the payment was undone';

-- The payment of the appointment about which an objection is possible: the one that waits for staff, else the last without an
-- objection, else the last one that staff left undone.
create function disputable_payment(appointment appointments) returns bigint language sql stable as $$
  select payments.id from payments left join reports on reports.kind = 'undone_payment' and reports.subject_id = appointment_id
    and reports.created_at = objected_at and closed_at is null
  where appointment_id = appointment.id and undone_at is not null and counted_until_undone(payments)
  order by reports.id is null, objected_at is not null, payments.id desc limit 1
$$;

create function check_undone_payment_objection() returns trigger language plpgsql as $$
begin
  if new.center_id is not null or not exists (
    select from payments join appointments a on a.id = appointment_id
    where a.id = new.subject_id and a.patient_id = new.reported_by and undone_at is not null and objected_at = new.created_at) then
    raise exception 'appointment % has no undone payment to which this account may object now', new.subject_id
      using errcode = 'check_violation', constraint = 'reports_undone_payment', table = 'reports';
  end if;
  return new;
end $$;
create trigger reports_undone_payment before insert or update of created_at on reports for each row
  when (new.kind = 'undone_payment') execute function check_undone_payment_objection();

create function keep_undone_payment() returns trigger language plpgsql as $$
begin
  if new.objected_at is distinct from old.objected_at and (old.objected_at is not null or not coalesce(
      counted_until_undone(new) and new.objected_at between new.undone_at and new.undone_at + interval '7 days', false)) then
    raise exception 'payment % takes no objection', new.id
      using errcode = 'check_violation', constraint = 'payments_objected', table = 'payments';
  end if;
  if old.undone_at is not null and new.undone_at is distinct from old.undone_at and not (new.undone_at is null and exists (
      select from reports where kind = 'undone_payment' and subject_id = new.appointment_id and created_at = new.objected_at)) then
    raise exception 'payment % was undone', new.id
      using errcode = 'check_violation', constraint = 'payments_undone_kept', table = 'payments';
  end if;
  if old.undone_at is null and new.undone_at is not null and old.objected_at is not null then
    raise exception 'it is decided that payment % was made', new.id
      using errcode = 'check_violation', constraint = 'payments_upheld', table = 'payments';
  end if;
  return new;
end $$;
create trigger payments_undone before update of undone_at, objected_at on payments for each row
  execute function keep_undone_payment();

-- While staff decide, the desk marks no no-show either, also of what was undone before the visit.
create or replace function keep_proof_of_payment() returns trigger language plpgsql as $$
begin
  if has_undone_payment(new) or exists (select from reports
    where kind = 'undone_payment' and subject_id = new.id and closed_at is null) then
    raise exception 'the desk undid a payment of appointment %, whose patient came', new.id
      using errcode = 'check_violation', constraint = 'appointments_paid_visit', table = 'appointments';
  end if;
  return new;
end $$;

create function check_debt_reminder() returns trigger language plpgsql as $$
begin
  if exists (select from reports where kind = 'undone_payment' and subject_id = new.appointment_id and closed_at is null) then
    raise exception 'the debt of appointment % waits for staff', new.appointment_id
      using errcode = 'check_violation', constraint = 'debt_reminders_disputed', table = 'debt_reminders';
  end if;
  return new;
end $$;
create trigger debt_reminders_disputed before insert on debt_reminders for each row execute function check_debt_reminder();

alter table till_movements drop constraint till_movements_kind_check, drop constraint till_movements_sign,
  add check (kind in ('collected', 'undone', 'restored', 'refunded', 'refund_undone')),
  add constraint till_movements_sign check ((kind in ('collected', 'restored', 'refund_undone')) = (amount > 0) and amount <> 0);

create or replace function move_till() returns trigger language plpgsql as $$
declare
  was_undone boolean := tg_op = 'UPDATE' and old.undone_at is not null;
  moved integer;
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
  elsif tg_op = 'UPDATE' and new.checkout_id is null and coalesce(new.refund_amount, 0) < least(old.refund_amount, moved) then
    -- Staff undid it, so no member of the desk did. The appointment's row was updated just before, by the application's clock.
    insert into till_movements (center_id, payment_id, kind, amount, method, at)
      select new.center_id, new.id, 'refund_undone', moved - coalesce(new.refund_amount, 0), new.method, updated_at
      from appointments where id = new.appointment_id;
  end if;
  return null;
end $$;

create function has_kept_undoing(undone_for uuid) returns boolean language sql stable as $$
  select exists (select from payments join reports on reports.kind = 'undone_payment' and reports.subject_id = appointment_id
    and reports.created_at = objected_at and closed_at is not null
    where appointment_id = undone_for and undone_at is not null)
$$;
comment on function has_kept_undoing is 'staff left a payment undone to which the patient objected last, and could decide again';
