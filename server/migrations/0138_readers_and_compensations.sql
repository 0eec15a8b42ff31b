-- The list of a patient's readers, the permission check and the access log disagreed: the list left out the patients of a centre
-- whose only visit was annulled, owners who work as the only professional, and professionals who no longer work but read what
-- they wrote, and it named accounts that read nothing. All of them now ask these definitions.
create view acting_accounts as
  select p.id as professional_id, p.center_id, p.is_active, m.user_id as account_id, m.created_at as works_since,
    m.member_role = 'owner' as is_owner, m.professional_id is not null or p.user_id is not null as is_linked
  from professionals p
  join center_members m on m.center_id = p.center_id and (
    m.member_role <> 'owner' and m.professional_id = p.id
    or m.member_role = 'owner' and (
      p.user_id = m.user_id
      or p.user_id is null and p.is_active
        and not exists (
          select from professionals other
          where other.center_id = p.center_id and other.id <> p.id and (other.is_active or other.user_id = m.user_id))
        and not exists (
          select from center_members other where other.center_id = p.center_id and other.professional_id = p.id)));
comment on view acting_accounts is 'which account acts as which professional: a member as the linked one, the owner as the one linked to their account, or as the only one, which is linked to none';

-- Otherwise an owner could link a second account to a former professional and read that professional's records.
create function acts_in_records_from(reader uuid, acting_as uuid) returns timestamptz language sql stable as $$
  select case
    when not exists (
      select from clinical_record_versions where professional_id = acting_as and author_id <> reader) then '-infinity'
    when not is_owner then works_since
  end
  from acting_accounts
  where account_id = reader and professional_id = acting_as
    and not exists (select from user_roles where user_id = reader and role in ('moderator', 'admin'))
$$;
comment on function acts_in_records_from is 'since which start the account reads the records of its own appointments as this professional; null when it reads no record as them, like every account of staff';

create or replace function reads_records_of(reader uuid, acting_as uuid, person uuid) returns text language sql stable as $$
  select case
    when exists (
      select from appointments a
      where a.professional_id = acting_as and a.attendee_id = person and a.status = 'completed'
        and a.agreed_professional_id = a.professional_id and a.starts_at >= a.agreed_starts_at
        and (is_owner or a.agreed_at >= works_since)) then 'continuity'
    when 'given' = (
      select decision from clinical_record_consents
      where attendee_id = person and professional_id = acting_as and reader_id = reader
        and (is_owner or decided_at >= works_since)
      order by decided_at desc, id desc limit 1) then 'consent'
  end
  from acting_accounts
  where account_id = reader and professional_id = acting_as and is_active and is_linked
    and acts_in_records_from(reader, acting_as) is not null
$$;
comment on function reads_records_of is 'why the account, as this professional, reads what others recorded about the person; null when it does not';

create function reads_own_records_of(reader uuid, acting_as uuid, person uuid) returns boolean language sql stable as $$
  select exists (
    select from appointments a
    where a.professional_id = acting_as and a.attendee_id = person and a.starts_at >= acts_in_records_from(reader, acting_as)
      and exists (select from clinical_record_versions v where v.appointment_id = a.id))
$$;
comment on function reads_own_records_of is 'whether the account, as this professional, reads a record of its own appointments with the person, whatever became of them';

create or replace function check_record_access() returns trigger language plpgsql as $$
declare
  read_appointment record;
begin
  select a.professional_id, a.attendee_id, a.starts_at, a.center_id = p.center_id as is_of_center
    into read_appointment
    from appointments a, professionals p
    where a.id = new.appointment_id and p.id = new.professional_id;
  if new.reason = 'treatment' and read_appointment.professional_id = new.professional_id
      and read_appointment.starts_at >= acts_in_records_from(new.user_id, new.professional_id)
    or read_appointment.is_of_center
      and new.reason = reads_records_of(new.user_id, new.professional_id, read_appointment.attendee_id) then
    return new;
  end if;
  raise exception 'account % may not reach the record of appointment %', new.user_id, new.appointment_id
    using errcode = 'check_violation', constraint = 'clinical_record_accesses_entitled', table = 'clinical_record_accesses';
end $$;

-- A patient who booked again and again and a centre that cancelled each booking made 100 points a day without any commission.
create function may_compensate(account uuid, center uuid) returns boolean language sql stable as $$
  select (
    select count(*) from points_transactions
    join appointments on appointments.id = reference_id
    where user_id = account and reference_type = 'appointment' and transaction_type = 'bonus' and appointments.center_id = center
  ) <= (
    select count(*) from appointments
    join commissions on commissions.appointment_id = appointments.id and commissions.status = 'paid'
    where appointments.patient_id = account and appointments.center_id = center and earns_points(appointments))
$$;
comment on function may_compensate is 'whether a cancellation of the centre may still give the patient points: once, and once more for each of their consultations there whose commission is settled';

create function check_compensation() returns trigger language plpgsql as $$
begin
  if not may_compensate(new.user_id, (select center_id from appointments where id = new.reference_id)) then
    raise exception 'appointment % is not compensated: its patient has been, and brought no commission since', new.reference_id
      using errcode = 'check_violation', constraint = 'points_transactions_compensation', table = 'points_transactions';
  end if;
  return new;
end $$;
create trigger points_transactions_compensation before insert on points_transactions for each row
  when (new.transaction_type = 'bonus' and new.reference_type = 'appointment') execute function check_compensation();
