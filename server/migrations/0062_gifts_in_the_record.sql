-- Rewards and Senda's own promotions are recorded among the measures of staff, with their author.
alter table moderation_actions drop constraint moderation_actions_target_type_check,
  add check (target_type in ('user', 'center', 'review', 'message', 'document', 'commission', 'reward', 'promotion'));
