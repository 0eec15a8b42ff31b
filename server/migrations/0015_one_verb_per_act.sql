-- Columns speak as the code does: a request that is repeated carries an idempotency key, and a notice remembers what its
-- reader knows.
alter table appointments rename column entry_key to idempotency_key;
alter table appointments rename constraint appointments_entry_key to appointments_idempotency_key;
alter index appointments_entry rename to appointments_by_idempotency_key;
comment on column appointments.idempotency_key is 'of the request that booked it at the desk: repeating that request books nothing twice';
comment on index appointments_by_idempotency_key is 'one appointment for each key';

alter table appointment_notices rename column told_starts_at to known_starts_at;
alter table appointment_notices rename column told_professional_id to known_professional_id;
alter table appointment_notices rename column told_status to known_status;
comment on column appointment_notices.known_starts_at is 'with the two columns beside it: the state that the reader knows; when the appointment is in that state again, no mail is sent';
