-- Compatible with older code.
-- What a visitor without an account asks a centre, until the link that is mailed to the given address is used: the centre reads
-- nothing before that.
create table questions (
  id uuid primary key,
  center_id uuid not null references center_profiles on delete cascade,
  full_name text not null check (length(full_name) between 1 and 200 and name_is_plain(full_name)),
  email text not null check (length(email) between 3 and 255 and email = lower(email)),
  content text not null check (length(content) between 1 and 2000),
  token_hash text unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  sent_at timestamptz
);
comment on column questions.id is 'chosen by the client, and then the id of the message';
comment on column questions.token_hash is 'null: not mailed, because an earlier link of the address waits for its use';
comment on column questions.sent_at is 'when the link was used, and the question became a message';
create index questions_to_clear on questions (expires_at);
comment on index questions_to_clear is 'the sweep that removes what has expired';
create index questions_of_address on questions (email);
comment on index questions_of_address is 'the questions that wait for an address, and its one link at a time';
create index questions_of_center on questions (center_id);
comment on index questions_of_center is 'the deletion of a centre';

-- The patient's side of a conversation without an account. Its user and its profile have no address and no way to sign in.
create table visitors (
  id uuid primary key references profiles on delete cascade,
  center_id uuid not null references center_profiles on delete cascade,
  email text not null check (length(email) between 3 and 255 and email = lower(email)),
  mailed_number integer not null default 0 check (mailed_number >= 0),
  created_at timestamptz not null,
  blocked_at timestamptz,
  unique (email, center_id)
);
comment on column visitors.email is 'the address at which the link of the question was used';
comment on column visitors.mailed_number is 'the number of the last message of the centre that was mailed';
comment on column visitors.blocked_at is 'the centre had blocked the conversation that the visitor deleted, so the block stays';
create index visitors_of_center on visitors (center_id);
comment on index visitors_of_center is 'the deletion of a centre';

create table visitor_links (
  token_hash text primary key,
  visitor_id uuid not null references visitors on delete cascade,
  expires_at timestamptz not null
);
comment on table visitor_links is 'the mailed links with which a visitor reads and answers one conversation, and nothing else';
create index visitor_links_of_visitor on visitor_links (visitor_id);
comment on index visitor_links_of_visitor is 'the end of every link with the visitor';
create index visitor_links_to_clear on visitor_links (expires_at);
comment on index visitor_links_to_clear is 'the sweep that removes what has expired';

-- A visitor is no account in staff's figures: its profile counts as one, and its row takes that back.
create function keep_figures_of_visitor() returns trigger language plpgsql as $$
begin
  perform keep_figure('users', (tg_op = 'INSERT')::integer::bigint, (tg_op = 'DELETE')::integer::bigint);
  return null;
end $$;
create trigger visitors_keep_figures after insert or delete on visitors
  for each row execute function keep_figures_of_visitor();
create or replace view counted_figures as
  select 'users' as figure, count(*) as change from profiles
    where status <> 'deleted' and not exists (select from visitors where visitors.id = profiles.id)
  union all select 'centers', count(*) from center_profiles
  union all select 'unverified_centers', count(*) from center_profiles where not verified
  union all select 'open_documents', count(*) from compliance_checks where status in ('pending', 'rejected', 'expired')
  union all select 'paid_commission_cents', coalesce(sum(commission_amount), 0)::bigint from commissions where status = 'paid';

-- The account that proves an address gets the conversations that were held with it, in the transaction of the proof. Deferred, because a
-- new account's profile follows its user.
create function claim_visitors() returns trigger language plpgsql as $$
declare
  visitor record;
  own conversations;
  kept conversations;
begin
  -- A question that is being sent with this address waits for the account, or the account for it.
  perform pg_advisory_xact_lock(hashtextextended('visitor ' || new.email, 0));
  for visitor in
    select visitors.id, visitors.center_id, visitors.blocked_at, visitors.mailed_number from visitors
    where visitors.email = new.email
      and exists (select from profiles where id = new.id and status <> 'deleted')
      and not exists (select from center_members where center_members.center_id = visitors.center_id and user_id = new.id)
    order by visitors.center_id
  loop
    select * into own from conversations where patient_id = visitor.id for update;
    select * into kept from conversations
      where patient_id = new.id and center_id = visitor.center_id for update;
    if own.id is null then
      -- The visitor deleted the conversation, and only the centre's block is left. The centre sees it, and may lift it.
      insert into conversations (id, patient_id, center_id, started_by, created_at, updated_at, center_blocked_at)
        select gen_random_uuid(), new.id, visitor.center_id, 'center', visitor.blocked_at, visitor.blocked_at, visitor.blocked_at
        where visitor.blocked_at is not null
        on conflict (patient_id, center_id) do update
          set center_blocked_at = coalesce(conversations.center_blocked_at, excluded.center_blocked_at);
    elsif kept.id is null then
      -- What was mailed counts as read, so that the next message of the centre has a notice.
      update conversations set patient_id = new.id,
        patient_read_number = greatest(patient_read_number, visitor.mailed_number)
        where id = own.id;
      update messages set sender_id = new.id where sender_id = visitor.id;
    else
      update messages set conversation_id = kept.id, number = number + kept.last_number,
        sender_id = case sender_id when visitor.id then new.id else sender_id end
        where conversation_id = own.id;
      update reports set shared_from = shared_from + kept.last_number, shared_to = shared_to + kept.last_number
        where kind = 'message' and subject_id in (
          select id from messages where conversation_id = kept.id and number > kept.last_number);
      update center_replies set conversation_id = kept.id, number = number + kept.last_number
        where conversation_id = own.id;
      update conversations set
        last_number = kept.last_number + own.last_number,
        -- A side that had not read the end of its own messages has not read what follows them either.
        patient_read_number = case when kept.patient_read_number = kept.last_number
          then kept.last_number + greatest(own.patient_read_number, visitor.mailed_number) else kept.patient_read_number end,
        center_read_number = case when kept.center_read_number = kept.last_number
          then kept.last_number + own.center_read_number else kept.center_read_number end,
        center_blocked_at = coalesce(kept.center_blocked_at, own.center_blocked_at),
        unanswered_since = coalesce(kept.unanswered_since, own.unanswered_since),
        updated_at = greatest(kept.updated_at, own.updated_at)
        where id = kept.id;
      delete from conversations where id = own.id;
    end if;
    delete from users where id = visitor.id;
  end loop;
  return null;
end $$;
create constraint trigger users_claim_visitors after insert or update of email, email_verified_at on users
  deferrable initially deferred for each row when (new.email_verified_at is not null)
  execute function claim_visitors();
