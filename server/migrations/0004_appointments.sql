-- Appointments: a time belongs to one professional and to one person. The exclusion constraints are the rule; code only asks.
create table appointments (
  id uuid primary key,
  center_id uuid not null references center_profiles on delete restrict,
  professional_id uuid not null,
  service_id uuid not null,
  patient_id uuid references profiles on delete restrict,
  dependant_id uuid,
  attendee_id uuid generated always as (coalesce(dependant_id, patient_id)) stored,
  status text not null check (status in ('held', 'pending', 'confirmed', 'completed', 'cancelled', 'no_show')),
  during tstzrange not null,
  starts_at timestamptz not null generated always as (lower(during)) stored,
  ends_at timestamptz not null generated always as (upper(during)) stored,
  place text not null default 'center' check (place in ('center', 'online', 'home')),
  type text not null generated always as (case place when 'online' then 'virtual' else 'presencial' end) stored,
  home_address text check (length(home_address) <= 300),
  price integer not null check (price >= 0),
  currency text not null default 'UYU' check (currency = 'UYU'),
  holder_key text,
  holder_address text,
  hold_expires_at timestamptz,
  requested_at timestamptz,
  confirmed_at timestamptz,
  moved_at timestamptz,
  late_since timestamptz,
  completed_at timestamptz,
  cancelled_at timestamptz,
  cancelled_by text check (cancelled_by in ('patient', 'center', 'system')),
  cancellation_reason text check (length(cancellation_reason) <= 500),
  refund_percent integer check (refund_percent in (0, 50, 100)),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  foreign key (professional_id, center_id) references professionals (id, center_id),
  foreign key (service_id, professional_id) references services (id, professional_id),
  foreign key (dependant_id, patient_id) references dependants (id, guardian_id),
  constraint appointments_span check (
    not isempty(during) and lower_inc(during) and not upper_inc(during)
    and not lower_inf(during) and not upper_inf(during)),
  constraint appointments_hold check ((status = 'held') = (hold_expires_at is not null and holder_key is not null)),
  constraint appointments_home check (place = 'home' or home_address is null),
  constraint appointments_patient check (status = 'held' or patient_id is not null),
  constraint appointments_cancelled check ((status = 'cancelled') = (cancelled_at is not null and cancelled_by is not null)),
  constraint appointments_one_per_professional exclude using gist (professional_id with =, during with &&)
    where (status in ('held', 'pending', 'confirmed', 'completed')),
  constraint appointments_one_per_attendee exclude using gist (attendee_id with =, during with &&)
    where (status in ('held', 'pending', 'confirmed', 'completed'))
);
comment on column appointments.home_address is 'for place home; shown to the professional only';
comment on column appointments.patient_id is 'who books and pays; null only while a visitor without an account holds the time';
comment on column appointments.attendee_id is 'who comes: the dependant, else the patient';
comment on column appointments.late_since is 'moved when cancelling was no longer free: the new time does not make it free again';
comment on column appointments.price is 'integer cents of currency, as agreed when the time was held';
comment on column appointments.holder_key is 'who holds: user:<id>, or visitor:<hash of the visitor''s cookie>';
comment on column appointments.holder_address is 'hash of the network address, to limit how much one script can hold';

create unique index appointments_one_hold_per_holder on appointments (holder_key) where status = 'held';
comment on index appointments_one_hold_per_holder is 'one live hold per visitor; also finds it';
create index appointments_holds_by_address on appointments (holder_address) where status = 'held';
comment on index appointments_holds_by_address is 'counts the live holds of one address';
create index appointments_of_patient on appointments (patient_id, starts_at, id) where status <> 'held';
comment on index appointments_of_patient is 'a patient''s upcoming appointments and history';
create index appointments_of_center on appointments (center_id, starts_at);
comment on index appointments_of_center is 'a centre''s agenda';
create index appointments_to_expire on appointments (hold_expires_at) where status = 'held';
comment on index appointments_to_expire is 'the sweep that removes expired holds';
create index appointments_open_by_end on appointments (ends_at) where status in ('pending', 'confirmed');
comment on index appointments_open_by_end is 'the sweeps that complete what took place and free what nobody confirmed';

create table reviews (
  id uuid primary key,
  appointment_id uuid not null unique references appointments on delete restrict,
  center_id uuid not null references center_profiles on delete restrict,
  professional_id uuid not null references professionals on delete restrict,
  patient_id uuid not null references profiles on delete restrict,
  rating integer not null check (rating between 1 and 5),
  comment text not null default '' check (length(comment) <= 2000),
  created_at timestamptz not null default now()
);
create index reviews_of_center on reviews (center_id, created_at desc, id);
comment on index reviews_of_center is 'the newest reviews on a centre''s profile';
create index reviews_of_professional on reviews (professional_id);
comment on index reviews_of_professional is 'a professional''s average';
