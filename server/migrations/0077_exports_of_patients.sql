-- Who downloaded the list of a centre's patients, and when.
create table patient_exports (
  id uuid primary key,
  center_id uuid not null references center_profiles on delete cascade,
  exported_by uuid references profiles on delete set null,
  exported_at timestamptz not null,
  people integer not null check (people >= 0)
);
comment on table patient_exports is 'each download of the list of a centre''s patients; its rows never change';
comment on column patient_exports.people is 'how many people the file named';
create index patient_exports_of_center on patient_exports (center_id, exported_at desc);
comment on index patient_exports_of_center is 'a centre''s downloads, the newest first';
create index patient_exports_exported_by on patient_exports (exported_by) where exported_by is not null;
comment on index patient_exports_exported_by is 'the downloads of an account that is deleted';
