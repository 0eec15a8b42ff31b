-- What visitors and users write to support, from the contact page and from the home page's widget.
create table support_requests (
  id uuid primary key,
  reference text not null unique check (reference ~ '^S-[2-9A-HJ-NP-Z]{6}$'),
  idempotency_key uuid not null unique,
  user_id uuid references profiles on delete cascade,
  full_name text not null,
  email text not null,
  message text not null,
  sent_from text not null check (sent_from in ('widget', 'contact')),
  mail_id uuid references outbound_mails on delete set null,
  created_at timestamptz not null
);
comment on column support_requests.reference is 'what the writer quotes; without 0, O, 1 and I, which look alike';
comment on column support_requests.user_id is 'the account that wrote it, if its writer was signed in';
comment on column support_requests.mail_id is 'the mail to the operator, so that it is deleted with the request';
create index support_requests_of_user on support_requests (user_id, created_at) where user_id is not null;
comment on index support_requests_of_user is 'the data export and the deletion of an account';
create index support_requests_by_age on support_requests (created_at);
comment on index support_requests_by_age is 'for the deletion of old requests';
create index support_requests_of_mail on support_requests (mail_id) where mail_id is not null;
comment on index support_requests_of_mail is 'for the deletion of old mails';

alter table outbound_mails add column reply_to text;
comment on column outbound_mails.reply_to is 'where a reply goes, if not to the sender';
