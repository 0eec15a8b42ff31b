-- A closing of several days is one absence for each professional, also for one who is added later. An inactive one gets
-- it once active again, so that a centre that opens its days again leaves them none.
create or replace function close_for_team() returns trigger language plpgsql as $$
begin
  perform lock_closing_days(new.center_id);
  insert into time_off (id, professional_id, during, reason, created_at)
  select gen_random_uuid(), professionals.id, span_of_day(new.date), new.reason, new.created_at
  from professionals
  where professionals.center_id = new.center_id and professionals.is_active and not exists (
    select from time_off where time_off.professional_id = professionals.id and time_off.during @> span_of_day(new.date));
  return null;
end
$$;

create or replace function close_for_professional() returns trigger language plpgsql as $$
begin
  perform lock_closing_days(new.center_id);
  insert into time_off (id, professional_id, during, reason, created_at)
  select gen_random_uuid(), new.id, closings.during, closings.reason, closings.created_at
  from (
    select unnest(range_agg(span_of_day(closing_days.date))) as during, closing_days.reason, closing_days.created_at
    from closing_days
    where closing_days.center_id = new.center_id and not exists (
      select from time_off where time_off.professional_id = new.id and time_off.during @> span_of_day(closing_days.date))
    group by closing_days.reason, closing_days.created_at) as closings;
  return null;
end
$$;
