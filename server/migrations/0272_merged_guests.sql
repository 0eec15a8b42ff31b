-- Compatible with older code.
-- Two guests of a centre may be one person who was entered twice. Merging moves what belongs to one of them to the other, and hides the
-- first for a day, in which it can be undone; then the hidden row is deleted.
alter table guests
  add column merged_into uuid check (merged_into <> id),
  add constraint guests_merged_into foreign key (merged_into, center_id) references guests (id, center_id) on delete cascade;
comment on column guests.merged_into is 'the guest who is the same person: this row is hidden, and is deleted after a day';
create index guests_merged on guests (merged_into, center_id) where merged_into is not null;
comment on index guests_merged is 'the hidden rows of a guest';
drop index guests_cedula;
create unique index guests_cedula on guests (center_id, cedula) where cedula is not null and merged_into is null;
comment on index guests_cedula is 'one guest of a centre for each cédula';

create table guest_merges (
  merged_id uuid primary key,
  kept_id uuid not null,
  center_id uuid not null,
  merged_by uuid references profiles on delete set null,
  merged_at timestamptz not null,
  appointment_ids uuid[] not null,
  package_ids uuid[] not null,
  kept_before jsonb not null check (jsonb_typeof(kept_before) = 'object' and pg_column_size(kept_before) < 20000),
  foreign key (merged_id, center_id) references guests (id, center_id) on delete cascade,
  foreign key (kept_id, center_id) references guests (id, center_id) on delete cascade
);
comment on table guest_merges is 'what a merge of two guests moved, while it can be undone';
comment on column guest_merges.kept_before is 'what was written of the guest who stays, as it was before';
create index guest_merges_kept on guest_merges (kept_id, center_id);
comment on index guest_merges_kept is 'what was merged into a guest';
create index guest_merges_merged_at on guest_merges (merged_at);
comment on index guest_merges_merged_at is 'what can no longer be undone';
create index guest_merges_merged_by on guest_merges (merged_by) where merged_by is not null;
comment on index guest_merges_merged_by is 'the merges of an account that is deleted';
create trigger guest_merges_notify_rows after insert or update or delete on guest_merges
  for each row execute function notify_rows('desk:center_id');

-- The hidden row is deleted, so nothing may come to belong to it.
create function check_guest_is_shown() returns trigger language plpgsql as $$
begin
  if exists (select from guests where id = new.guest_id and merged_into is not null) then
    raise exception 'guest % was merged into another', new.guest_id
      using errcode = 'check_violation', constraint = 'guest_is_shown', table = tg_table_name;
  end if;
  return new;
end $$;
create trigger appointments_guest_is_shown before insert or update of guest_id on appointments for each row
  when (new.guest_id is not null) execute function check_guest_is_shown();
create trigger packages_guest_is_shown before insert or update of guest_id on packages for each row
  when (new.guest_id is not null) execute function check_guest_is_shown();
