-- A centre that staff approved for services without a licence offered regulated ones as soon as it added them.

create function once_approved(center uuid, type text) returns boolean
  language sql stable parallel safe
  return exists (
    select from compliance_checks
    where center_id = center and check_type = type and (was_approved or status in ('approved', 'expired')));
comment on function once_approved is 'staff have approved a document of this type at least once, whatever became of it';

create function listed_services(center uuid) returns text[]
  language sql stable parallel safe
  return array(
    select distinct service_type from services
    join professionals on professionals.id = services.professional_id and professionals.is_active
    join service_types on slug = service_type
    join center_profiles on center_profiles.id = services.center_id
    where services.center_id = center and services.is_active
      and (not regulated or approved_at is null and withheld_approval_at is null or once_approved(center, 'license'))
    order by service_type);
comment on function listed_services is 'the slugs that its active professionals offer; of an approved centre, a regulated one only once staff have approved a licence';
comment on column center_profiles.services is 'slugs of service_types that visitors see and book there: listed_services(), kept by the use cases';

-- A centre whose licence lapsed stays without bookings when its owner gives the services an unregulated type, unless staff
-- approved the documents of such a practice, too.
create or replace function license_lapsed(center uuid, services text[], today date) returns boolean
  language sql stable parallel safe
  return case
    when cardinality(services) = 0 then false
    when exists (
      select from compliance_checks
      where center_id = center and check_type = 'license' and status = 'approved'
        and (expiry_date is null or expiry_date >= today)) then false
    when not once_approved(center, 'license') then false
    when exists (select from service_types where slug = any (services) and regulated) then true
    else not (once_approved(center, 'identity') and once_approved(center, 'certification')) end;
comment on function license_lapsed is 'staff approved a licence that is no longer in force, and the practice needs one or was approved with nothing else: nothing new is booked there';

update center_profiles set services = listed_services(id), compliance_status = 'non_compliant'
  where (approved_at is not null or withheld_approval_at is not null) and not once_approved(id, 'license')
    and exists (select from service_types where slug = any (services) and regulated);

update center_profiles set compliance_status = 'non_compliant'
  where verified and compliance_status = 'compliant'
    and exists (select from service_types where slug = any (services) and not regulated)
    and 2 > (
      select count(distinct check_type) from compliance_checks
      where center_id = center_profiles.id and check_type in ('identity', 'certification') and status = 'approved'
        and (expiry_date is null or expiry_date >= (now() at time zone 'America/Montevideo')::date));
