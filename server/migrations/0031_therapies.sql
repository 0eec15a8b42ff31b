-- The therapies of a patient are their appointments, by attendee, professional and service. Only their end is stored.
create table ended_therapies (
  patient_id uuid not null references profiles on delete cascade,
  attendee_id uuid not null,
  professional_id uuid not null references professionals on delete cascade,
  service_id uuid not null references services on delete cascade,
  ended_at timestamptz not null,
  primary key (patient_id, attendee_id, professional_id, service_id)
);
comment on table ended_therapies is 'therapies that the patient ended; a later booking continues them';

create table dismissed_reminders (
  user_id uuid not null references profiles on delete cascade,
  kind text not null check (kind in ('appointment', 'review')),
  appointment_id uuid not null references appointments on delete cascade,
  dismissed_at timestamptz not null,
  primary key (user_id, kind, appointment_id)
);
comment on table dismissed_reminders is 'reminders of the dashboard that the patient dismissed';
create index dismissed_reminders_of_appointment on dismissed_reminders (appointment_id);
