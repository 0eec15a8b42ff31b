-- Compatible with older code.
-- Patients read the names of the professional and the service on their appointments, so a change of one tells them. The visits
-- of the past follow with the next refetch, as those of a renamed centre do: there may be thousands of former patients.
create function notify_new_name() returns trigger language plpgsql as $$
begin
  perform notify_live('user:' || patient_id, 'rows', tg_table_name)
  from (select distinct patient_id from appointments
    where center_id = new.center_id and patient_id is not null and status in ('pending', 'confirmed')
      and case tg_table_name when 'services' then service_id = new.id else professional_id = new.id end) known;
  return null;
end $$;
create trigger professionals_notify_new_name after update of full_name on professionals
  for each row when (old.full_name is distinct from new.full_name) execute function notify_new_name();
create trigger services_notify_new_name after update of name on services
  for each row when (old.name is distinct from new.name) execute function notify_new_name();
