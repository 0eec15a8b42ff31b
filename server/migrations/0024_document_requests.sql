-- Staff ask a centre for a newer or more legible document. Its status stays as it is.
alter table compliance_checks
  add column requested_at timestamptz,
  add column request_reason text check (length(request_reason) between 1 and 1000),
  add constraint compliance_checks_request check ((requested_at is null) = (request_reason is null)),
  add constraint compliance_checks_requested_file check (requested_at is null or file_name is not null);
comment on column compliance_checks.requested_at is 'when staff asked for a document in place of this one; null once the centre has uploaded it';

-- A newer upload replaces the one that waits for a review.
update compliance_checks older set status = 'rejected', notes = 'Después subiste uno más nuevo.', checked_at = created_at
  where status = 'pending' and file_name is not null and exists (
    select from compliance_checks newer
    where newer.center_id = older.center_id and newer.check_type = older.check_type and newer.status = 'pending'
      and newer.file_name is not null and (newer.created_at, newer.id) > (older.created_at, older.id));
create unique index compliance_checks_one_pending on compliance_checks (center_id, check_type)
  where status = 'pending' and file_name is not null;
comment on index compliance_checks_one_pending is 'of each type, at most one document waits for a review';

-- Staff's lists, in their orders.
create index compliance_checks_requested on compliance_checks (created_at, id) where requested_at is not null;
comment on index compliance_checks_requested is 'staff''s list of the documents that were asked for again, by age';
create index compliance_checks_by_expiry on compliance_checks (status, coalesce(expiry_date, 'infinity'::date), id)
  where file_name is not null;
comment on index compliance_checks_by_expiry is 'staff''s list of documents by status, those that lapse first';
create index compliance_checks_requested_by_expiry on compliance_checks (coalesce(expiry_date, 'infinity'::date), id)
  where requested_at is not null;
comment on index compliance_checks_requested_by_expiry is 'staff''s list of the documents that were asked for again, those that lapse first';
create index center_profiles_by_name on center_profiles (fold(center_name), id);
comment on index center_profiles_by_name is 'staff''s list of centres by name';

create table compliance_warnings (
  check_id uuid not null references compliance_checks on delete cascade,
  expiry_date date not null,
  days_before smallint not null check (days_before in (30, 7, 1)),
  created_at timestamptz not null,
  primary key (check_id, expiry_date, days_before)
);
comment on table compliance_warnings is 'which warnings before the last day of a document its centre has got; one row keeps two processes from sending it twice';

create index center_profiles_by_status on center_profiles (
  (case when not verified then 'pending' when compliance_status = 'compliant' then 'verified' else 'non_compliant' end),
  created_at desc, id);
comment on index center_profiles_by_status is 'staff''s list of the centres of one status, by age';
create index center_profiles_by_status_and_name on center_profiles (
  (case when not verified then 'pending' when compliance_status = 'compliant' then 'verified' else 'non_compliant' end),
  fold(center_name), id);
comment on index center_profiles_by_status_and_name is 'staff''s list of the centres of one status, by name';
