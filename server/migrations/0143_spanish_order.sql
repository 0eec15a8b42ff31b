-- Compatible with older code.
-- Staff's lists by name are in the alphabetical order of Spanish, in which ñ follows n. fold() had made it an n.
alter index profiles_by_name rename to profiles_by_exact_name;
comment on index profiles_by_exact_name is 'the accounts of exactly this name';
create index profiles_by_name on profiles (full_name collate "es-x-icu", id) where status <> 'deleted';
comment on index profiles_by_name is 'staff''s list of accounts by name';
drop index profiles_centers_by_name;
create index profiles_centers_by_name on profiles (full_name collate "es-x-icu", id)
  where status <> 'deleted' and user_type = 'center';
comment on index profiles_centers_by_name is 'staff''s list of the accounts of centres, by name';
drop index center_profiles_by_name;
create index center_profiles_by_name on center_profiles (center_name collate "es-x-icu", id);
comment on index center_profiles_by_name is 'staff''s list of centres by name';
drop index center_profiles_by_status_and_name;
create index center_profiles_by_status_and_name on center_profiles (
  (case when not verified then 'pending' when compliance_status = 'compliant' then 'verified' else 'non_compliant' end),
  center_name collate "es-x-icu", id);
comment on index center_profiles_by_status_and_name is 'staff''s list of the centres of one status, by name';
