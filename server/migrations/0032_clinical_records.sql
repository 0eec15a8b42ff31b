-- The clinical record of an appointment: diagnosis and notes, in versions that are added and never changed. Their content
-- is encrypted with AES-256-GCM. The associated data contains every other column, so that a content opens in its own row only.
create table clinical_record_versions (
  id uuid primary key,
  appointment_id uuid not null references appointments on delete restrict,
  version integer not null check (version between 1 and 50),
  author_id uuid not null references profiles on delete restrict,
  professional_id uuid not null references professionals on delete restrict,
  written_at timestamptz not null,
  key_id text not null check (key_id ~ '^[a-z0-9-]{1,20}$'),
  nonce bytea not null check (length(nonce) = 12),
  sealed bytea not null check (length(sealed) between 17 and 200000),
  constraint clinical_record_versions_in_order unique (appointment_id, version)
);
comment on column clinical_record_versions.key_id is 'the key of RECORD_KEYS that encrypted the content';
comment on column clinical_record_versions.sealed is 'JSON with diagnosis and notes: ciphertext, then the 16 bytes of the tag';
create index clinical_record_versions_by_key on clinical_record_versions (key_id, id);
comment on index clinical_record_versions_by_key is 'which keys are in use, and what a rotation has still to encrypt';
create index clinical_record_versions_of_professional on clinical_record_versions (professional_id, author_id);
comment on index clinical_record_versions_of_professional is 'whether another account has written as this professional';
create index clinical_record_versions_of_author on clinical_record_versions (author_id);

-- A deleted account loses its name. Its clinical record keeps the identity, sealed, until the legal term ends.
create table clinical_record_identities (
  attendee_id uuid primary key,
  patient_id uuid not null references profiles on delete restrict,
  closed_at timestamptz not null,
  keep_until timestamptz not null check (keep_until > closed_at),
  key_id text not null check (key_id ~ '^[a-z0-9-]{1,20}$'),
  nonce bytea not null check (length(nonce) = 12),
  sealed bytea not null check (length(sealed) between 17 and 20000)
);
comment on column clinical_record_identities.attendee_id is 'the patient or the dependant, as in appointments';
comment on column clinical_record_identities.sealed is 'JSON with name, address, telephone and birth date';
create index clinical_record_identities_by_key on clinical_record_identities (key_id, attendee_id);
create index clinical_record_identities_to_delete on clinical_record_identities (keep_until);
create index clinical_record_identities_of_patient on clinical_record_identities (patient_id);

create table clinical_record_accesses (
  id uuid primary key,
  appointment_id uuid not null references appointments on delete restrict,
  user_id uuid not null references profiles on delete restrict,
  professional_id uuid references professionals on delete restrict,
  action text not null check (action in ('read', 'write', 'export')),
  reason text not null check (reason in ('own', 'own_copy', 'treatment', 'continuity')),
  accessed_at timestamptz not null,
  constraint clinical_record_accesses_reason check ((professional_id is null) = (reason in ('own', 'own_copy')))
);
comment on table clinical_record_accesses is 'who read, wrote or exported a clinical record, when and why; the patient reads it';
comment on column clinical_record_accesses.professional_id is 'as whom the account acted; null: the patient';
create index clinical_record_accesses_of_appointment on clinical_record_accesses (appointment_id, accessed_at desc, id desc);
comment on index clinical_record_accesses_of_appointment is 'what the patient reads, newest first';
create index clinical_record_accesses_of_user on clinical_record_accesses (user_id);
create index clinical_record_accesses_of_professional on clinical_record_accesses (professional_id) where professional_id is not null;

-- Rows are added only. A rotation replaces the encryption of a row with that of another key, and nothing else. Rows are
-- deleted once the legal term of a deleted account has ended.
create function keep_clinical_record() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and tg_table_name <> 'clinical_record_accesses' then
    if new.key_id <> old.key_id and new.nonce <> old.nonce
      and to_jsonb(new) - array['key_id', 'nonce', 'sealed'] = to_jsonb(old) - array['key_id', 'nonce', 'sealed'] then
      return new;
    end if;
  elsif tg_op = 'DELETE' then
    if tg_table_name = 'clinical_record_identities' then
      if (to_jsonb(old) ->> 'keep_until')::timestamptz <= now() then return old; end if;
    elsif exists (
      select from appointments
      join clinical_record_identities using (attendee_id)
      where appointments.id = (to_jsonb(old) ->> 'appointment_id')::uuid and keep_until <= now()) then
      return old;
    end if;
  end if;
  raise exception 'rows of % are never changed', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger clinical_record_versions_keep before update or delete on clinical_record_versions
  for each row execute function keep_clinical_record();
create trigger clinical_record_versions_keep_all before truncate on clinical_record_versions
  for each statement execute function keep_clinical_record();
create trigger clinical_record_identities_keep before update or delete on clinical_record_identities
  for each row execute function keep_clinical_record();
create trigger clinical_record_identities_keep_all before truncate on clinical_record_identities
  for each statement execute function keep_clinical_record();
create trigger clinical_record_accesses_keep before update or delete on clinical_record_accesses
  for each row execute function keep_clinical_record();
create trigger clinical_record_accesses_keep_all before truncate on clinical_record_accesses
  for each statement execute function keep_clinical_record();

-- A record exists for an appointment that took place, by the professional of that appointment.
create function check_clinical_record() returns trigger language plpgsql as $$
begin
  if not exists (
    select from appointments
    where id = new.appointment_id and professional_id = new.professional_id and status = 'completed' and patient_id is not null) then
    raise exception 'appointment % was not completed by professional %', new.appointment_id, new.professional_id
      using errcode = 'check_violation', constraint = 'clinical_record_versions_completed', table = 'clinical_record_versions';
  end if;
  return new;
end $$;
create trigger clinical_record_versions_completed before insert on clinical_record_versions
  for each row execute function check_clinical_record();

create table telehealth_consents (
  id uuid primary key,
  appointment_id uuid not null references appointments on delete restrict,
  user_id uuid not null references profiles on delete restrict,
  decision text not null check (decision in ('given', 'revoked')),
  text_version text not null check (length(text_version) between 1 and 20),
  decided_at timestamptz not null
);
comment on table telehealth_consents is 'the patient''s decisions about a virtual appointment; the latest one applies';
comment on column telehealth_consents.text_version is 'which text the patient read: contract/telehealth.ts';
create index telehealth_consents_of_appointment on telehealth_consents (appointment_id, decided_at desc, id desc);
comment on index telehealth_consents_of_appointment is 'the decision that applies';
create index telehealth_consents_of_user on telehealth_consents (user_id);
create trigger telehealth_consents_keep before update or delete on telehealth_consents
  for each row execute function keep_ledger();
create trigger telehealth_consents_keep_all before truncate on telehealth_consents
  for each statement execute function keep_ledger();

alter table professionals
  add column video_link text check (length(video_link) <= 500 and video_link like 'https://%');
comment on column professionals.video_link is 'the room of virtual appointments; shown from 15 minutes before each to those who attend it';
