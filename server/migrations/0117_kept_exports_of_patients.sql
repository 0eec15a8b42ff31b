-- The record of a download is kept as it was stored. It loses the account that is deleted, and goes only with its centre: both
-- by their foreign keys, when the row that they refer to is gone.
create function keep_patient_export() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.exported_by is null
    and to_jsonb(new) - 'exported_by' = to_jsonb(old) - 'exported_by'
    and not exists (select from profiles where id = old.exported_by) then
    return new;
  end if;
  if tg_op = 'DELETE' and not exists (select from center_profiles where id = old.center_id) then
    return old;
  end if;
  raise exception 'rows of % are never changed', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger patient_exports_keep before update or delete on patient_exports
  for each row execute function keep_patient_export();
create trigger patient_exports_keep_all before truncate on patient_exports
  for each statement execute function keep_patient_export();
