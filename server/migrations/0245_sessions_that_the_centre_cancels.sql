-- Compatible with older code.
-- A session that the centre cancels, or a request that it leaves unanswered, would be lost when its package ends before another time can be
-- found: the package then lasts 30 days more (packageExtensionDays), and its buyer is told of that end as of the first one. What had lapsed
-- before stays lost.
alter table package_sessions
  add column has_lapsed boolean not null default false,
  add constraint package_sessions_lapsed_unused check (not has_lapsed or appointment_id is null);
comment on column package_sessions.has_lapsed is 'it was free when the package ended, and the package lasts longer only for a session that the centre cancelled';

create or replace function release_package_session() returns trigger language plpgsql as $$
declare
  freed package_sessions;
  extended timestamptz :=
    ((new.cancelled_at at time zone 'America/Montevideo')::date + 31)::timestamp at time zone 'America/Montevideo';
  is_by_patient boolean := new.cancelled_by = 'patient'
    or new.cancelled_by = 'system' and (old.status <> 'pending' or old.proof_due_at is not null);
begin
  update package_sessions set appointment_id = null where appointment_id = new.id returning * into freed;
  if freed.package_id is null or is_by_patient then return null; end if;
  update package_sessions set has_lapsed = true
  where package_id = freed.package_id and number <> freed.number and appointment_id is null and not has_lapsed
    and exists (select from packages where id = package_id and valid_until <= new.cancelled_at and refunded_at is null);
  update packages set valid_until = extended, warned_at = null
  where id = freed.package_id and valid_until < extended and refunded_at is null;
  return null;
end $$;
