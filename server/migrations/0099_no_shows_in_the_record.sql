-- Decisions about no-shows are recorded among the measures of staff. After 0062, which lists the other targets.
alter table moderation_actions drop constraint moderation_actions_target_type_check,
  add check (target_type in ('user', 'center', 'review', 'message', 'document', 'commission', 'reward', 'promotion', 'no_show'));
