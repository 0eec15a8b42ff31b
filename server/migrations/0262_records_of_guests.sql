-- A person without an account has a clinical record at their centre, too: the professional of an appointment writes it, and reads only
-- their own. When the guest's data is removed, the record keeps the identity, sealed, as that of a deleted account.
alter table guests add column removed_at timestamptz;
comment on column guests.removed_at is 'when their data was removed, at their request or with the centre; nothing is written about them afterwards';
update guests set removed_at = updated_at where full_name = 'Paciente' and phone = '' and email is null and note = '';

alter table clinical_record_identities alter column patient_id drop not null;
comment on column clinical_record_identities.patient_id is 'the account; null: a guest of a centre';
comment on column clinical_record_identities.attendee_id is 'the patient, the dependant or the guest, as in appointments';

create function takes_notes(appointment appointments) returns boolean language sql stable as $$
  select appointment.patient_id is not null
    or exists (select from guests where id = appointment.guest_id and removed_at is null)
$$;
comment on function takes_notes is 'whether a professional may write about the person of the appointment: an account, or a guest whose data is kept';

create or replace function check_clinical_record() returns trigger language plpgsql as $$
begin
  if not exists (
    select from appointments a
    where a.id = new.appointment_id and a.professional_id = new.professional_id and a.status = 'completed' and takes_notes(a)) then
    raise exception 'appointment % was not completed by professional %', new.appointment_id, new.professional_id
      using errcode = 'check_violation', constraint = 'clinical_record_versions_completed', table = 'clinical_record_versions';
  end if;
  return new;
end $$;

create or replace function check_private_note() returns trigger language plpgsql as $$
begin
  if not exists (
    select from appointments a
    where a.id = new.appointment_id and a.professional_id = new.professional_id and takes_notes(a)
      and a.status <> 'held' and a.starts_at >= acts_in_records_from(new.author_id, new.professional_id)) then
    raise exception 'account % may not keep notes about appointment %', new.author_id, new.appointment_id
      using errcode = 'check_violation', constraint = 'clinical_private_notes_entitled', table = 'clinical_private_notes';
  end if;
  return new;
end $$;

create or replace function notify_record() returns trigger language plpgsql as $$
begin
  perform case when patient_id is not null then notify_live('user:' || patient_id, 'rows', tg_table_name) end,
    notify_live('center:' || center_id, 'rows', tg_table_name)
  from appointments where id = coalesce(new.appointment_id, old.appointment_id);
  return null;
end $$;
