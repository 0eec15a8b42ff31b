-- What became of the mail of a reminder, for the patient and the centre.
alter table appointment_reminders add column mail_id uuid references outbound_mails on delete set null;
alter table appointment_reminders add column is_mailed boolean not null default true;
comment on column appointment_reminders.mail_id is 'null also once the mail was deleted, some months after';
comment on column appointment_reminders.is_mailed is 'false where its reader wants no reminders by mail, or has no address';
create index appointment_reminders_of_mail on appointment_reminders (mail_id) where mail_id is not null;
comment on index appointment_reminders_of_mail is 'for the deletion of old mails';
