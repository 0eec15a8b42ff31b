-- Compatible with older code.
-- A file of patients that a centre brings in. Its people are guests; they name the import, so that it can be undone as a whole.
create table patient_imports (
  id uuid primary key,
  center_id uuid not null references center_profiles on delete cascade,
  imported_by uuid references profiles on delete set null,
  file_name text not null check (length(file_name) between 1 and 200),
  started_at timestamptz not null,
  -- What the preview said of the file's lines.
  planned integer not null check (planned between 1 and 100000),
  known integer not null check (known between 0 and 100000),
  refused integer not null check (refused between 0 and 100000),
  added integer not null default 0 check (added between 0 and 100000),
  undone_at timestamptz,
  undone_by uuid references profiles on delete set null,
  removed integer not null default 0 check (removed between 0 and added),
  unique (id, center_id)
);
comment on table patient_imports is 'each file of patients that a centre brought in';
comment on column patient_imports.id is 'of the press that began it: repeating the request begins nothing twice';
comment on column patient_imports.planned is 'how many of its lines were new people';
comment on column patient_imports.undone_at is 'its people are removed, except those who have come to be more than a line of a file';
create index patient_imports_of_center on patient_imports (center_id, started_at desc);
comment on index patient_imports_of_center is 'a centre''s imports, the newest first';
create index patient_imports_imported_by on patient_imports (imported_by) where imported_by is not null;
comment on index patient_imports_imported_by is 'the imports of an account that is deleted';
create index patient_imports_undone_by on patient_imports (undone_by) where undone_by is not null;
comment on index patient_imports_undone_by is 'the imports that an account undid';
create trigger patient_imports_notify_rows after insert or update or delete on patient_imports
  for each row execute function notify_rows('desk:center_id');

alter table guests
  add column import_id uuid,
  add column import_line integer check (import_line between 1 and 100001),
  add constraint guests_import foreign key (import_id, center_id) references patient_imports (id, center_id),
  add constraint guests_import_line check ((import_id is null) = (import_line is null));
comment on column guests.import_id is 'the file that brought them in';
create unique index guests_of_import on guests (import_id, import_line) where import_id is not null;
comment on index guests_of_import is 'one guest for each line of a file';
