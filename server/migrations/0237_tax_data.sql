-- What a fiscal document of a centre says: who issues it, who receives it, and which IVA the price includes.

-- The check digits of Uruguay; contract/tax-numbers.ts has the same sums for the forms.
create function is_rut(digits text) returns boolean language sql immutable strict return
  case when digits ~ '^(0[1-9]|1[0-9]|2[0-2])[0-9]{6}001[0-9]$' and substr(digits, 3, 6) <> '000000' then
    (select (11 - sum(substr(digits, n, 1)::integer * (array[4,3,2,9,8,7,6,5,4,3,2])[n]) % 11) % 11 from generate_series(1, 11) as n)
      = substr(digits, 12, 1)::integer
  else false end;
create function is_cedula(digits text) returns boolean language sql immutable strict return
  case when digits ~ '^[0-9]{8}$' then
    (select sum(substr(digits, n, 1)::integer * (array[2,9,8,7,6,3,4,1])[n]) % 10 from generate_series(1, 8) as n) = 0
  else false end;

create table center_tax_data (
  center_id uuid not null references center_profiles on delete cascade,
  revision integer not null check (revision > 0),
  rut text not null check (is_rut(rut)),
  legal_name text not null check (length(legal_name) between 1 and 150),
  address text not null check (length(address) between 1 and 70),
  city text not null check (length(city) between 1 and 30),
  department text not null check (length(department) between 1 and 30),
  branch_code integer not null check (branch_code between 1 and 9999),
  changed_at timestamptz not null,
  primary key (center_id, revision)
);
comment on table center_tax_data is 'who issues the fiscal documents of a centre; each edit adds a row, and the last revision applies';
comment on column center_tax_data.branch_code is 'the number of the branch at the DGI';
create trigger center_tax_data_notify_rows after insert or update or delete on center_tax_data
  for each row execute function notify_rows('desk:center_id');

create table patient_tax_data (
  user_id uuid primary key references profiles on delete cascade,
  document_kind text not null check (document_kind in ('ci', 'rut')),
  document_number text not null,
  name text not null check (length(name) between 1 and 150),
  address text check (length(address) between 1 and 70),
  city text check (length(city) between 1 and 30),
  department text check (length(department) between 1 and 30),
  constraint patient_tax_data_number check (
    case document_kind when 'ci' then is_cedula(document_number) else is_rut(document_number) end),
  constraint patient_tax_data_address check (num_nulls(address, city, department) = case document_kind when 'ci' then 3 else 0 end)
);
comment on table patient_tax_data is 'whom a patient wants named on the receipts that they ask for';
create trigger patient_tax_data_notify_rows after insert or update or delete on patient_tax_data
  for each row execute function notify_rows('user:user_id');

alter table services add column vat_percent integer not null default 10 check (vat_percent in (0, 10, 22));
comment on column services.vat_percent is 'the IVA that the price includes; 0: exempt';

-- An appointment keeps the IVA of its service as it was when the time was held or booked.
-- What was booked before has that of its service now. The default is only for these rows, which are then not rewritten.
alter table appointments add column vat_percent integer not null default 10 check (vat_percent in (0, 10, 22));
alter table appointments alter column vat_percent drop default;
comment on column appointments.vat_percent is 'the IVA that the price includes, as the service had it when the time was held or booked; 0: exempt';

create function set_agreed_vat() returns trigger language plpgsql as $$
begin
  select vat_percent into new.vat_percent from services where id = new.service_id;
  return new;
end $$;
create trigger appointments_set_vat before insert on appointments for each row
  when (new.vat_percent is null) execute function set_agreed_vat();
-- The desk books another service in place of this one.
create trigger appointments_set_vat_of_service before update of service_id on appointments for each row
  when (new.service_id is distinct from old.service_id) execute function set_agreed_vat();

create function keep_agreed_vat() returns trigger language plpgsql as $$
begin
  raise exception 'appointment % keeps the IVA under which it was booked', new.id
    using errcode = 'check_violation', constraint = 'appointments_vat_kept', table = 'appointments';
end $$;
create trigger appointments_keep_vat before update of vat_percent on appointments for each row
  when (new.vat_percent is distinct from old.vat_percent and new.service_id is not distinct from old.service_id)
  execute function keep_agreed_vat();

alter table checkouts
  add column vat_percent integer check (vat_percent in (0, 10, 22)),
  add column receiver jsonb check (jsonb_typeof(receiver) = 'object' and pg_column_size(receiver) < 2000);
comment on column checkouts.vat_percent is 'the IVA that the amount includes; null for a direct payment, whose service is not known yet';
comment on column checkouts.receiver is 'the tax data that the patient asked for on this receipt, as they were: the columns of patient_tax_data';
