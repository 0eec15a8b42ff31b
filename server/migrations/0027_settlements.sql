-- Senda settles a centre's commissions as a batch, with a reference that the centre recognizes.
create table commission_settlements (
  id uuid primary key,
  center_id uuid not null references center_profiles on delete restrict,
  reference text not null check (length(reference) between 1 and 60 and reference = btrim(reference)),
  commission_count integer not null check (commission_count > 0),
  total_amount bigint not null check (total_amount >= 0),
  currency text not null default 'UYU' check (currency = 'UYU'),
  settled_by uuid not null references profiles on delete restrict,
  created_at timestamptz not null,
  undone_at timestamptz,
  unique (id, center_id)
);
comment on table commission_settlements is 'commissions that one centre paid at once';
comment on column commission_settlements.total_amount is 'integer cents of currency';
comment on column commission_settlements.undone_at is 'settled by mistake: its commissions are pending again';
create unique index commission_settlements_reference on commission_settlements (center_id, reference) where undone_at is null;
comment on index commission_settlements_reference is 'a reference names one settlement of a centre';
create index commission_settlements_of_center on commission_settlements (center_id, created_at desc, id);
comment on index commission_settlements_of_center is 'what a centre paid, newest first';
create index commission_settlements_settled_by on commission_settlements (settled_by);
comment on index commission_settlements_settled_by is 'what one member of staff settled';

alter table commissions add column settlement_id uuid;
comment on column commissions.settlement_id is 'the settlement with which it was paid last, also after that was undone';
alter table commissions add constraint commissions_settlement foreign key (settlement_id, center_id)
  references commission_settlements (id, center_id) on delete restrict;
create index commissions_of_settlement on commissions (settlement_id) where settlement_id is not null;
comment on index commissions_of_settlement is 'the commissions of a settlement';
create index commissions_newest on commissions (created_at desc, id) include (status, commission_amount, payment_amount);
comment on index commissions_newest is 'staff''s list of commissions, newest first, and the sums of a period';
create index commissions_by_status on commissions (status, created_at desc, id);
comment on index commissions_by_status is 'staff''s list of commissions of one status, newest first';
create index commissions_owed on commissions (center_id, created_at) include (commission_amount) where status = 'pending';
comment on index commissions_owed is 'what each centre owes';
create index center_profiles_name on center_profiles using gin (fold(center_name) gin_trgm_ops);
comment on index center_profiles_name is 'staff find a centre by a part of its name';
