-- A stranger may ask for a recovery or sign-in mail for any address, so such a mail ends no earlier link either.
drop index one_time_tokens_single;
create unique index one_time_tokens_single on one_time_tokens (user_id, kind) where kind = 'reauthentication';
comment on index one_time_tokens_single is 'a new code ends the one before; only its signed-in owner can ask for it. Mails that a stranger may ask for end no earlier link';
