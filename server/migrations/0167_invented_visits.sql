-- Compatible with older code.
-- A desk enters any visit in a patient's history. To a completed one that the patient never booked, accepted, moved or paid online they
-- may object for seven days: «No fui». As for an early visit, staff decide, and annulled it is a cancellation by the centre.
alter table reports drop constraint reports_kind_check,
  add check (kind in ('review', 'message', 'no_show', 'cancellation', 'early_visit', 'invented_visit'));
alter table moderation_actions drop constraint moderation_actions_target_type_check,
  add check (target_type in ('user', 'center', 'review', 'message', 'document', 'commission', 'reward', 'promotion', 'no_show',
    'cancellation', 'early_visit', 'invented_visit'));

create function is_invented_visit(appointment appointments) returns boolean language sql stable as $$
  select appointment.status = 'completed' and appointment.booked_by = 'center' and appointment.patient_id is not null
    and appointment.expected_starts_at is null and not is_rated(appointment)
$$;

create function check_invented_visit_objection() returns trigger language plpgsql as $$
begin
  if new.center_id is not null or not exists (
    select from appointments a
    where a.id = new.subject_id and a.patient_id = new.reported_by and is_invented_visit(a)
      and new.created_at between a.completed_at and a.completed_at + interval '7 days') then
    raise exception 'appointment % has no visit to which this account may object now', new.subject_id
      using errcode = 'check_violation', constraint = 'reports_invented_visit', table = 'reports';
  end if;
  return new;
end $$;
create trigger reports_invented_visit before insert or update of created_at on reports for each row
  when (new.kind = 'invented_visit') execute function check_invented_visit_objection();

create or replace function keep_visit() returns trigger language plpgsql as $$
begin
  if new.status = 'cancelled' and not (new.cancelled_by = 'center' and new.refund_percent = 100
    and exists (select from reports where kind in ('early_visit', 'invented_visit') and subject_id = new.id)) then
    raise exception 'appointment % was %', new.id, old.status
      using errcode = 'check_violation', constraint = 'appointments_visit_kept', table = 'appointments';
  end if;
  if exists (select from reports
      where kind in ('early_visit', 'invented_visit') and subject_id = new.id and closed_at is null) then
    raise exception 'the visit of appointment % waits for staff', new.id
      using errcode = 'check_violation', constraint = 'appointments_visit_disputed', table = 'appointments';
  end if;
  return new;
end $$;
