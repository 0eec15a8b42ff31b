-- Compatible with older code.
-- An approved centre that takes another name or address, and a professional of it who takes another name: staff read them, and
-- patients with upcoming appointments are told.
create table center_changes (
  id uuid primary key,
  center_id uuid not null references center_profiles on delete cascade,
  -- Whose name it was; null for what is the centre's.
  professional_id uuid references professionals on delete cascade,
  what text not null check (what in ('center_name', 'center_address', 'professional_name')),
  former text not null check (length(former) <= 1000),
  changed_to text not null check (length(changed_to) <= 1000),
  changed_at timestamptz not null,
  check ((what = 'professional_name') = (professional_id is not null)),
  check (former <> changed_to)
);
create index center_changes_of_center on center_changes (center_id, changed_at);
create index center_changes_of_professional on center_changes (professional_id);
create index center_changes_by_time on center_changes (changed_at);
create trigger center_changes_notify_rows after insert or update or delete on center_changes
  for each row execute function notify_rows('staff');

alter table appointments add column change_notified_at timestamptz;
comment on column appointments.change_notified_at is 'When its attendee was last notified of a row of center_changes';
