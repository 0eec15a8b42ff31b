-- A consent of a deleted account gives nothing. The decisions beside a clinical record are kept with it as evidence, until its
-- legal term ends; the others go with the account.
create function has_clinical_record(person uuid) returns boolean language sql stable as $$
  select exists (
    select from appointments a join clinical_record_versions v on v.appointment_id = a.id where a.attendee_id = person)
$$;

alter table clinical_record_consents disable trigger user;
delete from clinical_record_consents c using profiles p
  where p.id = c.patient_id and p.status = 'deleted' and not has_clinical_record(c.attendee_id);
insert into clinical_record_consents
    (id, patient_id, dependant_id, professional_id, reader_id, decision, decided_by, decided_at)
  select gen_random_uuid(), latest.patient_id, dependant_id, professional_id, reader_id, 'withdrawn', latest.patient_id,
    greatest(p.deleted_at, decided_at + interval '1 microsecond')
  from (
    select distinct on (attendee_id, professional_id, reader_id) * from clinical_record_consents
    order by attendee_id, professional_id, reader_id, decided_at desc, id desc) as latest
  join profiles p on p.id = latest.patient_id and p.status = 'deleted'
  where decision = 'given';
alter table clinical_record_consents enable trigger user;

create or replace function keep_record_consent() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and (not has_clinical_record(old.attendee_id) or exists (
    select from clinical_record_identities where attendee_id = old.attendee_id and keep_until <= now())) then
    return old;
  end if;
  raise exception 'rows of % are never changed', tg_table_name using errcode = 'restrict_violation';
end $$;

-- Without a withdrawal that followed it, an earlier consent would apply again.
create function delete_consents_together() returns trigger language plpgsql as $$
begin
  if exists (select from deleted join clinical_record_consents using (attendee_id)) then
    raise exception 'the decisions about a person are deleted together'
      using errcode = 'restrict_violation', constraint = 'clinical_record_consents_together', table = 'clinical_record_consents';
  end if;
  return null;
end $$;
create trigger clinical_record_consents_together after delete on clinical_record_consents
  referencing old table as deleted for each statement execute function delete_consents_together();

-- The lock waits for a deletion that is not committed.
create function check_consent_patient() returns trigger language plpgsql as $$
declare
  patient_status text;
begin
  select status into patient_status from profiles where id = new.patient_id for key share;
  if patient_status = 'deleted' then
    raise exception 'the deleted account % decides nothing', new.patient_id
      using errcode = 'check_violation', constraint = 'clinical_record_consents_patient', table = 'clinical_record_consents';
  end if;
  return new;
end $$;
create trigger clinical_record_consents_patient before insert on clinical_record_consents for each row
  execute function check_consent_patient();

-- Deferred, so that the order of the statements of a deletion does not matter.
create function check_consents_ended() returns trigger language plpgsql as $$
begin
  if exists (
    select from clinical_record_consents where patient_id = new.id and not has_clinical_record(attendee_id)) or 'given' = any (
    select distinct on (attendee_id, professional_id, reader_id) decision from clinical_record_consents
    where patient_id = new.id
    order by attendee_id, professional_id, reader_id, decided_at desc, id desc) then
    raise exception 'the consents of the deleted account % have not ended', new.id
      using errcode = 'check_violation', constraint = 'profiles_consents_ended', table = 'profiles';
  end if;
  return null;
end $$;
create constraint trigger profiles_consents_ended after update of status on profiles deferrable initially deferred
  for each row when (new.status = 'deleted' and old.status <> 'deleted') execute function check_consents_ended();
