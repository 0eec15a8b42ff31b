-- Compatible with older code.
-- What a centre keeps of the people who come to it, besides their name and how to reach them.
create function are_tags(tags text[]) returns boolean language sql immutable strict return
  cardinality(tags) <= 10 and not exists (select from unnest(tags) as tag where tag is null or length(tag) not between 2 and 30);

alter table guests
  add column cedula text check (is_cedula(cedula)),
  add column birth_date date check (birth_date between '1900-01-01' and '2199-12-31'),
  add column cover text not null default '' check (length(cover) <= 60),
  add column tags text[] not null default '{}' check (are_tags(tags));
comment on column guests.cedula is 'eight digits; one person of a centre has it';
comment on column guests.cover is 'the mutualista or insurance: a label of contract/cover-labels.ts, or what was typed';
comment on column guests.tags is 'the centre''s own words, by which it filters its patients';
create unique index guests_cedula on guests (center_id, cedula) where cedula is not null;
comment on index guests_cedula is 'one guest of a centre for each cédula';
create index guests_phone on guests (center_id, right(phone_digits, 8)) where phone_digits <> '';
comment on index guests_phone is 'whose telephone number this is';
create index guests_email on guests (center_id, email) where email is not null;
comment on index guests_email is 'whose address this is';

create table contact_facts (
  center_id uuid not null references center_profiles on delete cascade,
  patient_id uuid not null references profiles on delete cascade,
  dependant_id uuid references dependants on delete cascade,
  person_id uuid not null generated always as (coalesce(dependant_id, patient_id)) stored,
  note text not null default '' check (length(note) <= 1000),
  cedula text check (is_cedula(cedula)),
  birth_date date check (birth_date between '1900-01-01' and '2199-12-31'),
  cover text not null default '' check (length(cover) <= 60),
  tags text[] not null default '{}' check (are_tags(tags)),
  updated_at timestamptz not null,
  primary key (center_id, person_id),
  constraint contact_facts_birth_date check (dependant_id is null or birth_date is null)
);
comment on table contact_facts is 'what a centre keeps of an account''s owner or dependant who comes to it; no other centre reads it';
comment on column contact_facts.note is 'of the reception, nothing clinical';
comment on constraint contact_facts_birth_date on contact_facts is 'a dependant''s birth date is what their guardian wrote';
create unique index contact_facts_cedula on contact_facts (center_id, cedula) where cedula is not null;
comment on index contact_facts_cedula is 'one person with an account for each cédula of a centre';
create index contact_facts_patient on contact_facts (patient_id);
comment on index contact_facts_patient is 'what ends with an account';
create index contact_facts_dependant on contact_facts (dependant_id) where dependant_id is not null;
comment on index contact_facts_dependant is 'what ends with a dependant';
create trigger contact_facts_notify_rows after insert or update or delete on contact_facts
  for each row execute function notify_rows('center:center_id');

-- How a name sounds: the function soundOf() of contract/similar-names.ts does the same with a word.
create function spelled_alike(name text) returns text language sql immutable strict return
  replace(translate(fold_all(name), 'zvyk', 'sbic'), 'h', '');
