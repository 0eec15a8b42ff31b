-- Messages of a conversation can be reported, like reviews.
alter table reports drop constraint reports_kind_check, add check (kind in ('review', 'message'));
alter table reports
  add column shared_from integer,
  add column shared_to integer,
  add check ((kind = 'message') = (shared_from is not null)),
  add check ((shared_from is null) = (shared_to is null)),
  add check (shared_to - shared_from between 0 and 10);
comment on column reports.shared_from is 'the numbers of the messages that the report shows to staff: the reported one and at most ten around it';

create or replace function check_report_of_center() returns trigger language plpgsql as $$
begin
  if new.kind = 'review' and new.center_id is not null
    and not exists (select from reviews where id = new.subject_id and center_id = new.center_id) then
    raise exception 'review % is not about centre %', new.subject_id, new.center_id
      using errcode = 'foreign_key_violation', constraint = 'reports_of_own_center', table = 'reports';
  end if;
  if new.kind = 'message' and new.center_id is not null
    and not exists (select from messages join conversations on conversations.id = conversation_id
      where messages.id = new.subject_id and center_id = new.center_id) then
    raise exception 'message % is not of a conversation of centre %', new.subject_id, new.center_id
      using errcode = 'foreign_key_violation', constraint = 'reports_of_own_center', table = 'reports';
  end if;
  return new;
end $$;

create index messages_removed on messages (removed_at desc, id) where removed_at is not null;
comment on index messages_removed is 'staff''s list of what they removed';

alter table moderation_actions drop constraint moderation_actions_target_type_check,
  add check (target_type in ('user', 'center', 'review', 'message', 'document', 'commission'));

create or replace function concerned_by(target_type text, target_id uuid) returns uuid language sql stable as $$
  select case concerned_by.target_type
    when 'document' then (select center_id from compliance_checks where id = concerned_by.target_id)
    when 'review' then coalesce(
      (select center_id from reviews where id = concerned_by.target_id),
      (select center_id from removed_reviews where id = concerned_by.target_id))
    when 'message' then (select sender_id from messages where id = concerned_by.target_id)
    when 'commission' then coalesce(
      (select center_id from commissions where id = concerned_by.target_id),
      (select center_id from commission_settlements where id = concerned_by.target_id),
      concerned_by.target_id)
    else concerned_by.target_id end
$$;
comment on column moderation_actions.concerns_id is 'the account, the sender of the message, or the centre of the centre, document, commission, settlement or review that is measured; set by a trigger, and no part of the hash';
