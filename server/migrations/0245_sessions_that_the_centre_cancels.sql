-- Compatible with older code.
-- A session that the centre cancels would be lost when its package ends before another time can be found: the package then lasts 30 days
-- more (packageExtensionDays), and its buyer is told of that end as of the first one.
create or replace function release_package_session() returns trigger language plpgsql as $$
declare
  released uuid;
  extended timestamptz :=
    ((new.cancelled_at at time zone 'America/Montevideo')::date + 31)::timestamp at time zone 'America/Montevideo';
begin
  update package_sessions set appointment_id = null where appointment_id = new.id returning package_id into released;
  if released is not null and new.cancelled_by <> 'patient' then
    update packages set valid_until = extended, warned_at = null
    where id = released and valid_until < extended and refunded_at is null;
  end if;
  return null;
end $$;
