-- What a professional keeps for themselves about an appointment: a draft, which becomes a version of the clinical record, and
-- working notes, which never do. Only their author reads them. Encrypted like the versions: the associated data contains every
-- other column.
create table clinical_private_notes (
  id uuid primary key,
  appointment_id uuid not null references appointments on delete cascade,
  author_id uuid not null references profiles on delete cascade,
  professional_id uuid not null references professionals on delete cascade,
  kind text not null check (kind in ('draft', 'working_note')),
  version integer not null check (version >= 1),
  started_at timestamptz not null,
  saved_at timestamptz not null check (saved_at >= started_at),
  key_id text not null check (key_id ~ '^[a-z0-9-]{1,20}$'),
  nonce bytea not null check (length(nonce) = 12),
  sealed bytea not null check (length(sealed) between 17 and 200000),
  constraint clinical_private_notes_one unique (appointment_id, author_id, kind)
);
comment on column clinical_private_notes.professional_id is 'as whom the author acts';
comment on column clinical_private_notes.version is 'counts what was stored: a save that missed one is refused';
comment on column clinical_private_notes.sealed is 'JSON with diagnosis and notes: ciphertext, then the 16 bytes of the tag';
create index clinical_private_notes_by_key on clinical_private_notes (key_id, id);
comment on index clinical_private_notes_by_key is 'which keys are in use, and what a rotation has still to encrypt';
create index clinical_private_notes_of_author on clinical_private_notes (author_id, kind, saved_at);
comment on index clinical_private_notes_of_author is 'the drafts of a professional, and their export and deletion';
create index clinical_private_notes_of_professional on clinical_private_notes (professional_id);
create index clinical_private_notes_old_drafts on clinical_private_notes (saved_at) where kind = 'draft';
comment on index clinical_private_notes_old_drafts is 'drafts that are deleted because they were left alone';

-- The rule of the access log with the reason 'treatment', for what has no log. A rotation changes no version, so it also
-- encrypts the notes of an author who has left.
create function check_private_note() returns trigger language plpgsql as $$
begin
  if not exists (
    select from appointments a
    where a.id = new.appointment_id and a.professional_id = new.professional_id and a.patient_id is not null
      and a.status <> 'held' and a.starts_at >= acts_in_records_from(new.author_id, new.professional_id)) then
    raise exception 'account % may not keep notes about appointment %', new.author_id, new.appointment_id
      using errcode = 'check_violation', constraint = 'clinical_private_notes_entitled', table = 'clinical_private_notes';
  end if;
  return new;
end $$;
create trigger clinical_private_notes_entitled before insert or update of version on clinical_private_notes
  for each row execute function check_private_note();

alter table clinical_record_accesses
  add column subject text not null default 'record' check (subject in ('record', 'working_note')),
  add constraint clinical_record_accesses_of_notes check (subject = 'record' or professional_id is not null);
comment on column clinical_record_accesses.subject is 'the patient learns that there are working notes, and never what they say';
