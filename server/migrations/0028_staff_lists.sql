create index center_profiles_newest on center_profiles (created_at desc, id);
comment on index center_profiles_newest is 'staff''s list of centres, newest first';
create index compliance_checks_queue on compliance_checks (status, created_at, id) where file_name is not null;
comment on index compliance_checks_queue is 'staff''s list of uploaded documents by status, the oldest first';
