-- Cancellation terms, evidence and publication as they are on the day that a person asks.

alter table appointments add column booked_at timestamptz;
comment on column appointments.booked_at is 'when it was booked, whatever moved since: cancelling is free for half an hour from then on';
update appointments set booked_at = case when moved_at is null then coalesce(requested_at, created_at) else created_at end
  where status <> 'held';

alter table compliance_checks
  drop constraint compliance_checks_check_type_check,
  add constraint compliance_checks_check_type_check check (check_type in ('license', 'identity', 'insurance', 'certification'));
comment on column compliance_checks.check_type is 'identity: of the person behind a practice whose therapies have no regulated licence';

-- The documents decide on the day of the question: no job has to run first, and none can leave a stale answer behind.
create function license_lapsed(center uuid, services text[], today date) returns boolean
  language sql stable parallel safe
  return exists (
      select from compliance_checks
      where center_id = center and check_type = 'license'
        and (status in ('rejected', 'expired') or status = 'approved' and expiry_date < today))
    and not exists (
      select from compliance_checks
      where center_id = center and check_type = 'license' and status = 'approved'
        and (expiry_date is null or expiry_date >= today))
    and exists (select from service_types where slug = any (services) and regulated);
comment on function license_lapsed is 'the licence of a practice that needs one was rejected or has lapsed: nothing new is booked there';

alter table center_profiles
  drop column takes_bookings,
  add column help_requested_at timestamptz;
comment on column center_profiles.help_requested_at is 'when its owner last asked Senda for help with the first steps';
