-- Who reads the clinical records of a person's other appointments at a centre: a professional whom the patient chose, or to
-- whom the patient gave consent. What only the centre did to an appointment never gives that right.

alter table appointments
  add column agreed_starts_at timestamptz,
  add column agreed_professional_id uuid;
comment on column appointments.agreed_starts_at is 'the start that the patient chose, or accepted beforehand; null for a guest and for a desk booking that was not accepted';
comment on column appointments.agreed_professional_id is 'the professional whom the patient chose or accepted; the desk may since have given the appointment to another';

create function set_agreed_start() returns trigger language plpgsql as $$
begin
  if new.patient_id is null or new.booked_by = 'center' and new.accepted_at is null then
    new.agreed_starts_at := null;
    new.agreed_professional_id := null;
  elsif tg_op = 'INSERT' or old.status = 'held'
    or new.booked_by = 'center' and old.accepted_at is null
    or new.moved_by = 'patient' and new.during is distinct from old.during then
    new.agreed_starts_at := lower(new.during);
    new.agreed_professional_id := new.professional_id;
  end if;
  return new;
end $$;
create trigger appointments_agreed before insert or update of during, status, patient_id, professional_id, accepted_at on appointments
  for each row when (new.status <> 'held') execute function set_agreed_start();

-- Earlier appointments that a centre moved don't say what the patient had chosen.
alter table appointments disable trigger user;
update appointments set agreed_starts_at = lower(during), agreed_professional_id = professional_id
  where status <> 'held' and patient_id is not null and moved_by is distinct from 'center'
    and (booked_by = 'patient' or accepted_at is not null);
alter table appointments enable trigger user;

create index appointments_treated on appointments (attendee_id, professional_id, starts_at)
  where status = 'completed' and agreed_starts_at is not null;
comment on index appointments_treated is 'whether a professional has treated a person: reads_records_of()';

create table clinical_record_consents (
  id uuid primary key,
  patient_id uuid not null references profiles on delete restrict,
  dependant_id uuid,
  attendee_id uuid not null generated always as (coalesce(dependant_id, patient_id)) stored,
  professional_id uuid not null references professionals on delete restrict,
  reader_id uuid not null references profiles on delete restrict,
  decision text not null check (decision in ('requested', 'given', 'declined', 'withdrawn')),
  decided_by uuid not null references profiles on delete restrict,
  decided_at timestamptz not null,
  constraint clinical_record_consents_dependant foreign key (dependant_id, patient_id) references dependants (id, guardian_id),
  constraint clinical_record_consents_by check (decided_by = case decision when 'requested' then reader_id else patient_id end)
);
comment on table clinical_record_consents is 'which professionals the patient lets read the records at their centre; the latest row about a reader applies';
comment on column clinical_record_consents.reader_id is 'the account that acts as the professional: a later account of the same professional needs a consent of its own';
comment on column clinical_record_consents.decided_by is 'the reader asks; the patient decides';
create index clinical_record_consents_latest on clinical_record_consents (attendee_id, professional_id, reader_id, decided_at desc, id desc);
comment on index clinical_record_consents_latest is 'the decision that applies';
create index clinical_record_consents_of_patient on clinical_record_consents (patient_id, decided_at desc);
comment on index clinical_record_consents_of_patient is 'what the patient is asked and has decided, also in the data export';
create index clinical_record_consents_of_reader on clinical_record_consents (reader_id);
create index clinical_record_consents_of_professional on clinical_record_consents (professional_id);
create index clinical_record_consents_by_decider on clinical_record_consents (decided_by);

-- Rows are added only. They are deleted with the records of a deleted account, once the legal term has ended.
create function keep_record_consent() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and exists (
    select from clinical_record_identities where attendee_id = old.attendee_id and keep_until <= now()) then
    return old;
  end if;
  raise exception 'rows of % are never changed', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger clinical_record_consents_keep before update or delete on clinical_record_consents
  for each row execute function keep_record_consent();
create trigger clinical_record_consents_keep_all before truncate on clinical_record_consents
  for each statement execute function keep_record_consent();

-- The one definition of who reads the records of a person's other appointments. 'continuity': the patient chose or accepted
-- the professional, and the appointment took place at that time or later, since the account acts as the professional.
create function reads_records_of(reader uuid, acting_as uuid, person uuid) returns text language sql stable as $$
  select case
    when exists (
      select from professionals p
      join center_members m on m.center_id = p.center_id and m.user_id = reader
        and (m.professional_id = p.id or m.member_role = 'owner' and p.user_id = reader)
      join appointments a on a.professional_id = p.id and a.attendee_id = person
      where p.id = acting_as and a.status = 'completed' and a.agreed_starts_at is not null
        and a.agreed_professional_id = a.professional_id and a.starts_at >= a.agreed_starts_at
        and (m.member_role = 'owner' or a.starts_at >= m.created_at)) then 'continuity'
    when 'given' = (
      select decision from clinical_record_consents
      where attendee_id = person and professional_id = acting_as and reader_id = reader
      order by decided_at desc, id desc limit 1) then 'consent'
  end
$$;

alter table clinical_record_accesses
  drop constraint clinical_record_accesses_reason_check,
  add constraint clinical_record_accesses_reason_check
    check (reason in ('own', 'own_copy', 'treatment', 'continuity', 'consent'));

-- Every read and write of a professional is logged in its own transaction, so this refuses the access itself.
create function check_record_access() returns trigger language plpgsql as $$
declare
  read_appointment record;
begin
  select a.professional_id, a.attendee_id, a.center_id = p.center_id as is_of_center
    into read_appointment
    from appointments a, professionals p
    where a.id = new.appointment_id and p.id = new.professional_id;
  if new.reason = 'treatment' and read_appointment.professional_id = new.professional_id
    or read_appointment.is_of_center
      and new.reason = reads_records_of(new.user_id, new.professional_id, read_appointment.attendee_id) then
    return new;
  end if;
  raise exception 'account % may not reach the record of appointment %', new.user_id, new.appointment_id
    using errcode = 'check_violation', constraint = 'clinical_record_accesses_entitled', table = 'clinical_record_accesses';
end $$;
create trigger clinical_record_accesses_entitled before insert on clinical_record_accesses
  for each row when (new.professional_id is not null) execute function check_record_access();
