-- Who rated a visit was there, also when staff have removed the review.
create function is_rated(appointment appointments) returns boolean language sql stable as $$
  select exists (select from reviews where appointment_id = appointment.id)
    or exists (select from removed_reviews where appointment_id = appointment.id)
$$;

create or replace function check_early_visit_objection() returns trigger language plpgsql as $$
begin
  if new.center_id is not null or not exists (
    select from appointments a
    where a.id = new.subject_id and a.status = 'completed' and a.moved_by = 'center' and a.patient_id = new.reported_by
      and a.starts_at < a.agreed_starts_at and new.created_at >= a.completed_at
      and new.created_at <= greatest(a.completed_at, a.agreed_starts_at) + interval '7 days'
      and not is_rated(a)) then
    raise exception 'appointment % has no early visit to which this account may object now', new.subject_id
      using errcode = 'check_violation', constraint = 'reports_early_visit', table = 'reports';
  end if;
  return new;
end $$;
