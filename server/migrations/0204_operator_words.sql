-- Compatible with older code.
-- The operator's own words on pages and in mails, one row (contract/operator.ts has its shape). Every process reads it again
-- when it changes.
create table operator_words (
  id uuid primary key default '00000000-0000-7000-8000-000000000001' check (id = '00000000-0000-7000-8000-000000000001'),
  words jsonb not null check (
    octet_length(words::text) <= 60000
    and words ?& array['name', 'claim', 'email', 'legalName', 'supportHours', 'widgetHours', 'emergency', 'claims', 'figures',
      'testimonials', 'areLegalTextsReviewed']),
  updated_at timestamptz not null
);
comment on column operator_words.words is 'OperatorWords of contract/operator.ts';

create function notify_operator_words() returns trigger language plpgsql as $$
begin
  perform notify_live('operator', 'words', 'all');
  perform notify_live('staff', 'rows', 'operator_words');
  return null;
end $$;
create trigger operator_words_notify after insert or update on operator_words
  for each row execute function notify_operator_words();

alter table moderation_actions drop constraint moderation_actions_target_type_check,
  add check (target_type in ('user', 'center', 'review', 'message', 'document', 'commission', 'reward', 'promotion', 'no_show',
    'cancellation', 'early_visit', 'invented_visit', 'refund', 'undone_payment', 'operator'));
