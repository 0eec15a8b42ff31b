-- An open objection to a no-show ends by staff's decision, or when the appointment is completed after all. The desk reopens
-- it without ending the objection, and after such a completion marks no no-show any more. This holds for every writer.
create function end_no_show_objection() returns trigger language plpgsql as $$
begin
  update reports set closed_at = new.updated_at
    where kind = 'no_show' and subject_id = new.id and center_id is null and closed_at is null;
  if found then
    new.attendance_upheld_at := new.updated_at;
  end if;
  return new;
end $$;
create trigger appointments_objection_ends before update of status on appointments for each row
  when (new.status = 'completed' and old.status <> 'completed' and new.no_show_at is not null)
  execute function end_no_show_objection();

create or replace function keep_upheld_attendance() returns trigger language plpgsql as $$
begin
  raise exception 'it is decided that the patient of appointment % came', new.id
    using errcode = 'check_violation', constraint = 'appointments_attendance_upheld', table = 'appointments';
end $$;
comment on column appointments.attendance_upheld_at is 'staff, or the centre after an objection, decided that the patient came: the desk marks no no-show any more';
