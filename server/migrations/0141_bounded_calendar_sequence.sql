-- From 2038 on, the seconds of a change exceed the number that a calendar file and the column may have, and no appointment could be
-- written any more. From 2033 on a change raises the number by one.
create or replace function raise_calendar_sequence() returns trigger language plpgsql as $$
begin
  new.calendar_sequence := greatest(
    least(extract(epoch from new.updated_at), 2000000000)::integer,
    case tg_op when 'UPDATE' then old.calendar_sequence + 1 else 0 end);
  return new;
end $$;
