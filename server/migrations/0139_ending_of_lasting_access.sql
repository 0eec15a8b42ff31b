-- A calendar's secret address that an intruder created survived a new password and went on showing patients' names.
create function end_lasting_access(account uuid) returns integer language sql as $$
  with ended as (delete from calendar_feeds where user_id = account returning 1)
  select count(*)::integer from ended;
$$;
comment on function end_lasting_access is 'ends what gives access to the data of an account without a session; returns how many calendar feeds that were';
