-- Compatible with older code.
-- A file of future appointments is an import, too: its appointments name it, and so do the people whom it brought in, so that it can be
-- undone as a whole.
alter table patient_imports
  add column kind text not null default 'patients' check (kind in ('patients', 'appointments')),
  add column tells boolean not null default false,
  add constraint patient_imports_tells check (kind = 'appointments' or not tells);
comment on table patient_imports is 'each file of patients or of future appointments that a centre brought in';
comment on column patient_imports.kind is 'what its lines are; an import of appointments may bring in people, who do not count in added';
comment on column patient_imports.tells is 'each of its bookings was told to the patient';
comment on column patient_imports.planned is 'how many of its lines were new people, or appointments to book';

alter table appointments
  add column import_id uuid,
  add column import_line integer check (import_line between 1 and 100001),
  add constraint appointments_import foreign key (import_id, center_id) references patient_imports (id, center_id),
  add constraint appointments_import_line check ((import_id is null) = (import_line is null));
comment on column appointments.import_id is 'the file that brought it in; null for every other appointment';
create unique index appointments_of_import on appointments (import_id, import_line) where import_id is not null;
comment on index appointments_of_import is 'one appointment for each line of a file';
