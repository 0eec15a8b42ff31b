-- Compatible with older code, which books without the condition.
-- What an account books before its address was confirmed is provisional: a job frees the time when the address stays unconfirmed.
alter table appointments
  add column proof_due_at timestamptz,
  add column proof_warned_at timestamptz,
  add column proof_mail_id uuid,
  add column freed_unconfirmed boolean not null default false,
  add constraint appointments_proof_of_patients check (proof_due_at is null or booked_by = 'patient'),
  add constraint appointments_proof_warning
    check ((proof_warned_at is null or proof_due_at is not null) and (proof_mail_id is null or proof_warned_at is not null)),
  add constraint appointments_freed_unconfirmed
    check (not freed_unconfirmed or status = 'cancelled' and cancelled_by = 'system' and proof_warned_at is not null);
comment on column appointments.proof_due_at is 'until when the patient''s address must be confirmed, as their account was when they booked; provisional_until() tells whether that still matters';
comment on column appointments.proof_warned_at is 'when the patient was warned that the time is about to be freed';
comment on column appointments.proof_mail_id is 'the mail of that warning; null when none was queued';
comment on column appointments.freed_unconfirmed is 'the time was freed, because the address of the patient stayed unconfirmed';

-- An appointment that starts too soon to be of use to another patient stays, and so does a paid one.
create function provisional_until(appointment appointments) returns timestamptz language sql stable as $$
  select appointment.proof_due_at
  where appointment.proof_due_at is not null and appointment.status in ('pending', 'confirmed') and appointment.paid_amount = 0
    and appointment.starts_at >= appointment.proof_due_at + interval '2 hours'
    and exists (select from users where id = appointment.patient_id and email_verified_at is null)
$$;
comment on function provisional_until is 'when the time of an appointment is freed, unless its patient confirms their address before; null for every other appointment';

create index appointments_proof_due on appointments (proof_due_at)
  where proof_due_at is not null and status in ('pending', 'confirmed');
