-- Compatible with older code.
-- The name of an attendee may change after a note was written about them. Each version keeps, sealed, about whom it was written.
-- Versions from before this migration have nothing: only the server has the keys. It seals what is known of them, with the day, before
-- the attendee's name changes for the first time.
alter table clinical_record_versions
  add column person_nonce bytea check (length(person_nonce) = 12),
  add column person_sealed bytea check (length(person_sealed) between 17 and 20000),
  add constraint clinical_record_versions_person check ((person_nonce is null) = (person_sealed is null));
comment on column clinical_record_versions.person_sealed is
  'JSON with name and birth date of the attendee, and when they were recorded, encrypted with the same key as the content';
create index clinical_record_versions_without_person on clinical_record_versions (appointment_id) where person_sealed is null;

-- A rotation replaces the encryption of both contents. The person is added once and never changed.
create or replace function keep_clinical_record() returns trigger language plpgsql as $$
declare
  before jsonb := to_jsonb(old);
  after jsonb;
begin
  if tg_op = 'UPDATE' and tg_table_name <> 'clinical_record_accesses' then
    after := to_jsonb(new);
    if new.key_id <> old.key_id and new.nonce <> old.nonce
      and after - array['key_id', 'nonce', 'sealed', 'person_nonce', 'person_sealed']
        = before - array['key_id', 'nonce', 'sealed', 'person_nonce', 'person_sealed']
      and (after ->> 'person_sealed' is null) = (before ->> 'person_sealed' is null)
      and (after ->> 'person_nonce' is null or after ->> 'person_nonce' <> before ->> 'person_nonce') then
      return new;
    end if;
    if before ->> 'person_sealed' is null
      and after - array['person_nonce', 'person_sealed'] = before - array['person_nonce', 'person_sealed'] then
      return new;
    end if;
  elsif tg_op = 'DELETE' then
    if tg_table_name = 'clinical_record_identities' then
      if (before ->> 'keep_until')::timestamptz <= now() then return old; end if;
    elsif exists (
      select from appointments
      join clinical_record_identities using (attendee_id)
      where appointments.id = (before ->> 'appointment_id')::uuid and keep_until <= now()) then
      return old;
    end if;
  end if;
  raise exception 'rows of % are never changed', tg_table_name using errcode = 'restrict_violation';
end $$;
