-- Compatible with older code.
-- The data of a centre's fiscal documents, fixed when a document is created: each movement of money has one row, and what changes later
-- adds a row. Only what the centre's provider answers is written afterwards.
create table fiscal_documents (
  center_id uuid not null,
  internal_id text not null check (length(internal_id) between 3 and 60),
  source text not null check (source in ('visit', 'checkout', 'payment')),
  source_id text not null check (length(source_id) between 1 and 40),
  number smallint not null check (number > 0),
  kind text not null check (kind in ('sale', 'creditNote', 'debitNote', 'collection', 'collectionReturn')),
  type_code smallint not null,
  refers_to text,
  day date not null,
  visit_day date,
  item text not null check (length(item) between 1 and 80),
  unit_price integer not null,
  discount integer not null check (discount >= 0),
  total integer not null check (total > 0),
  vat_percent smallint check (vat_percent in (0, 10, 22)),
  net_amount integer not null,
  vat_amount integer not null,
  is_paid boolean not null,
  receiver_checkout_id uuid,
  lacks_receiver boolean not null,
  issuer_revision integer not null,
  created_at timestamptz not null,
  series text check (series ~ '^[A-Z]{1,2}$'),
  provider_number integer check (provider_number between 1 and 9999999),
  state text check (state in ('issued', 'accepted', 'rejected')),
  recorded_at timestamptz,
  primary key (center_id, internal_id),
  constraint fiscal_documents_of_movement unique (center_id, source, source_id, number),
  constraint fiscal_documents_issuer foreign key (center_id, issuer_revision) references center_tax_data on delete cascade,
  constraint fiscal_documents_refers_to foreign key (center_id, refers_to) references fiscal_documents on delete cascade,
  constraint fiscal_documents_total check (total = unit_price - discount and total = net_amount + vat_amount),
  constraint fiscal_documents_reference check ((refers_to is null) = (kind in ('sale', 'collection'))),
  constraint fiscal_documents_first check (number > 1 or refers_to is null),
  constraint fiscal_documents_type check (type_code in (101, 102, 103, 111, 112, 113) and type_code % 10 = case
    when kind in ('creditNote', 'collectionReturn') then 2 when kind = 'debitNote' then 3 else 1 end),
  constraint fiscal_documents_answered check (num_nulls(series, provider_number, state, recorded_at) in (0, 4))
);
comment on table fiscal_documents is 'what a centre''s fiscal documents say, as it was when each was created, and the number that the centre''s provider gave it';
comment on column fiscal_documents.source is 'what is documented: visit: an appointment; checkout: money collected online in advance; payment: money collected for a package';
comment on column fiscal_documents.source_id is 'the id of that row. Without a foreign key, because a document outlives it';
comment on column fiscal_documents.number is '1: the movement itself; each later change of its amount has the next number';
comment on column fiscal_documents.type_code is 'the type of the DGI: e-Ticket, its credit note and its debit note, and the same of the e-Factura';
comment on column fiscal_documents.unit_price is 'integer cents of UYU, as all amounts here';
comment on column fiscal_documents.vat_percent is 'the IVA that the amounts include; null: the amount is not billable';
comment on column fiscal_documents.receiver_checkout_id is 'the receipt whose receiver it names, which goes with the account. Without a foreign key, because a document outlives it';
comment on column fiscal_documents.lacks_receiver is 'its amount asks for a receiver, and none was known';
comment on column fiscal_documents.provider_number is 'the number that the provider gave, within series';
comment on column fiscal_documents.state is 'what the provider answered: issued, and then accepted or rejected by the DGI';
create index fiscal_documents_of_month on fiscal_documents (center_id, day, internal_id);
comment on index fiscal_documents_of_month is 'the documents of a month';
create unique index fiscal_documents_number on fiscal_documents (center_id, type_code, series, provider_number)
  where provider_number is not null;
comment on index fiscal_documents_number is 'a provider gives each number of a type and series once';
create index fiscal_documents_of_issuer on fiscal_documents (center_id, issuer_revision);
comment on index fiscal_documents_of_issuer is 'for the deletion of a centre''s tax data';
create index fiscal_documents_referring on fiscal_documents (center_id, refers_to) where refers_to is not null;
comment on index fiscal_documents_referring is 'for the deletion of a centre''s documents';

-- A document is never changed: a correction is another document. Its provider's answer is no part of it.
create function keep_fiscal_document() returns trigger language plpgsql as $$
begin
  raise exception 'document % keeps what it said when it was created', old.internal_id
    using errcode = 'restrict_violation', constraint = 'fiscal_documents_kept', table = 'fiscal_documents';
end $$;
create trigger fiscal_documents_kept before update on fiscal_documents for each row
  when (to_jsonb(old) - array['series', 'provider_number', 'state', 'recorded_at']
    is distinct from to_jsonb(new) - array['series', 'provider_number', 'state', 'recorded_at'])
  execute function keep_fiscal_document();

-- Notes never take more off a movement than its documents say.
create function check_fiscal_notes() returns trigger language plpgsql as $$
begin
  if (select sum(case when kind in ('creditNote', 'collectionReturn') then -total else total end) from fiscal_documents
      where (center_id, source, source_id) = (new.center_id, new.source, new.source_id)) < 0 then
    raise exception 'document % takes off more than was documented', new.internal_id
      using errcode = 'check_violation', constraint = 'fiscal_documents_notes', table = 'fiscal_documents';
  end if;
  return null;
end $$;
create trigger fiscal_documents_notes after insert on fiscal_documents for each row
  when (new.kind in ('creditNote', 'collectionReturn')) execute function check_fiscal_notes();

create trigger fiscal_documents_notify_rows after insert or update on fiscal_documents
  for each row execute function notify_rows('desk:center_id');
