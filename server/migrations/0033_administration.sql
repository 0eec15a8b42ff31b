-- Staff's list of accounts by name and by address.
create index profiles_by_name on profiles (fold(full_name), id) where status <> 'deleted';
comment on index profiles_by_name is 'staff''s list of accounts by name, and the accounts of exactly this name';
create index profiles_by_email on profiles (fold(email), id) where status <> 'deleted';
comment on index profiles_by_email is 'staff''s list of accounts by address';
-- One account in some ten is a centre: the whole lists would be searched for them.
create index profiles_centers_newest on profiles (created_at desc, id) where status <> 'deleted' and user_type = 'center';
comment on index profiles_centers_newest is 'staff''s list of the accounts of centres, by age';
create index profiles_centers_by_name on profiles (fold(full_name), id) where status <> 'deleted' and user_type = 'center';
comment on index profiles_centers_by_name is 'staff''s list of the accounts of centres, by name';
create index profiles_centers_by_email on profiles (fold(email), id) where status <> 'deleted' and user_type = 'center';
comment on index profiles_centers_by_email is 'staff''s list of the accounts of centres, by address';

-- A session that ends closes the live streams of its user at once, on every process.
create function notify_ended_session() returns trigger language plpgsql as $$
begin
  perform pg_notify('senda_live', json_build_object('topic', 'user:' || old.user_id, 'about', 'session', 'id', old.id)::text);
  return null;
end $$;
create trigger sessions_notify after delete on sessions for each row execute function notify_ended_session();

-- Staff may take the approval of a licence back. The document waits for a review again, and is in force no more.
alter table compliance_checks add column was_approved boolean not null default false;
comment on column compliance_checks.was_approved is 'staff have approved it, or the unreviewed document that it replaces, at least once';
update compliance_checks set was_approved = true
  where status in ('approved', 'expired') or exists (
    select from moderation_actions
    where target_type = 'document' and target_id = compliance_checks.id and action_type = 'approve');

create or replace function license_lapsed(center uuid, services text[], today date) returns boolean
  language sql stable parallel safe
  return exists (
      select from compliance_checks
      where center_id = center and check_type = 'license'
        and (status in ('rejected', 'expired') or status = 'approved' and expiry_date < today
          or status = 'pending' and was_approved))
    and not exists (
      select from compliance_checks
      where center_id = center and check_type = 'license' and status = 'approved'
        and (expiry_date is null or expiry_date >= today))
    and exists (select from service_types where slug = any (services) and regulated);
comment on function license_lapsed is 'the licence of a practice that needs one was rejected, has lapsed, or is no longer approved: nothing new is booked there';

-- Whom or what a measure concerns, so that the record is searched by name with an index.
alter table moderation_actions add column concerns_id uuid;
comment on column moderation_actions.concerns_id is 'the account, or the centre of the centre, document, commission, settlement or review that is measured; set by a trigger, and no part of the hash';
create function concerned_by(target_type text, target_id uuid) returns uuid language sql stable as $$
  select case concerned_by.target_type
    when 'document' then (select center_id from compliance_checks where id = concerned_by.target_id)
    when 'review' then coalesce(
      (select center_id from reviews where id = concerned_by.target_id),
      (select center_id from removed_reviews where id = concerned_by.target_id))
    when 'commission' then coalesce(
      (select center_id from commissions where id = concerned_by.target_id),
      (select center_id from commission_settlements where id = concerned_by.target_id),
      concerned_by.target_id)
    else concerned_by.target_id end
$$;
alter table moderation_actions disable trigger moderation_actions_keep;
update moderation_actions set concerns_id = concerned_by(target_type, target_id);
alter table moderation_actions enable trigger moderation_actions_keep;
create index moderation_actions_concerns on moderation_actions (concerns_id, sequence desc);
comment on index moderation_actions_concerns is 'the record by the name of a person or centre';
create index moderation_actions_by_day on moderation_actions (created_at, sequence);
comment on index moderation_actions_by_day is 'the record of some days';
create or replace function chain_moderation_action() returns trigger language plpgsql as $$
declare
  head moderation_record_head;
begin
  new.concerns_id := concerned_by(new.target_type, new.target_id);
  -- Locked until the transaction ends, so that sequences follow the order of commits.
  select * into head from moderation_record_head for update;
  new.sequence := head.sequence + 1;
  new.hash := moderation_action_hash(head.hash, new);
  update moderation_record_head set sequence = new.sequence, hash = new.hash;
  return new;
end $$;

create index reviews_comment on reviews using gin (fold(comment) gin_trgm_ops);
comment on index reviews_comment is 'staff find a review by a part of its text';

-- The figures above staff's lists, kept so that no request counts a whole table. Each change adds a row, so that transactions
-- never wait for each other; a job adds the rows up.
create table kept_figures (
  figure text not null check (figure in
    ('users', 'centers', 'unverified_centers', 'open_documents', 'paid_commission_cents')),
  change bigint not null
);
comment on table kept_figures is 'each figure is the sum of its rows; kept by triggers, equals counted_figures';
create view counted_figures as
  select 'users' as figure, count(*) as change from profiles where status <> 'deleted'
  union all select 'centers', count(*) from center_profiles
  union all select 'unverified_centers', count(*) from center_profiles where not verified
  union all select 'open_documents', count(*) from compliance_checks
    where status in ('pending', 'rejected', 'expired') and file_name is not null
  union all select 'paid_commission_cents', coalesce(sum(commission_amount), 0)::bigint from commissions where status = 'paid';
comment on view counted_figures is 'what kept_figures must add up to';
insert into kept_figures select * from counted_figures;

create function keep_figure(figure text, before bigint, after bigint) returns void language sql as $$
  insert into kept_figures select keep_figure.figure, after - before where after <> before
$$;
create function keep_figures_of_profile() returns trigger language plpgsql as $$
begin
  perform keep_figure('users',
    (case when tg_op <> 'INSERT' and old.status <> 'deleted' then 1 else 0 end)::bigint,
    (case when tg_op <> 'DELETE' and new.status <> 'deleted' then 1 else 0 end)::bigint);
  return null;
end $$;
create trigger profiles_keep_figures after insert or delete on profiles
  for each row execute function keep_figures_of_profile();
create trigger profiles_keep_changed_figures after update of status on profiles
  for each row when (old.status is distinct from new.status) execute function keep_figures_of_profile();

create function keep_figures_of_center() returns trigger language plpgsql as $$
begin
  perform keep_figure('centers', (tg_op <> 'INSERT')::integer::bigint, (tg_op <> 'DELETE')::integer::bigint);
  perform keep_figure('unverified_centers',
    (case when tg_op <> 'INSERT' and not old.verified then 1 else 0 end)::bigint,
    (case when tg_op <> 'DELETE' and not new.verified then 1 else 0 end)::bigint);
  return null;
end $$;
create trigger center_profiles_keep_figures after insert or delete on center_profiles
  for each row execute function keep_figures_of_center();
create trigger center_profiles_keep_changed_figures after update of verified on center_profiles
  for each row when (old.verified is distinct from new.verified) execute function keep_figures_of_center();

create function keep_figures_of_check() returns trigger language plpgsql as $$
begin
  perform keep_figure('open_documents',
    (case when tg_op <> 'INSERT' and old.status <> 'approved' and old.file_name is not null then 1 else 0 end)::bigint,
    (case when tg_op <> 'DELETE' and new.status <> 'approved' and new.file_name is not null then 1 else 0 end)::bigint);
  return null;
end $$;
create trigger compliance_checks_keep_figures after insert or delete on compliance_checks
  for each row execute function keep_figures_of_check();
create trigger compliance_checks_keep_changed_figures after update of status, file_name on compliance_checks
  for each row execute function keep_figures_of_check();

-- Commissions are summed by day already: a settlement changes few of those rows.
create function keep_figures_of_sum() returns trigger language plpgsql as $$
begin
  perform keep_figure('paid_commission_cents',
    case when tg_op <> 'INSERT' and old.status = 'paid' then old.commission_amount else 0 end,
    case when tg_op <> 'DELETE' and new.status = 'paid' then new.commission_amount else 0 end);
  return null;
end $$;
create trigger commission_sums_keep_figures after insert or update or delete on commission_sums
  for each row execute function keep_figures_of_sum();
