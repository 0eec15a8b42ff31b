-- An invitation that an intruder sent with a session of the owner survived a new password, and its link still made an accomplice a
-- member of the centre.
create index center_invitations_by_inviter on center_invitations (invited_by);
comment on index center_invitations_by_inviter is 'the open invitations that end with a new password of the account that created them';

create or replace function end_lasting_access(account uuid) returns integer language sql as $$
  delete from center_invitations where invited_by = account;
  with ended as (delete from calendar_feeds where user_id = account returning 1)
  select count(*)::integer from ended;
$$;
comment on function end_lasting_access is 'ends what gives access to the data of an account without a session, and the open invitations that the account created; returns how many calendar feeds that were';
