-- Compatible with older code.
-- The centres that an account has saved.
create table favorites (
  user_id uuid not null references users on delete cascade,
  center_id uuid not null references center_profiles on delete cascade,
  saved_at timestamptz not null,
  primary key (user_id, center_id)
);
-- For the notices of a centre's change, and for its deletion.
create index favorites_center_id_idx on favorites (center_id);

create trigger favorites_notify_rows after insert or update or delete on favorites
  for each row execute function notify_rows('user:user_id');

-- Those who saved a centre see its name, and whether it is published.
create or replace function notify_center_profile() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and to_jsonb(old) - '{rating,total_reviews,search_text,updated_at,position}'::text[]
    = to_jsonb(new) - '{rating,total_reviews,search_text,updated_at,position}'::text[] then return null; end if;
  perform notify_live('center:' || coalesce(new.id, old.id), 'rows', tg_table_name);
  perform notify_live('user:' || coalesce(new.id, old.id), 'rows', tg_table_name);
  perform notify_live('staff', 'rows', tg_table_name);
  if tg_op = 'UPDATE' then
    perform notify_live('user:' || patient_id, 'rows', tg_table_name)
    from (select distinct patient_id from appointments
      where center_id = new.id and patient_id is not null and status in ('pending', 'confirmed')) booked;
    perform notify_live('user:' || user_id, 'rows', tg_table_name) from favorites where center_id = new.id;
  end if;
  return null;
end $$;
