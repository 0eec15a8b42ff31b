-- The record of what staff did. Rows are only added, each with a hash of the one before.
create table moderation_actions (
  sequence bigint primary key,
  id uuid not null unique,
  moderator_id uuid references profiles on delete restrict,
  target_type text not null check (target_type in ('user', 'center', 'review', 'document', 'commission')),
  target_id uuid not null,
  action_type text not null check (action_type ~ '^[a-z_]{3,40}$'),
  reason text not null check (length(reason) between 1 and 1000 and reason = btrim(reason)),
  details jsonb not null default '{}' check (jsonb_typeof(details) = 'object'),
  undoes uuid unique references moderation_actions (id) on delete restrict,
  created_at timestamptz not null,
  hash bytea not null
);
comment on table moderation_actions is 'every measure of staff, written in the transaction that carries it out; rows are never changed or deleted';
comment on column moderation_actions.sequence is '1, 2, 3 … without gaps; set by a trigger';
comment on column moderation_actions.moderator_id is 'null: the service itself, for example when a document lapses';
comment on column moderation_actions.details is 'what is needed to show the measure and to undo it, such as suspension_days and the state before';
comment on column moderation_actions.undoes is 'the measure that this one undoes; a measure is undone once';
comment on column moderation_actions.hash is 'sha-256 of the hash before and of this row; set by a trigger';
create index moderation_actions_of_target on moderation_actions (target_type, target_id, sequence desc);
comment on index moderation_actions_of_target is 'the history of an account, a centre or a review, and the last measure on it';
create index moderation_actions_of_moderator on moderation_actions (moderator_id, sequence desc) where moderator_id is not null;
comment on index moderation_actions_of_moderator is 'what one member of staff did';
create index moderation_actions_of_type on moderation_actions (action_type, sequence desc);
comment on index moderation_actions_of_type is 'all measures of one kind, newest first';

create table moderation_record_head (
  is_head boolean primary key default true check (is_head),
  sequence bigint not null,
  hash bytea not null
);
comment on table moderation_record_head is 'the end of the record: without it, deleting the last rows would not show';
insert into moderation_record_head (sequence, hash) values (0, '');

create function moderation_action_hash(previous bytea, action moderation_actions) returns bytea
language sql stable parallel safe as $$
  select sha256(previous || convert_to(jsonb_build_array(
    action.sequence, action.id, action.moderator_id, action.target_type, action.target_id, action.action_type,
    action.reason, action.details, action.undoes, (extract(epoch from action.created_at) * 1000000)::bigint)::text, 'UTF8'))
$$;

create function chain_moderation_action() returns trigger language plpgsql as $$
declare
  head moderation_record_head;
begin
  -- Locked until the transaction ends, so that sequences follow the order of commits.
  select * into head from moderation_record_head for update;
  new.sequence := head.sequence + 1;
  new.hash := moderation_action_hash(head.hash, new);
  update moderation_record_head set sequence = new.sequence, hash = new.hash;
  return new;
end $$;
create trigger moderation_actions_chain before insert on moderation_actions
  for each row execute function chain_moderation_action();
create trigger moderation_actions_keep before update or delete on moderation_actions
  for each row execute function keep_ledger();
create trigger moderation_actions_keep_all before truncate on moderation_actions
  for each statement execute function keep_ledger();

-- Staff's list of accounts.
create index profiles_newest on profiles (created_at desc, id) where status <> 'deleted';
comment on index profiles_newest is 'staff''s list of accounts, newest first';
create index profiles_blocked on profiles (status, created_at desc, id) where status in ('suspended', 'banned');
comment on index profiles_blocked is 'staff''s list of suspended and banned accounts';
create index profiles_search on profiles using gin ((fold(full_name) || ' ' || fold(email)) gin_trgm_ops) where status <> 'deleted';
comment on index profiles_search is 'staff find an account by a part of its name or address';
create index user_roles_by_role on user_roles (role, user_id) where role <> 'patient';
comment on index user_roles_by_role is 'staff''s list of accounts of one role; most accounts are patients';

-- While an owner is suspended or banned, their centre is neither public nor bookable.
alter table center_profiles add column withheld_approval_at timestamptz;
comment on column center_profiles.withheld_approval_at is 'approved_at while the owner is suspended or banned; it returns when that ends';
alter table center_profiles add constraint center_profiles_withheld check (withheld_approval_at is null or approved_at is null);
create index center_profiles_withheld on center_profiles (id) where withheld_approval_at is not null;
comment on index center_profiles_withheld is 'centres that return to the search when the suspension of their owner ends';
