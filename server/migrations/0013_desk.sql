-- The desk's harder days: who asked to cancel, whom it still has to telephone, and how many people a centre compensates in a day.

alter table appointments
  add column cancelled_at_desk boolean not null default false,
  add constraint appointments_cancelled_at_desk check (not cancelled_at_desk or cancelled_by = 'patient');
comment on column appointments.cancelled_at_desk is 'the desk wrote down that the patient cancelled: the patient''s terms apply, and the patient reads who wrote it';

create table desk_calls (
  appointment_id uuid primary key,
  center_id uuid not null,
  was_at timestamptz not null,
  called_at timestamptz,
  created_at timestamptz not null,
  foreign key (appointment_id, center_id) references appointments (id, center_id) on delete cascade
);
comment on table desk_calls is 'the centre moved or cancelled an appointment and no mail told the person: the desk telephones';
comment on column desk_calls.was_at is 'the start that the person knows of';
comment on column desk_calls.called_at is 'when the desk ticked it; null: still to call';
create index desk_calls_of_center on desk_calls (center_id, created_at desc);
comment on index desk_calls_of_center is 'the call list of a centre';
create index desk_calls_by_age on desk_calls (created_at);
comment on index desk_calls_by_age is 'the sweep that deletes old ones';

-- A tick is a change of the agenda: every reception of the centre sees it.
create function tell_desk_call() returns trigger language plpgsql as $$
begin
  perform pg_notify('senda_live',
    json_build_object('topic', 'center:' || new.center_id, 'about', 'agenda', 'id', new.appointment_id)::text);
  return null;
end $$;
create trigger desk_calls_tell after insert or update on desk_calls for each row execute function tell_desk_call();

create table compensation_days (
  center_id uuid not null references center_profiles on delete cascade,
  date date not null,
  people integer not null default 0 check (people between 0 and 20),
  primary key (center_id, date)
);
comment on table compensation_days is 'how many people a centre''s cancellations gave points to on one local day; its row is the lock of that count';
