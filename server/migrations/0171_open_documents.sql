-- Staff's lists of every open document, of which a part has no file.
create index compliance_checks_open on compliance_checks (created_at, id)
  where status in ('pending', 'rejected', 'expired');
comment on index compliance_checks_open is 'staff''s list of open documents, also those without a file, by age';
create index compliance_checks_missing on compliance_checks (created_at, id)
  where status = 'pending' and file_name is null;
comment on index compliance_checks_missing is 'staff''s list of documents that no centre uploaded yet, by age';
