-- Calendar programs keep the version of an event with the highest number. The time of the change alone is not enough: two changes
-- in one second have the same, and a clock that is set back gives a lower one.
alter table appointments add column calendar_sequence integer not null default 0;
comment on column appointments.calendar_sequence is 'SEQUENCE in calendar files: grows with every change';
update appointments set calendar_sequence = extract(epoch from updated_at)::integer;
create function raise_calendar_sequence() returns trigger language plpgsql as $$
begin
  new.calendar_sequence := greatest(
    extract(epoch from new.updated_at)::integer,
    case tg_op when 'UPDATE' then old.calendar_sequence + 1 else 0 end);
  return new;
end $$;
create trigger appointments_calendar_sequence before insert or update of during, status, place, home_address, accepted_at,
  professional_id, updated_at on appointments
  for each row execute function raise_calendar_sequence();
