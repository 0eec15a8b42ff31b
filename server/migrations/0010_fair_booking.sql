-- Fair booking: what one account may take, holds that ended, appointments that patients accept, and mails that gather changes.

create table ended_holds (
  appointment_id uuid primary key,
  holder_key text not null,
  reason text not null check (reason in ('replaced', 'expired')),
  ended_at timestamptz not null
);
comment on table ended_holds is 'holds whose rows are gone: for an hour, confirming one says what became of it';
comment on column ended_holds.holder_key is 'as appointments.holder_key: only its holder reads what became of it';
create index ended_holds_by_end on ended_holds (ended_at);
comment on index ended_holds_by_end is 'the sweep that removes old ones';
create index ended_holds_by_holder on ended_holds (holder_key);
comment on index ended_holds_by_holder is 'those of an account that is deleted';

-- The booking code says which limit is reached; this one holds for every writer. The desk is not limited.
create function check_booking_allowance() returns trigger language plpgsql as $$
declare
  upcoming integer;
  with_professional integer;
begin
  -- Bookings for one attendee run one after the other. The booking code holds this lock already.
  perform pg_advisory_xact_lock(hashtextextended('calendar:' || new.attendee_id, 0));
  select count(*), count(*) filter (where professional_id = new.professional_id)
    into upcoming, with_professional
    from appointments
    where patient_id = new.patient_id and attendee_id = new.attendee_id and booked_by = 'patient'
      and status in ('pending', 'confirmed') and ends_at > new.updated_at;
  if upcoming > 12 or with_professional > 4 then
    raise exception 'attendee % has too many upcoming appointments', new.attendee_id
      using errcode = 'check_violation', constraint = 'appointments_allowance', table = 'appointments';
  end if;
  return null;
end $$;
create trigger appointments_allowance after update on appointments for each row
  when (old.status = 'held' and new.status in ('pending', 'confirmed') and new.booked_by = 'patient')
  execute function check_booking_allowance();

alter table appointments
  add column accepted_at timestamptz,
  add constraint appointments_accepted check (
    accepted_at is null or booked_by = 'center' and patient_id is not null and accepted_at < lower(during));
comment on column appointments.accepted_at is 'when the patient, with a verified address, said that an appointment entered by the desk is theirs; only then may they review it';

-- A consultation of which only the centre says that it took place has no review.
create function check_review_accepted() returns trigger language plpgsql as $$
begin
  if exists (select from appointments
      where id = new.appointment_id and booked_by = 'center' and accepted_at is null) then
    raise exception 'appointment % was entered by the desk and not accepted', new.appointment_id
      using errcode = 'check_violation', constraint = 'reviews_accepted', table = 'reviews';
  end if;
  return new;
end $$;
create trigger reviews_accepted before insert on reviews for each row execute function check_review_accepted();

create table appointment_notices (
  appointment_id uuid not null references appointments on delete cascade,
  audience text not null check (audience in ('attendee', 'center')),
  event jsonb not null,
  told_starts_at timestamptz not null,
  told_professional_id uuid not null,
  told_status text not null,
  due_at timestamptz not null,
  primary key (appointment_id, audience)
);
comment on table appointment_notices is 'changes to an appointment that wait to be mailed as one; a row goes when its mail is queued';
comment on column appointment_notices.event is 'the last change; what the mail says besides is read from the appointment as it is then';
comment on column appointment_notices.told_starts_at is 'with the two columns beside it: what the reader knows from before; if it is so again, no mail goes out';
comment on column appointment_notices.due_at is 'two minutes after the first change that waits';

-- Who an address belongs to, for the limit of mails: 'proven' has none.
create function mail_standing(recipient text, mail_kind text) returns text language sql stable as $$
  select case
    when exists (select from users where email = lower(recipient) and email_verified_at is not null) then 'proven'
    -- Staff has checked an approved centre. Only mails about its own appointments go to its contact address.
    when mail_kind like '%.center'
      and exists (select from center_profiles where lower(email) = lower(recipient) and approved_at is not null) then 'proven'
    when exists (select from users where email = lower(recipient)) then 'unproven account'
    else 'no account'
  end $$;
