-- Centres, their professionals, what they offer and when they work.
create table service_types (
  slug text primary key,
  name text not null,
  summary text not null,
  regulated boolean not null,
  position integer not null unique
);
comment on column service_types.regulated is 'false: shown as «Terapia complementaria, no regulada»';

create table places (
  slug text primary key,
  name text not null,
  kind text not null check (kind in ('neighborhood', 'city', 'department')),
  department text not null,
  latitude double precision not null,
  longitude double precision not null
);
comment on table places is 'the embedded gazetteer: centres of Montevideo''s neighbourhoods and of Uruguay''s cities and departments';

-- A rating counts as far as reviews back it: it starts at 4.0, as if five people had said so.
create function weighted_rating(rating numeric, total_reviews integer) returns double precision
  language sql immutable parallel safe
  return (rating::double precision * total_reviews + 20) / (total_reviews + 5);

create table center_profiles (
  id uuid primary key references profiles on delete restrict,
  center_name text not null check (length(center_name) between 2 and 200),
  full_name text not null default '',
  email text not null,
  phone text check (length(phone) <= 40),
  address text not null check (length(address) <= 300),
  neighborhood text,
  department text not null default 'Montevideo',
  description text not null default '' check (length(description) <= 5000),
  specialties text[] not null default '{}',
  services text[] not null default '{}',
  modalities text[] not null default '{Presencial}' check (modalities <@ array['Presencial', 'Online', 'A domicilio', 'Mixta']),
  languages text[] not null default '{Español}',
  latitude double precision check (latitude between -90 and 90),
  longitude double precision check (longitude between -180 and 180),
  website text,
  cover_url text,
  verified boolean not null default false,
  compliance_status text not null default 'non_compliant' check (compliance_status in ('compliant', 'non_compliant')),
  approved_at timestamptz,
  is_public boolean not null default false,
  confirms_manually boolean not null default false,
  late_refund_percent integer not null default 50 check (late_refund_percent in (0, 50, 100)),
  cancellation_policy text not null default '' check (length(cancellation_policy) <= 2000),
  commission_rate numeric(4, 1) not null default 10 check (commission_rate between 0 and 100),
  rating numeric(3, 2) not null default 0 check (rating between 0 and 5),
  total_reviews integer not null default 0 check (total_reviews >= 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search_text text generated always as (fold_all(variadic array[center_name, neighborhood, department] || specialties || services)) stored,
  position cube generated always as (
    case when latitude is not null and longitude is not null then cube(array[
      6371000 * cos(radians(latitude)) * cos(radians(longitude)),
      6371000 * cos(radians(latitude)) * sin(radians(longitude)),
      6371000 * sin(radians(latitude))])
    end) stored,
  check ((latitude is null) = (longitude is null))
);
comment on column center_profiles.id is 'the owner''s account';
comment on column center_profiles.services is 'slugs of service_types that its professionals offer, kept by the use cases';
comment on column center_profiles.approved_at is 'first approval by staff; null: neither public nor bookable';
comment on column center_profiles.position is 'point on a sphere of 6371 km, in metres; cube distance is the chord';
create index center_profiles_position on center_profiles using gist (position) where is_public and approved_at is not null;
comment on index center_profiles_position is 'search by distance: nearest first, bounded by a box';
create index center_profiles_search on center_profiles using gin (search_text gin_trgm_ops);
comment on index center_profiles_search is 'search by text in names, specialties and places';
create index center_profiles_services on center_profiles using gin (services);
comment on index center_profiles_services is 'search by service';
create index center_profiles_rating on center_profiles (rating desc, total_reviews desc, id) where is_public and approved_at is not null;
comment on index center_profiles_rating is 'search by minimum rating';
create index center_profiles_weighted_rating on center_profiles (weighted_rating(rating, total_reviews) desc, id) where is_public and approved_at is not null;
comment on index center_profiles_weighted_rating is 'search without a place: best rated first';

create table professionals (
  id uuid primary key,
  center_id uuid not null references center_profiles on delete restrict,
  user_id uuid references profiles on delete set null,
  full_name text not null check (length(full_name) between 2 and 200),
  title text not null default '',
  specialties text[] not null default '{}',
  modalities text[] not null default '{Presencial}' check (modalities <@ array['Presencial', 'Online', 'A domicilio', 'Mixta']),
  video_platform text,
  registration_number text,
  bio text not null default '' check (length(bio) <= 3000),
  photo_url text,
  rating numeric(3, 2) not null default 0 check (rating between 0 and 5),
  total_reviews integer not null default 0 check (total_reviews >= 0),
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  unique (id, center_id)
);
create index professionals_of_center on professionals (center_id) where is_active;
comment on index professionals_of_center is 'a centre''s team, its free times and the cards of a search page';

create table center_members (
  user_id uuid not null references profiles on delete cascade,
  center_id uuid not null references center_profiles on delete cascade,
  professional_id uuid,
  member_role text not null check (member_role in ('owner', 'professional', 'reception')),
  created_at timestamptz not null default now(),
  primary key (user_id, center_id),
  foreign key (professional_id, center_id) references professionals (id, center_id)
);
create index center_members_of_center on center_members (center_id);
comment on index center_members_of_center is 'who works at a centre';

create table services (
  id uuid primary key,
  center_id uuid not null,
  professional_id uuid not null,
  service_type text not null references service_types,
  name text not null check (length(name) between 2 and 120),
  price integer not null check (price between 0 and 100000000),
  currency text not null default 'UYU' check (currency = 'UYU'),
  duration_minutes integer not null check (duration_minutes between 15 and 300),
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  unique (id, professional_id),
  foreign key (professional_id, center_id) references professionals (id, center_id) on delete cascade
);
comment on column services.price is 'integer cents of currency';
create index services_of_professional on services (professional_id) where is_active;
comment on index services_of_professional is 'what a professional offers';
create index services_of_center on services (center_id, price) where is_active;
comment on index services_of_center is 'a centre''s services and its price from';

create table weekly_hours (
  id uuid primary key,
  professional_id uuid not null references professionals on delete cascade,
  weekday integer not null check (weekday between 1 and 7),
  start_minute integer not null check (start_minute between 0 and 1439),
  end_minute integer not null check (end_minute between 1 and 1440),
  check (start_minute < end_minute),
  constraint weekly_hours_do_not_overlap exclude using gist (
    professional_id with =, weekday with =, int4range(start_minute, end_minute) with &&)
);
comment on column weekly_hours.weekday is 'ISO: 1 Monday to 7 Sunday';
comment on column weekly_hours.start_minute is 'minutes after local midnight, on the wall clock';

create table time_off (
  id uuid primary key,
  professional_id uuid not null references professionals on delete cascade,
  during tstzrange not null check (not isempty(during) and lower_inf(during) = false and upper_inf(during) = false),
  reason text not null default '' check (length(reason) <= 300),
  created_at timestamptz not null default now()
);
create index time_off_of_professional on time_off using gist (professional_id, during);
comment on index time_off_of_professional is 'time off within a range of free times';
