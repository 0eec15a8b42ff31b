-- A patient agrees to an appointment with the account that acts as the professional at that moment. An account that the owner
-- links to the professional later, or to one that had none, reads what others recorded only with the patient's consent.
alter table appointments add column agreed_at timestamptz;
comment on column appointments.agreed_at is 'when the patient chose or accepted agreed_starts_at and agreed_professional_id';

create or replace function set_agreed_start() returns trigger language plpgsql as $$
begin
  if new.patient_id is null or new.booked_by = 'center' and new.accepted_at is null then
    new.agreed_starts_at := null;
    new.agreed_professional_id := null;
    new.agreed_at := null;
  elsif tg_op = 'INSERT' or old.status = 'held'
    or new.booked_by = 'center' and old.accepted_at is null
    or new.moved_by = 'patient' and new.during is distinct from old.during then
    new.agreed_starts_at := lower(new.during);
    new.agreed_professional_id := new.professional_id;
    -- Each update sets updated_at by the application's clock.
    new.agreed_at := case when tg_op = 'INSERT' then coalesce(new.accepted_at, new.created_at) else new.updated_at end;
  end if;
  return new;
end $$;

-- Of an earlier appointment that its patient moved, the booking is the earliest instant at which they can have agreed.
alter table appointments disable trigger user;
update appointments set agreed_at = coalesce(accepted_at, created_at) where agreed_starts_at is not null;
alter table appointments enable trigger user;
alter table appointments add constraint appointments_agreed_at check ((agreed_at is null) = (agreed_starts_at is null));

-- The one definition of who reads the records of a person's other appointments, while the professional is active and the
-- account is a member. 'continuity': the patient chose or accepted the professional while the account already acted as them,
-- and the appointment took place at that time or later. A consent ends with the membership in which the account received it.
create or replace function reads_records_of(reader uuid, acting_as uuid, person uuid) returns text language sql stable as $$
  select case
    when exists (
      select from appointments a
      where a.professional_id = p.id and a.attendee_id = person and a.status = 'completed'
        and a.agreed_professional_id = a.professional_id and a.starts_at >= a.agreed_starts_at
        and (m.member_role = 'owner' or a.agreed_at >= m.created_at)) then 'continuity'
    when 'given' = (
      select decision from clinical_record_consents
      where attendee_id = person and professional_id = p.id and reader_id = reader
        and (m.member_role = 'owner' or decided_at >= m.created_at)
      order by decided_at desc, id desc limit 1) then 'consent'
  end
  from professionals p
  join center_members m on m.center_id = p.center_id and m.user_id = reader
    and (m.member_role <> 'owner' and m.professional_id = p.id or m.member_role = 'owner' and p.user_id = reader)
  where p.id = acting_as and p.is_active
$$;
