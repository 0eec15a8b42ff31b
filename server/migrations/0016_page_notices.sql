-- The page cache of each process learns which centre changed on public pages. Appointments already notify as «agenda».

create function notify_pages(center text) returns void language sql as $$
  select pg_notify('senda_live', json_build_object('topic', 'pages', 'about', 'center', 'id', center)::text)
$$;
comment on function notify_pages is 'the id of a centre, or ''all'' for what any page may show';

-- The argument is the column with the centre's id.
create function notify_pages_of_center() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old is not distinct from new then return null; end if;
  perform notify_pages((case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end) ->> tg_argv[0]);
  return null;
end $$;

create function notify_pages_of_professional() returns trigger language plpgsql as $$
declare
  changed uuid := case when tg_op = 'DELETE' then old.professional_id else new.professional_id end;
begin
  if tg_op = 'UPDATE' and old is not distinct from new then return null; end if;
  perform notify_pages(center_id::text) from professionals where id = changed;
  return null;
end $$;

-- A person's name is on their reviews, and a suspended owner's centre is on no page.
create function notify_pages_of_person() returns trigger language plpgsql as $$
begin
  perform notify_pages(center_id::text) from (select distinct center_id from reviews where patient_id = new.id) reviewed;
  perform notify_pages(id::text) from center_profiles where id = new.id;
  return null;
end $$;

create function notify_all_pages() returns trigger language plpgsql as $$
begin
  perform notify_pages('all');
  return null;
end $$;

create trigger center_profiles_notify_pages after insert or update or delete on center_profiles
  for each row execute function notify_pages_of_center('id');
create trigger professionals_notify_pages after insert or update or delete on professionals
  for each row execute function notify_pages_of_center('center_id');
create trigger services_notify_pages after insert or update or delete on services
  for each row execute function notify_pages_of_center('center_id');
create trigger reviews_notify_pages after insert or update or delete on reviews
  for each row execute function notify_pages_of_center('center_id');
create trigger compliance_checks_notify_pages after insert or update or delete on compliance_checks
  for each row execute function notify_pages_of_center('center_id');
create trigger weekly_hours_notify_pages after insert or update or delete on weekly_hours
  for each row execute function notify_pages_of_professional();
create trigger time_off_notify_pages after insert or update or delete on time_off
  for each row execute function notify_pages_of_professional();
create trigger profiles_notify_pages after update of full_name, status on profiles
  for each row when (old.full_name is distinct from new.full_name or old.status is distinct from new.status)
  execute function notify_pages_of_person();
create trigger places_notify_pages after insert or update or delete on places
  for each statement execute function notify_all_pages();
create trigger service_types_notify_pages after insert or update or delete on service_types
  for each statement execute function notify_all_pages();
create trigger holidays_notify_pages after insert or update or delete on holidays
  for each statement execute function notify_all_pages();
