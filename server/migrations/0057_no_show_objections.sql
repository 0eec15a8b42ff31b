-- A patient whom the desk marked as a no-show may object for seven days. The objection is a report, on which staff decide.
alter table appointments
  add column no_show_at timestamptz,
  add column attendance_upheld_at timestamptz;
comment on column appointments.attendance_upheld_at is 'staff decided that the patient came: the desk marks no no-show any more';
comment on column appointments.no_show_at is 'when the desk last marked a no-show: the patient may object for seven days';

alter table reports drop constraint reports_kind_check, add check (kind in ('review', 'message', 'no_show'));

-- The code says why it refuses; this holds for every writer. Staff decide once on each mark.
create function check_no_show_objection() returns trigger language plpgsql as $$
begin
  if new.center_id is not null or not exists (
    select from appointments
    where id = new.subject_id and status = 'no_show' and patient_id = new.reported_by
      and new.created_at between no_show_at and no_show_at + interval '7 days') then
    raise exception 'appointment % has no no-show to which this account may object now', new.subject_id
      using errcode = 'check_violation', constraint = 'reports_no_show', table = 'reports';
  end if;
  return new;
end $$;
create trigger reports_no_show before insert or update of created_at on reports for each row
  when (new.kind = 'no_show') execute function check_no_show_objection();

create function keep_upheld_attendance() returns trigger language plpgsql as $$
begin
  raise exception 'staff decided that the patient of appointment % came', new.id
    using errcode = 'check_violation', constraint = 'appointments_attendance_upheld', table = 'appointments';
end $$;
create trigger appointments_attendance_upheld before update of status on appointments for each row
  when (new.status = 'no_show' and new.attendance_upheld_at is not null) execute function keep_upheld_attendance();

create index appointments_closed_of_center on appointments (center_id, starts_at)
  where status in ('completed', 'no_show') and booked_by = 'patient';
comment on index appointments_closed_of_center is 'a centre''s share of no-shows, in staff''s list';
