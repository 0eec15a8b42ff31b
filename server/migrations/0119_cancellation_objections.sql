-- A patient may object for seven days to a cancellation that the desk recorded in their name. As for a no-show, the objection is
-- a report, on which staff decide.
alter table reports drop constraint reports_kind_check,
  add check (kind in ('review', 'message', 'no_show', 'cancellation'));
alter table moderation_actions drop constraint moderation_actions_target_type_check,
  add check (target_type in ('user', 'center', 'review', 'message', 'document', 'commission', 'reward', 'promotion', 'no_show',
    'cancellation'));

-- The code says why it refuses; this holds for every writer.
create function check_cancellation_objection() returns trigger language plpgsql as $$
begin
  if new.center_id is not null or not exists (
    select from appointments
    where id = new.subject_id and status = 'cancelled' and cancelled_at_desk and patient_id = new.reported_by
      and new.created_at between cancelled_at and cancelled_at + interval '7 days') then
    raise exception 'appointment % has no cancellation to which this account may object now', new.subject_id
      using errcode = 'check_violation', constraint = 'reports_cancellation', table = 'reports';
  end if;
  return new;
end $$;
create trigger reports_cancellation before insert or update of created_at on reports for each row
  when (new.kind = 'cancellation') execute function check_cancellation_objection();

-- Who cancelled an appointment stays as it was recorded. After an objection it can become the centre, which gives back everything.
create function keep_canceller() returns trigger language plpgsql as $$
begin
  if not (old.cancelled_at_desk and new.cancelled_by = 'center' and new.refund_percent = 100
    and exists (select from reports where kind = 'cancellation' and subject_id = new.id)) then
    raise exception 'the cancellation of appointment % is recorded with the one who cancelled', new.id
      using errcode = 'check_violation', constraint = 'appointments_canceller', table = 'appointments';
  end if;
  return new;
end $$;
create trigger appointments_canceller before update of cancelled_by on appointments for each row
  when (old.status = 'cancelled' and new.status = 'cancelled' and new.cancelled_by is distinct from old.cancelled_by)
  execute function keep_canceller();

create index appointments_cancelled_of_center on appointments (center_id, cancelled_at)
  where cancelled_by = 'patient';
comment on index appointments_cancelled_of_center is 'how many cancellations of patients a centre recorded itself, beside an objection';
