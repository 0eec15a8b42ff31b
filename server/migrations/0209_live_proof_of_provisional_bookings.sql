-- Compatible with older code.
-- The calendar of the desk marks provisional appointments, so it follows the confirmation of the address that ends the condition.
create function notify_provisional() returns trigger language plpgsql as $$
begin
  perform notify_live('center:' || center_id, 'rows', tg_table_name) from (
    select distinct center_id from appointments
    where patient_id = new.id and proof_due_at is not null and status in ('pending', 'confirmed')) provisional;
  return null;
end $$;
create trigger users_notify_provisional after update of email_verified_at on users
  for each row when (old.email_verified_at is distinct from new.email_verified_at) execute function notify_provisional();
