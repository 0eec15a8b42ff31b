-- Patients who asked for it are told once about a published promotion of a centre where they had a consultation.
alter table promotions add column announced_at timestamptz;
update promotions set announced_at = created_at;
comment on column promotions.announced_at is 'when the last patient was told about it; null: not announced yet, or not public';
create index promotions_to_announce on promotions (center_id, created_at)
  where announced_at is null and is_public and is_active and center_id is not null;
comment on index promotions_to_announce is 'the job that tells patients about promotions';
create index promotions_announced on promotions (center_id, announced_at) where announced_at is not null;
comment on index promotions_announced is 'when a centre announced its last promotion';
