-- Compatible with older code.
-- While the buyer of a package can't book, because the centre blocked them or staff suspended it or took its approval away, the validity
-- stands still. Every such day is added to it once they can book again.
alter table packages
  add column stopped_at timestamptz,
  add constraint packages_stopped_before_end check (stopped_at < valid_until);
comment on column packages.stopped_at is 'since when its buyer can''t book, because of the centre or of staff, so that valid_until is later by each day since then; null: it runs';

create function stop_packages(center uuid, patient uuid, since timestamptz) returns void language sql as $$
  update packages set stopped_at = greatest(since, sold_at)
  where center_id = center and (patient is null or patient_id = patient) and stopped_at is null and refunded_at is null
    and valid_until > greatest(since, sold_at)
$$;
comment on function stop_packages is 'the validity of the packages of a centre, or of one patient there, stands still since then';

create function resume_packages(center uuid, patient uuid, at timestamptz) returns void language sql as $$
  update packages set stopped_at = null, warned_at = null,
    valid_until = valid_until + ceil(greatest(extract(epoch from at - stopped_at), 0) / 86400) * interval '24 hours'
  where center_id = center and (patient is null or patient_id = patient) and stopped_at is not null
    and exists (select from center_profiles where id = center and approved_at is not null)
    and not exists (select from conversations
      where conversations.center_id = center and conversations.patient_id = packages.patient_id and center_blocked_at is not null)
$$;
comment on function resume_packages is 'the validity of those packages runs again, where their buyers can book, with every day that they could not';

create function stop_packages_of_center() returns trigger language plpgsql as $$
begin
  if new.approved_at is null then perform stop_packages(new.id, null, new.updated_at);
  else perform resume_packages(new.id, null, new.updated_at); end if;
  return null;
end $$;
create trigger center_profiles_stop_packages after update of approved_at on center_profiles for each row
  when ((old.approved_at is null) <> (new.approved_at is null)) execute function stop_packages_of_center();

create function stop_packages_of_blocked() returns trigger language plpgsql as $$
begin
  perform stop_packages(new.center_id, new.patient_id, new.center_blocked_at);
  return null;
end $$;
create trigger conversations_stop_packages after insert or update of center_blocked_at, patient_id on conversations for each row
  when (new.center_blocked_at is not null) execute function stop_packages_of_blocked();

-- A sale to a patient whom the centre has blocked; one at the same time as the block waits for it, or the block for the sale.
create function stop_sold_package() returns trigger language plpgsql as $$
begin
  perform from conversations where patient_id = new.patient_id and center_id = new.center_id for share;
  if exists (select from conversations
    where patient_id = new.patient_id and center_id = new.center_id and center_blocked_at is not null) then
    new.stopped_at := new.sold_at;
  end if;
  return new;
end $$;
create trigger packages_stop_sold before insert on packages for each row
  when (new.patient_id is not null) execute function stop_sold_package();

-- A package that stands still has not ended, so none of its sessions has lapsed.
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
    and exists (select from packages
      where id = package_id and stopped_at is null and valid_until <= new.cancelled_at and refunded_at is null);
  update packages set valid_until = extended, warned_at = null
  where id = freed.package_id and valid_until < extended and refunded_at is null;
  return null;
end $$;

-- Those that stand still already: a block says since when, and a missing approval counts from now.
select stop_packages(center_id, patient_id, center_blocked_at) from conversations where center_blocked_at is not null;
select stop_packages(center_profiles.id, null, now()) from center_profiles where approved_at is null and (
  withheld_approval_at is not null or exists (select from moderation_actions action
    where action.target_type = 'center' and action.target_id = center_profiles.id and action.details -> 'before' ->> 'approvedAt' is not null));
