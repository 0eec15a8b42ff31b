-- The days on which a whole centre is closed. Each closes the calendar of every professional, also of one who is added later.
create table closing_days (
  center_id uuid not null references center_profiles on delete cascade,
  date date not null,
  reason text not null check (length(reason) <= 300),
  created_at timestamptz not null,
  primary key (center_id, date)
);
comment on table closing_days is 'local days on which the centre is closed; triggers add the absence of each professional, from which free times are computed';

create function span_of_day(day date) returns tstzrange language sql immutable as $$
  select tstzrange(day::timestamp at time zone 'America/Montevideo', (day + 1)::timestamp at time zone 'America/Montevideo')
$$;
comment on function span_of_day is 'the whole local day';

-- A day that all active professionals of a centre have off for a holiday, as the screen of holidays added it.
insert into closing_days (center_id, date, reason, created_at)
select professionals.center_id, holidays.date, holidays.name, now()
from holidays cross join professionals
where professionals.is_active
group by professionals.center_id, holidays.date, holidays.name
having bool_and(exists (
  select from time_off
  where time_off.professional_id = professionals.id and time_off.reason = holidays.name
    and time_off.during = span_of_day(holidays.date)));

-- Serialises the two triggers of a centre: the later one sees what the earlier one has stored.
create function lock_closing_days(center uuid) returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended('closing_days ' || center::text, 0))
$$;

create function close_for_team() returns trigger language plpgsql as $$
begin
  perform lock_closing_days(new.center_id);
  insert into time_off (id, professional_id, during, reason, created_at)
  select gen_random_uuid(), professionals.id, span_of_day(new.date), new.reason, new.created_at
  from professionals
  where professionals.center_id = new.center_id and not exists (
    select from time_off where time_off.professional_id = professionals.id and time_off.during @> span_of_day(new.date));
  return null;
end
$$;
create trigger closing_days_close_for_team after insert on closing_days for each row execute function close_for_team();

create function close_for_professional() returns trigger language plpgsql as $$
begin
  perform lock_closing_days(new.center_id);
  insert into time_off (id, professional_id, during, reason, created_at)
  select gen_random_uuid(), new.id, span_of_day(closing_days.date), closing_days.reason, closing_days.created_at
  from closing_days
  where closing_days.center_id = new.center_id and not exists (
    select from time_off where time_off.professional_id = new.id and time_off.during @> span_of_day(closing_days.date));
  return null;
end
$$;
create trigger professionals_close_when_added after insert on professionals for each row
  execute function close_for_professional();
create trigger professionals_close_when_active after update of is_active on professionals for each row
  when (new.is_active and not old.is_active) execute function close_for_professional();
