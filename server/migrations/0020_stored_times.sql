-- The start times of a service, stored as one mask for each day of the week, so that a search reads them instead of computing them.

create function half_hours(first integer, last integer) returns bigint
  language sql immutable parallel safe
  return case when least(last, 47) < greatest(first, 0) then 0::bigint
    else ((1::bigint << (least(last, 47) + 1)) - 1) & ~((1::bigint << greatest(first, 0)) - 1) end;
comment on function half_hours is 'the half hours of a day from first to last as a mask; bit 0 is 00:00, bit 47 is 23:30';

create function weekly_starts_of(professional uuid, minutes integer) returns bigint[]
  language sql stable as $$
  select array(
    select coalesce(starts, 0)
    from generate_series(1, 7) as weekday
    left join (
      select weekday,
        bit_or(half_hours(ceil(lower(open) / 30.0)::integer, floor((upper(open) - minutes) / 30.0)::integer)) as starts
      from (
        -- Intervals that touch become one.
        select weekday, unnest(range_agg(int4range(start_minute, end_minute))) as open
        from weekly_hours where professional_id = professional group by weekday) as intervals
      group by weekday) as worked using (weekday)
    order by weekday)
$$;

alter table services add column weekly_starts bigint[] check (cardinality(weekly_starts) = 7);
comment on column services.weekly_starts is 'from Monday: the half hours at which it can start while nothing is booked, as masks; null while the service or its professional is inactive; kept by triggers';

-- The same list and order as in server/features/search/rules/fitting-services.ts; a test compares them.
create function purposes_of(value text) returns integer
  language sql immutable parallel safe as $$
  select coalesce(bit_or(case when folded ~ ('(^|[^[:alnum:]])(' || named || ')') then 1 << bit else 0 end), 0)
  from (select public.fold(value) as folded) as text_of_name, (values
    (0, 'pareja'), (1, 'familia'), (2, 'control|seguimiento'), (3, 'madres|padres'), (4, 'grup|taller'),
    (5, 'embarazo|prenatal|parto'), (6, 'pelvi|perine'), (7, 'infantil|nino|nina|bebe|pediatr'), (8, 'deport'),
    (9, 'vocacional'), (10, 'hogar|domicilio'), (11, 'psiquiatr'), (12, 'neuro'), (13, 'cardi')) as purposes (bit, named)
$$;
alter table services add column purposes integer not null generated always as (purposes_of(name)) stored;
comment on column services.purposes is 'for whom its name says that it is, as bits';

-- Before the row is stored. The lock makes it wait for a transaction that changes the hours, and the reverse.
create function store_weekly_starts() returns trigger language plpgsql as $$
declare
  active boolean;
begin
  select is_active into active from professionals where id = new.professional_id for share;
  new.weekly_starts := case when active and new.is_active then weekly_starts_of(new.professional_id, new.duration_minutes) end;
  return new;
end $$;
create trigger services_store_weekly_starts
  before insert or update of professional_id, duration_minutes, is_active, weekly_starts on services
  for each row execute function store_weekly_starts();

create function refresh_weekly_starts(changed uuid[]) returns void language plpgsql as $$
begin
  perform from professionals where id = any (changed) order by id for no key update;
  -- The trigger above computes them.
  update services set weekly_starts = null where professional_id = any (changed);
end $$;

create function refresh_starts_of_professional() returns trigger language plpgsql as $$
begin
  perform refresh_weekly_starts(array[new.id]);
  return null;
end $$;
create trigger professionals_refresh_weekly_starts after update of is_active on professionals
  for each row when (old.is_active is distinct from new.is_active) execute function refresh_starts_of_professional();

create function refresh_starts_of_hours() returns trigger language plpgsql as $$
begin
  perform refresh_weekly_starts(array(select distinct professional_id from changed_hours));
  return null;
end $$;
create trigger weekly_hours_inserted_refresh_starts after insert on weekly_hours
  referencing new table as changed_hours for each statement execute function refresh_starts_of_hours();
create trigger weekly_hours_deleted_refresh_starts after delete on weekly_hours
  referencing old table as changed_hours for each statement execute function refresh_starts_of_hours();
create function refresh_starts_of_changed_hours() returns trigger language plpgsql as $$
begin
  perform refresh_weekly_starts(array(
    select professional_id from hours_before union select professional_id from hours_after));
  return null;
end $$;
create trigger weekly_hours_updated_refresh_starts after update on weekly_hours
  referencing old table as hours_before new table as hours_after for each statement execute function refresh_starts_of_changed_hours();

-- What disagrees with the hours: an operator's command reports and repairs it.
create function stale_weekly_starts() returns table (service_id uuid) language sql stable as $$
  select services.id from services join professionals on professionals.id = services.professional_id
  where weekly_starts is distinct from case when services.is_active and professionals.is_active
    then weekly_starts_of(services.professional_id, duration_minutes) end
$$;

update services set weekly_starts = null;

-- The booked times of a day are found by their start, so none may be longer than this.
alter table appointments add constraint appointments_within_a_day check (upper(during) - lower(during) <= interval '1 day');
create index appointments_booked_times on appointments (professional_id, starts_at)
  include (ends_at, status, hold_expires_at, holder_key)
  where status in ('held', 'pending', 'confirmed', 'completed');
comment on index appointments_booked_times is 'the booked times of a professional, without reading the appointments';

create index center_profiles_unplaced on center_profiles (weighted_rating(rating, total_reviews) desc, id)
  where is_public and approved_at is not null and position is null;
comment on index center_profiles_unplaced is 'search by distance: centres without coordinates, which are last';
