-- Compatible with older code.
-- A new password of an owner and another withdrawal of several of the same invitations could wait for each other in a circle.
create or replace function end_lasting_access(account uuid) returns integer language sql as $$
  delete from center_invitations where id = any(array(
    select id from center_invitations where invited_by = account order by id for update));
  with ended as (delete from calendar_feeds where user_id = account returning 1)
  select count(*)::integer from ended;
$$;
