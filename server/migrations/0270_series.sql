-- Compatible with older code.
-- Several appointments that the desk booked at once, at a regular distance. Each of them is an appointment like every other: only what the
-- desk does with the rest of a series, and «3 de 10», read this table.
create table series (
  id uuid primary key,
  center_id uuid not null references center_profiles on delete cascade,
  created_by uuid references profiles on delete set null,
  idempotency_key uuid not null,
  rhythm text not null check (rhythm in ('weekly', 'fortnightly', 'monthly_weekday', 'monthly_date')),
  sessions smallint not null check (sessions between 2 and 52),
  created_at timestamptz not null,
  unique (center_id, idempotency_key),
  unique (id, center_id, sessions)
);
comment on table series is 'appointments that the desk of a centre booked at once for one person, such as ten sessions on Tuesdays';
comment on column series.created_by is 'the member of the centre; null once the account is gone';
comment on column series.idempotency_key is 'of the request that booked it: repeating that request books nothing twice';
comment on column series.rhythm is 'the distance between its appointments when it was booked; each may have been moved since';
comment on column series.sessions is 'how many appointments it had when it was booked, which stays when some are cancelled';
create index series_of_creator on series (created_by) where created_by is not null;
comment on index series_of_creator is 'the series that an account which goes has created';

alter table appointments
  add column series_id uuid,
  add column series_place smallint,
  add column series_size smallint,
  add constraint appointments_series foreign key (series_id, center_id, series_size) references series (id, center_id, sessions),
  add constraint appointments_series_place check (
    num_nulls(series_id, series_place, series_size) in (0, 3) and (series_id is null or series_place between 1 and series_size));
comment on column appointments.series_id is 'the series with which the desk booked it; null for every other appointment';
comment on column appointments.series_place is 'its place in the series when it was booked, from 1';
comment on column appointments.series_size is 'the sessions of its series, here as well because every list of appointments shows them';
create unique index appointments_in_series on appointments (series_id, series_place) where series_id is not null;
comment on index appointments_in_series is 'the appointments of a series, one for each place';
