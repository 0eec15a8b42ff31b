-- Compatible with older code.
-- Live events must tell no one that something happened of which they read nothing.

-- Keeping a reported review or message, and undoing that, is between staff and the reporter: its author never learns of the
-- report. Every other action is for the person whom it concerns, too.
create function notify_moderation_action() returns trigger language plpgsql as $$
declare
  action moderation_actions := coalesce(new, old);
  kept text := coalesce((select action_type from moderation_actions undone where undone.id = action.undoes), action.action_type);
begin
  perform notify_live('staff', 'rows', tg_table_name);
  if action.target_type in ('review', 'message') and kept = 'approve' then return null; end if;
  if action.concerns_id is not null then
    perform notify_live('user:' || action.concerns_id, 'rows', tg_table_name);
  end if;
  return null;
end $$;
drop trigger moderation_actions_notify_rows on moderation_actions;
create trigger moderation_actions_notify_rows after insert or update or delete on moderation_actions
  for each row execute function notify_moderation_action();

-- A centre knows of a conversation from its first message on.
create or replace function notify_profile() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and to_jsonb(old) - 'updated_at' = to_jsonb(new) - 'updated_at' then return null; end if;
  perform notify_live('user:' || new.id, 'rows', tg_table_name);
  perform notify_live('staff', 'rows', tg_table_name);
  perform notify_live('center:' || center_id, 'rows', tg_table_name)
  from (select center_id from appointments where patient_id = new.id
    union select center_id from conversations where patient_id = new.id and last_number > 0
    union select center_id from center_members where user_id = new.id) known;
  return null;
end $$;
