-- A video call needs a room. A professional without the link of one offers no times online.

update professionals set video_link = null
where video_link ~ '[[:space:]]' or video_link ~ '^https://[^/?#]*@' or video_link like '%\\%';
alter table professionals add constraint professionals_video_link_without_credentials
  check (video_link !~ '[[:space:]]' and video_link !~ '^https://[^/?#]*@' and video_link not like '%\\%');

alter table professionals add column offered_modalities text[] not null generated always as (
  case
    when video_link is not null then modalities
    when 'Presencial' = any (modalities) then array_remove(array_remove(modalities, 'Online'), 'Mixta')
    else array_replace(array_remove(modalities, 'Online'), 'Mixta', 'Presencial')
  end) stored;
comment on column professionals.offered_modalities is 'the modalities that patients can book: without the link of a room, none by video call';

-- As before, and without starts while nothing can be booked because the only modality lacks its room.
create or replace function store_weekly_starts() returns trigger language plpgsql as $$
declare
  active boolean;
  bookable boolean;
begin
  select is_active, offered_modalities <> '{}' into active, bookable
    from professionals where id = new.professional_id for share;
  new.weekly_starts := case when active and new.is_active then
    case when bookable then weekly_starts_of(new.professional_id, new.duration_minutes)
      else array_fill(0::bigint, array[7]) end end;
  return new;
end $$;

drop trigger professionals_refresh_weekly_starts on professionals;
create trigger professionals_refresh_weekly_starts after update on professionals
  for each row when (old.is_active is distinct from new.is_active
    or (old.offered_modalities = '{}') is distinct from (new.offered_modalities = '{}'))
  execute function refresh_starts_of_professional();

create or replace function stale_weekly_starts() returns table (service_id uuid) language sql stable as $$
  select services.id from services join professionals on professionals.id = services.professional_id
  where weekly_starts is distinct from case when services.is_active and professionals.is_active then
    case when offered_modalities <> '{}' then weekly_starts_of(services.professional_id, duration_minutes)
      else array_fill(0::bigint, array[7]) end end
$$;

update services set weekly_starts = null
where professional_id in (select id from professionals where offered_modalities = '{}');

create table room_warnings (
  appointment_id uuid not null references appointments on delete cascade,
  kind text not null check (kind in ('at_once', 'day_before')),
  created_at timestamptz not null,
  primary key (appointment_id, kind)
);
comment on table room_warnings is 'which warnings about a video call without a room its centre has got; one row keeps two processes from sending it twice';

create index appointments_by_video_call on appointments (starts_at)
  where place = 'online' and status in ('pending', 'confirmed');
comment on index appointments_by_video_call is 'the coming video calls, whose rooms a job looks for';
