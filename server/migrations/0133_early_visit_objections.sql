-- A patient may object for seven days to an appointment that the desk moved to an earlier start than they agreed to, and completed
-- before that: «No fui a esa hora». As for a no-show, the objection is a report, on which staff decide.
alter table reports drop constraint reports_kind_check,
  add check (kind in ('review', 'message', 'no_show', 'cancellation', 'early_visit'));
alter table moderation_actions drop constraint moderation_actions_target_type_check,
  add check (target_type in ('user', 'center', 'review', 'message', 'document', 'commission', 'reward', 'promotion', 'no_show',
    'cancellation', 'early_visit'));

-- The code says why it refuses; these hold for every writer.
create function check_early_visit_objection() returns trigger language plpgsql as $$
begin
  if new.center_id is not null or not exists (
    select from appointments a
    where a.id = new.subject_id and a.status = 'completed' and a.moved_by = 'center' and a.patient_id = new.reported_by
      and a.starts_at < a.agreed_starts_at and a.completed_at < a.agreed_starts_at
      and new.created_at between a.completed_at and a.completed_at + interval '7 days'
      and not exists (select from reviews where appointment_id = a.id)) then
    raise exception 'appointment % has no early visit to which this account may object now', new.subject_id
      using errcode = 'check_violation', constraint = 'reports_early_visit', table = 'reports';
  end if;
  return new;
end $$;
create trigger reports_early_visit before insert or update of created_at on reports for each row
  when (new.kind = 'early_visit') execute function check_early_visit_objection();

-- A completed appointment is cancelled only by staff's decision on such an objection, as by the centre, which gives back everything.
-- While the objection is open, it stays completed.
create function keep_visit() returns trigger language plpgsql as $$
begin
  if exists (select from reports where kind = 'early_visit' and subject_id = new.id and closed_at is null) then
    raise exception 'the visit of appointment % waits for staff', new.id
      using errcode = 'check_violation', constraint = 'appointments_visit_disputed', table = 'appointments';
  end if;
  if new.status = 'cancelled' and not (new.cancelled_by = 'center' and new.refund_percent = 100
    and exists (select from reports where kind = 'early_visit' and subject_id = new.id)) then
    raise exception 'appointment % was completed', new.id
      using errcode = 'check_violation', constraint = 'appointments_visit_kept', table = 'appointments';
  end if;
  return new;
end $$;
create trigger appointments_visit before update of status on appointments for each row
  when (old.status = 'completed' and new.status <> 'completed') execute function keep_visit();

create or replace function check_review_accepted() returns trigger language plpgsql as $$
begin
  if exists (select from appointments
      where id = new.appointment_id and booked_by = 'center' and accepted_at is null) then
    raise exception 'appointment % was entered by the desk and not accepted', new.appointment_id
      using errcode = 'check_violation', constraint = 'reviews_accepted', table = 'reviews';
  end if;
  perform from appointments where id = new.appointment_id for share;
  if exists (select from reports where kind = 'early_visit' and subject_id = new.appointment_id and closed_at is null) then
    raise exception 'the visit of appointment % waits for staff', new.appointment_id
      using errcode = 'check_violation', constraint = 'reviews_disputed', table = 'reviews';
  end if;
  return new;
end $$;
