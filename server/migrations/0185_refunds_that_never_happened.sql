-- Compatible with older code.
-- A desk records that it gave money back after a visit, which ends the commission and takes the points back. For seven days the patient
-- may object: «No me devolvieron nada». Annulled by staff, the refund is undone, with a movement of its own in the till.
alter table reports drop constraint reports_kind_check,
  add check (kind in ('review', 'message', 'no_show', 'cancellation', 'early_visit', 'invented_visit', 'refund'));
alter table moderation_actions drop constraint moderation_actions_target_type_check,
  add check (target_type in ('user', 'center', 'review', 'message', 'document', 'commission', 'reward', 'promotion', 'no_show',
    'cancellation', 'early_visit', 'invented_visit', 'refund'));

create function desk_refunded_at(appointment appointments) returns timestamptz language sql stable as $$
  select max(refunded_at) from payments
  where appointment.status = 'completed' and appointment.paid_amount > 0 and appointment_id = appointment.id
    and checkout_id is null and undone_at is null
$$;
comment on function desk_refunded_at is 'when the desk last recorded that it gave back money of a completed appointment';

-- While a visit can be objected to, or could when the refund was recorded, that is the objection: annulled, it gives everything back.
create function is_disputable_refund(appointment appointments) returns boolean language sql stable as $$
  select coalesce(appointment.patient_id is not null and refunded.at is not null
    and (not (is_early_visit(appointment) or is_invented_visit(appointment))
      or refunded.at > greatest(appointment.completed_at,
        case when is_early_visit(appointment) then appointment.expected_starts_at end) + interval '7 days'), false)
  from desk_refunded_at(appointment) as refunded (at)
$$;

create function check_refund_objection() returns trigger language plpgsql as $$
begin
  if new.center_id is not null or not exists (
    select from appointments a
    where a.id = new.subject_id and a.patient_id = new.reported_by and is_disputable_refund(a)
      and new.created_at between desk_refunded_at(a) and desk_refunded_at(a) + interval '7 days') then
    raise exception 'appointment % has no refund to which this account may object now', new.subject_id
      using errcode = 'check_violation', constraint = 'reports_refund', table = 'reports';
  end if;
  return new;
end $$;
create trigger reports_refund before insert or update of created_at on reports for each row
  when (new.kind = 'refund') execute function check_refund_objection();

-- What the desk gave back becomes less only by such an objection, and nothing is added while a completed visit waits for staff.
create function keep_desk_refund() returns trigger language plpgsql as $$
begin
  if coalesce(new.refund_amount, 0) < old.refund_amount
    and not exists (select from reports where kind = 'refund' and subject_id = new.appointment_id) then
    raise exception 'the refund of payment % was recorded', new.id
      using errcode = 'check_violation', constraint = 'payments_refund_kept', table = 'payments';
  end if;
  if coalesce(new.refund_amount, 0) > coalesce(old.refund_amount, 0)
    and exists (select from reports where kind in ('early_visit', 'invented_visit', 'refund')
      and subject_id = new.appointment_id and closed_at is null) then
    raise exception 'appointment % waits for staff', new.appointment_id
      using errcode = 'check_violation', constraint = 'payments_refund_disputed', table = 'payments';
  end if;
  return new;
end $$;
create trigger payments_refund before update of refund_amount on payments for each row
  when (new.checkout_id is null) execute function keep_desk_refund();

alter table till_movements drop constraint till_movements_kind_check, drop constraint till_movements_check,
  add check (kind in ('collected', 'undone', 'refunded', 'refund_undone')),
  add constraint till_movements_sign check ((kind in ('collected', 'refund_undone')) = (amount > 0) and amount <> 0);

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
