-- What a centre needs to run its practice: guests, the desk, documents, invitations, replies, feeds, holidays.

alter table center_profiles
  add column instagram text check (length(instagram) <= 200),
  add column facebook text check (length(facebook) <= 200),
  add column alternative_email text check (length(alternative_email) <= 255),
  add column logo_url text,
  add column session_duration integer not null default 60 check (session_duration between 15 and 300),
  add column takes_bookings boolean not null default true;
comment on column center_profiles.takes_bookings is 'false once its licence has lapsed or was rejected: nobody books anew';
comment on column center_profiles.session_duration is 'minutes that a new service is offered with';
create index center_profiles_logo on center_profiles (logo_url) where logo_url is not null;
comment on index center_profiles_logo is 'the sweep that removes pictures that nothing names';
create index center_profiles_cover on center_profiles (cover_url) where cover_url is not null;
comment on index center_profiles_cover is 'the sweep that removes pictures that nothing names';
create index professionals_user on professionals (user_id) where user_id is not null;
comment on index professionals_user is 'whom an account signs in as';
create index professionals_photo on professionals (photo_url) where photo_url is not null;
comment on index professionals_photo is 'the sweep that removes pictures that nothing names';

-- Whom the centre itself writes into its diary: a caller, somebody who walks in.
create table guests (
  id uuid primary key,
  center_id uuid not null references center_profiles on delete restrict,
  full_name text not null check (length(full_name) between 2 and 200),
  phone text not null default '' check (length(phone) <= 40),
  phone_digits text not null generated always as (regexp_replace(phone, '\D', '', 'g')) stored,
  email text check (email = lower(email) and length(email) <= 255),
  note text not null default '' check (length(note) <= 1000),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (id, center_id)
);
comment on table guests is 'patients without an account, each known to one centre alone';
comment on column guests.email is 'where changes of their appointments are told; null: by telephone only';
comment on column guests.note is 'of the reception, nothing clinical';
create index guests_of_center on guests (center_id, fold_all(full_name), id);
comment on index guests_of_center is 'a centre''s patients by name';

alter table appointments drop column attendee_id;
alter table appointments
  add column guest_id uuid,
  add column booked_by text not null default 'patient' check (booked_by in ('patient', 'center')),
  add column entry_key uuid,
  add column arrived_at timestamptz,
  add column moved_by text check (moved_by in ('patient', 'center')),
  add column reopened_at timestamptz,
  add foreign key (guest_id, center_id) references guests (id, center_id),
  drop constraint appointments_patient,
  add constraint appointments_patient check (status = 'held' or num_nonnulls(patient_id, guest_id) = 1),
  add constraint appointments_guest check (guest_id is null or booked_by = 'center' and dependant_id is null),
  add constraint appointments_entry_key check (entry_key is null or booked_by = 'center'),
  add unique (id, center_id),
  add column attendee_id uuid generated always as (coalesce(dependant_id, patient_id, guest_id)) stored,
  add constraint appointments_one_per_attendee exclude using gist (attendee_id with =, during with &&)
    where (status in ('held', 'pending', 'confirmed', 'completed'));
comment on column appointments.guest_id is 'who comes without an account; then there is no patient';
comment on column appointments.attendee_id is 'who comes: the dependant, else the patient, else the guest';
comment on column appointments.booked_by is 'center: entered at the desk, so no commission arises';
comment on column appointments.entry_key is 'of the press that entered it: repeating the request enters nothing twice';
comment on column appointments.arrived_at is '«Llegó»: when the reception saw them';
comment on column appointments.moved_by is 'who moved it last; one that its centre moved is cancelled without cost until it starts';
comment on column appointments.reopened_at is 'a completion or an absence was taken back: for a day nothing completes it by itself';
create unique index appointments_entry on appointments (center_id, entry_key) where entry_key is not null;
comment on index appointments_entry is 'one appointment for each press';
create index appointments_center_patients on appointments (center_id, patient_id, starts_at desc) where patient_id is not null and status <> 'held';
comment on index appointments_center_patients is 'the patients of a centre and when each came last';
create index appointments_center_guests on appointments (guest_id, starts_at desc) where guest_id is not null;
comment on index appointments_center_guests is 'the appointments of a guest';
create index appointments_newest_of_center on appointments (center_id, created_at desc, id desc) where status <> 'held';
comment on index appointments_newest_of_center is 'what was booked last, on the dashboard';

-- Whoever looks at an agenda learns within a second that it changed; what changed is asked for then.
create function tell_agenda() returns trigger language plpgsql as $$
declare
  changed appointments := case when tg_op = 'DELETE' then old else new end;
begin
  perform pg_notify('senda_live', json_build_object('topic', 'center:' || changed.center_id, 'about', 'agenda', 'id', changed.id)::text);
  if changed.patient_id is not null then
    perform pg_notify('senda_live', json_build_object('topic', 'user:' || changed.patient_id, 'about', 'appointments', 'id', changed.id)::text);
  end if;
  return null;
end $$;
create trigger appointments_tell_agenda after insert or update or delete on appointments for each row execute function tell_agenda();

create table desk_payments (
  id bigint generated always as identity primary key,
  appointment_id uuid not null references appointments on delete restrict,
  center_id uuid not null references center_profiles on delete restrict,
  amount integer not null check (amount between 1 and 100000000),
  currency text not null default 'UYU' check (currency = 'UYU'),
  method text not null check (method in ('efectivo', 'debito', 'transferencia')),
  collected_by uuid references profiles on delete set null,
  collected_at timestamptz not null,
  refund_amount integer check (refund_amount between 1 and amount),
  refunded_at timestamptz,
  undone_at timestamptz,
  undone_by uuid references profiles on delete set null,
  check (refunded_at is null or refund_amount is not null)
);
comment on table desk_payments is '«Cobrado en el centro»: nothing of it is ever deleted while the centre stands';
comment on column desk_payments.amount is 'integer cents of currency';
comment on column desk_payments.refund_amount is 'integer cents of currency: what the centre gives back since the appointment was cancelled';
comment on column desk_payments.refunded_at is 'when the desk said that it was given back';
comment on column desk_payments.undone_at is 'written down by mistake: from then on it counts nowhere';
create unique index desk_payments_live on desk_payments (appointment_id) where undone_at is null;
comment on index desk_payments_live is 'an appointment is paid once';
create index desk_payments_of_appointment on desk_payments (appointment_id);
comment on index desk_payments_of_appointment is 'everything that was written down about one appointment';
create index desk_payments_to_refund on desk_payments (center_id) where refund_amount is not null and refunded_at is null and undone_at is null;
comment on index desk_payments_to_refund is 'what a centre still has to give back';
create index desk_payments_of_center on desk_payments (center_id, collected_at);
comment on index desk_payments_of_center is 'what a centre collected in a period';

alter table desk_payments add constraint desk_payments_same_center
  foreign key (appointment_id, center_id) references appointments (id, center_id) on delete restrict;
create index desk_payments_collected_by on desk_payments (collected_by) where collected_by is not null;
comment on index desk_payments_collected_by is 'what an account that goes collected';
create index desk_payments_undone_by on desk_payments (undone_by) where undone_by is not null;
comment on index desk_payments_undone_by is 'what an account that goes took back';

create table commissions (
  id uuid primary key,
  center_id uuid not null references center_profiles on delete restrict,
  appointment_id uuid not null unique,
  payment_amount integer not null check (payment_amount >= 0),
  commission_amount integer not null check (commission_amount between 0 and payment_amount),
  currency text not null default 'UYU' check (currency = 'UYU'),
  rate numeric(4, 1) not null check (rate between 0 and 100),
  status text not null default 'pending' check (status in ('pending', 'paid', 'cancelled')),
  created_at timestamptz not null,
  paid_at timestamptz,
  check ((status = 'paid') = (paid_at is not null)),
  -- Never of another centre's appointment.
  foreign key (appointment_id, center_id) references appointments (id, center_id) on delete restrict
);
comment on column commissions.payment_amount is 'integer cents of currency: what the consultation cost';
comment on column commissions.rate is 'percent, as it was when the consultation was completed';
create index commissions_of_center on commissions (center_id, created_at desc, id);
comment on index commissions_of_center is 'what a centre owes and paid, newest first';

create table user_points (
  user_id uuid primary key references profiles on delete cascade,
  available_points integer not null default 0 check (available_points >= 0),
  lifetime_points integer not null default 0 check (lifetime_points >= 0),
  updated_at timestamptz not null,
  check (available_points <= lifetime_points)
);
comment on table user_points is 'the balance, always the sum of points_transactions';

create table points_transactions (
  id uuid primary key,
  user_id uuid not null references profiles on delete cascade,
  points_amount integer not null check (points_amount <> 0),
  transaction_type text not null check (transaction_type in ('earned', 'redeemed', 'bonus', 'expired')),
  description text not null,
  reference_type text,
  reference_id uuid,
  created_at timestamptz not null,
  check ((reference_type is null) = (reference_id is null)),
  check ((transaction_type in ('earned', 'bonus')) = (points_amount > 0))
);
comment on table points_transactions is 'the ledger: rows are added and never changed';
create function keep_ledger() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are never changed', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger points_transactions_keep before update on points_transactions for each row execute function keep_ledger();
create unique index points_transactions_once on points_transactions (reference_type, reference_id, transaction_type) where reference_id is not null;
comment on index points_transactions_once is 'nothing is rewarded twice';
create index points_transactions_of_user on points_transactions (user_id, created_at desc, id);
comment on index points_transactions_of_user is 'a person''s movements, newest first';

create table compliance_checks (
  id uuid primary key,
  center_id uuid not null references center_profiles on delete cascade,
  check_type text not null check (check_type in ('license', 'insurance', 'certification')),
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected', 'expired')),
  expiry_date date,
  notes text not null default '' check (length(notes) <= 2000),
  file_name text unique,
  original_name text check (length(original_name) <= 200),
  uploaded_by uuid references profiles on delete set null,
  checked_by uuid references profiles on delete set null,
  checked_at timestamptz,
  created_at timestamptz not null,
  check ((file_name is null) = (original_name is null)),
  check (status = 'pending' or checked_at is not null or status = 'expired')
);
comment on column compliance_checks.file_name is 'in the file store; null while nothing was uploaded';
comment on column compliance_checks.original_name is 'as its owner called it, cleaned; only shown';
create index compliance_checks_lapsing on compliance_checks (expiry_date) where status = 'approved' and expiry_date is not null;
comment on index compliance_checks_lapsing is 'those that lapse next, asked every hour';
create index compliance_checks_uploaded_by on compliance_checks (uploaded_by) where uploaded_by is not null;
comment on index compliance_checks_uploaded_by is 'what an account that goes uploaded';
create index compliance_checks_checked_by on compliance_checks (checked_by) where checked_by is not null;
comment on index compliance_checks_checked_by is 'what an account that goes checked';
create index compliance_checks_of_center on compliance_checks (center_id, check_type, created_at desc);
comment on index compliance_checks_of_center is 'a centre''s documents, the newest of each type first';

-- A professional without an agenda of their own would be shown everybody's.
alter table center_members
  add constraint center_members_professional check (member_role <> 'professional' or professional_id is not null);

create table center_invitations (
  id uuid primary key,
  center_id uuid not null references center_profiles on delete cascade,
  email text not null check (email = lower(email) and length(email) <= 255),
  member_role text not null check (member_role in ('professional', 'reception')),
  professional_id uuid,
  token_hash text not null unique,
  invited_by uuid references profiles on delete set null,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  unique (center_id, email),
  check ((member_role = 'professional') = (professional_id is not null)),
  foreign key (professional_id, center_id) references professionals (id, center_id) on delete cascade
);
create index center_invitations_email on center_invitations (email);
comment on index center_invitations_email is 'an address''s invitations, when its account is exported or goes';
create index center_invitations_professional on center_invitations (professional_id) where professional_id is not null;
comment on index center_invitations_professional is 'those to sign in as somebody who is retired or goes';
comment on table center_invitations is 'open ones: accepting or withdrawing one removes it';
comment on column center_invitations.token_hash is 'sha-256 of the 256 random bits in the mailed link';

create table calendar_feeds (
  id uuid primary key,
  user_id uuid not null,
  center_id uuid not null,
  professional_id uuid,
  token_hash text not null unique,
  created_at timestamptz not null,
  foreign key (user_id, center_id) references center_members (user_id, center_id) on delete cascade,
  foreign key (professional_id, center_id) references professionals (id, center_id) on delete cascade
);
comment on table calendar_feeds is 'private calendar addresses; each ends with the membership that it was made under';
comment on column calendar_feeds.professional_id is 'null: the whole centre';
create index calendar_feeds_professional on calendar_feeds (professional_id) where professional_id is not null;
comment on index calendar_feeds_professional is 'those of a professional who goes';
create unique index calendar_feeds_single on calendar_feeds (user_id, center_id, professional_id) nulls not distinct;
comment on index calendar_feeds_single is 'a new address ends the one before';

alter table reviews
  add unique (id, center_id),
  add column reply text check (length(reply) between 1 and 2000),
  add column replied_at timestamptz,
  add column replied_by uuid references profiles on delete set null,
  add check ((reply is null) = (replied_at is null));
comment on column reviews.reply is 'the centre''s one answer';
create index reviews_replied_by on reviews (replied_by) where replied_by is not null;
comment on index reviews_replied_by is 'the answers that somebody wrote, for the copy of their data';

create table review_reports (
  review_id uuid not null,
  center_id uuid not null references center_profiles on delete cascade,
  reported_by uuid references profiles on delete set null,
  reason text not null check (length(reason) between 1 and 1000),
  created_at timestamptz not null,
  primary key (review_id, center_id),
  -- Nobody reports what was written about another centre.
  foreign key (review_id, center_id) references reviews (id, center_id) on delete cascade
);
create index review_reports_reported_by on review_reports (reported_by) where reported_by is not null;
comment on index review_reports_reported_by is 'what an account that goes reported';
comment on table review_reports is 'reviews that a centre asks staff to look at';

create table holidays (
  date date primary key,
  name text not null,
  is_paid boolean not null
);
comment on table holidays is 'of Uruguay';
comment on column holidays.is_paid is 'true: most people don''t work; false: many do';

-- Until 2040. Easter by the anonymous Gregorian computus; Carnival and Holy Week hang on it. Three of the others are kept on
-- a Monday when they fall between Tuesday and Friday (Ley 16.805).
do $$
declare
  y integer; a integer; b integer; c integer; d integer; e integer; f integer; g integer; h integer; i integer; k integer;
  l integer; m integer; easter date;
begin
  for y in 2026..2040 loop
    a := y % 19; b := y / 100; c := y % 100; d := b / 4; e := b % 4; f := (b + 8) / 25; g := (b - f + 1) / 3;
    h := (19 * a + b - d - g + 15) % 30; i := c / 4; k := c % 4; l := (32 + 2 * e + 2 * i - h - k) % 7;
    m := (a + 11 * h + 22 * l) / 451;
    easter := make_date(y, (h + l - 7 * m + 114) / 31, (h + l - 7 * m + 114) % 31 + 1);
    insert into holidays (date, name, is_paid)
      select on_day, names, paid from (values
        (make_date(y, 1, 1), 'Año Nuevo', true),
        (make_date(y, 1, 6), 'Día de los Niños', false),
        (easter - 48, 'Lunes de Carnaval', false),
        (easter - 47, 'Martes de Carnaval', false),
        (easter - 6, 'Lunes de Turismo', false),
        (easter - 5, 'Martes de Turismo', false),
        (easter - 4, 'Miércoles de Turismo', false),
        (easter - 3, 'Jueves de Turismo', false),
        (easter - 2, 'Viernes de Turismo', false),
        (make_date(y, 5, 1), 'Día de los Trabajadores', true),
        (make_date(y, 6, 19), 'Natalicio de Artigas', false),
        (make_date(y, 7, 18), 'Jura de la Constitución', true),
        (make_date(y, 8, 25), 'Declaratoria de la Independencia', true),
        (make_date(y, 11, 2), 'Día de los Difuntos', false),
        (make_date(y, 12, 25), 'Navidad', true)
      ) as fixed(on_day, names, paid)
      union all
      select case extract(isodow from day)::int
          when 2 then day - 1 when 3 then day - 2 when 4 then day + 4 when 5 then day + 3 else day end, names, false
      from (values
        (make_date(y, 4, 19), 'Desembarco de los 33 Orientales'),
        (make_date(y, 5, 18), 'Batalla de Las Piedras'),
        (make_date(y, 10, 12), 'Día de la Diversidad Cultural')
      ) as movable(day, names)
      on conflict (date) do nothing;
  end loop;
end $$;
