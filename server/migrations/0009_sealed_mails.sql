-- Mails carry links and codes that sign their readers in. Their bodies are encrypted with SECRET_KEY from now on. What was
-- stored readable goes: the key is not in the database, so no statement here can encrypt it.
alter table outbound_mails
  drop column html,
  drop column body_text,
  add column sealed_body bytea,
  add column key_id text,
  add constraint outbound_mails_sealed check ((sealed_body is null) = (key_id is null));
comment on column outbound_mails.sealed_body is 'HTML and text, encrypted with SECRET_KEY; null once the mail was sent, except in the demonstration';
comment on column outbound_mails.key_id is 'which SECRET_KEY encrypted it';

-- A mail that is asked for again may be asked for by a stranger: it ends no earlier link of the same sign-up or change of
-- address.
alter table one_time_tokens add column sign_up_id uuid not null default gen_random_uuid();
comment on column one_time_tokens.sign_up_id is 'which sign-up a link confirms: a mail that was asked for again has that of the mail before';
drop index one_time_tokens_single;
create unique index one_time_tokens_single on one_time_tokens (user_id, kind)
  where kind not in ('signup', 'email_change_current', 'email_change_new');
comment on index one_time_tokens_single is 'a new link ends the one before; sign-ups and changes of address may have several mails each';

alter table sessions add column aal2_counter integer;
update sessions set aal2_counter = refresh_counter where aal = 'aal2';
alter table sessions add constraint sessions_aal2_counter check ((aal = 'aal2') = (aal2_counter is not null));
comment on column sessions.aal2_counter is 'number of the first refresh token that was issued after the second factor';

-- The specification names this column; every row of the table is a centre's.
alter table center_profiles add column user_type text not null default 'center' check (user_type = 'center');
