-- Compatible with older code.
-- A change of a centre that no visitor sees, before and after it, changes no page. Otherwise the owner of an unapproved centre
-- could have every list rendered again by saving it. A centre that is published at the same moment may show a list without
-- the change until the list is too old.
create function notify_pages_if_visible(center uuid) returns void language sql as $$
  select notify_pages(id::text) from center_profiles where id = center and is_public and approved_at is not null
$$;
comment on function notify_pages_if_visible is 'notify_pages() for a centre that visitors see';

create function notify_pages_of_own_center() returns trigger language plpgsql as $$
declare
  was_visible boolean := tg_op <> 'INSERT';
  is_visible boolean := tg_op <> 'DELETE';
begin
  if tg_op = 'UPDATE' and old is not distinct from new then return null; end if;
  if was_visible then was_visible := old.is_public and old.approved_at is not null; end if;
  if is_visible then is_visible := new.is_public and new.approved_at is not null; end if;
  if was_visible or is_visible then
    perform notify_pages((case when tg_op = 'DELETE' then old.id else new.id end)::text);
  end if;
  return null;
end $$;

-- The argument is the column with the centre's id.
create or replace function notify_pages_of_center() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old is not distinct from new then return null; end if;
  perform notify_pages_if_visible(
    ((case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end) ->> tg_argv[0])::uuid);
  return null;
end $$;

create or replace function notify_pages_of_professional() returns trigger language plpgsql as $$
declare
  changed uuid := case when tg_op = 'DELETE' then old.professional_id else new.professional_id end;
begin
  if tg_op = 'UPDATE' and old is not distinct from new then return null; end if;
  perform notify_pages_if_visible(center_id) from professionals where id = changed;
  return null;
end $$;

-- A person's name is on their reviews, and a suspended owner's centre is on no page.
create or replace function notify_pages_of_person() returns trigger language plpgsql as $$
begin
  perform notify_pages_if_visible(center_id) from (select distinct center_id from reviews where patient_id = new.id) reviewed;
  perform notify_pages_if_visible(new.id);
  return null;
end $$;

drop trigger center_profiles_notify_pages on center_profiles;
create trigger center_profiles_notify_pages after insert or update or delete on center_profiles
  for each row execute function notify_pages_of_own_center();
