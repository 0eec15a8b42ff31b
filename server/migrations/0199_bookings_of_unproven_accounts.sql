-- Accounts that confirmed no address booked everything at a professional: sixty of them, from one network, in ten seconds.
alter table appointments
  add column unproven_network text,
  add column cancelled_unproven boolean not null default false;
comment on column appointments.unproven_network is 'a keyed hash of the network that held the time, while the patient''s account has confirmed no address and the appointment is upcoming';
comment on column appointments.cancelled_unproven is 'when the centre cancelled, the booking''s account had confirmed no address and never come: it does not count in the share of cancelled appointments';
create index appointments_unproven on appointments (professional_id, unproven_network) where unproven_network is not null;
comment on index appointments_unproven is 'counts what accounts without a confirmed address have booked';

-- What staff found to be a cancellation by the centre after an objection counts for every booking.
update appointments set cancelled_unproven = true
where status = 'cancelled' and cancelled_by = 'center' and booked_by = 'patient' and patient_id is not null
  and not exists (select from users where users.id = patient_id and email_verified_at <= cancelled_at)
  and not exists (select from appointments kept
    where kept.patient_id = appointments.patient_id and kept.center_id = appointments.center_id and kept.status = 'completed')
  and not exists (select from reports where reports.subject_id = appointments.id);
