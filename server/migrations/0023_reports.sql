-- What staff are asked to look at, whatever its kind: a feature registers its kind in server/features/moderation.
create table reports (
  id uuid primary key,
  kind text not null check (kind in ('review')),
  subject_id uuid not null,
  center_id uuid references center_profiles on delete cascade,
  reported_by uuid references profiles on delete set null,
  reason text not null check (length(reason) between 1 and 1000),
  created_at timestamptz not null,
  closed_at timestamptz
);
comment on column reports.center_id is 'the centre for which a member reports; null: the person reports for themselves';
comment on column reports.closed_at is 'a measure of staff has answered it';
create unique index reports_of_center on reports (kind, subject_id, center_id) where center_id is not null;
create unique index reports_of_person on reports (kind, subject_id, reported_by) where center_id is null and reported_by is not null;
create index reports_of_subject on reports (kind, subject_id, created_at);
create index reports_waiting on reports (kind, subject_id, created_at) where closed_at is null;
comment on index reports_waiting is 'staff''s queue';
create index reports_reported_by on reports (reported_by) where reported_by is not null;

-- A centre reports only what was written about itself.
create function check_report_of_center() returns trigger language plpgsql as $$
begin
  if new.kind = 'review' and new.center_id is not null
    and not exists (select from reviews where id = new.subject_id and center_id = new.center_id) then
    raise exception 'review % is not about centre %', new.subject_id, new.center_id
      using errcode = 'foreign_key_violation', constraint = 'reports_of_own_center', table = 'reports';
  end if;
  return new;
end $$;
create trigger reports_of_own_center before insert on reports for each row execute function check_report_of_center();

insert into reports (id, kind, subject_id, center_id, reported_by, reason, created_at)
select gen_random_uuid(), 'review', review_id, center_id, reported_by, reason, created_at from review_reports;
drop table review_reports;

create table removed_reviews (
  id uuid primary key,
  appointment_id uuid not null unique references appointments on delete restrict,
  center_id uuid not null references center_profiles on delete restrict,
  professional_id uuid not null references professionals on delete restrict,
  patient_id uuid not null references profiles on delete restrict,
  rating integer not null,
  comment text not null,
  created_at timestamptz not null,
  reply text,
  replied_at timestamptz,
  replied_by uuid references profiles on delete set null,
  removed_at timestamptz not null
);
comment on table removed_reviews is 'reviews that staff removed, whole, so that an undo restores them';
create index removed_reviews_newest on removed_reviews (removed_at desc, id);
create index removed_reviews_of_patient on removed_reviews (patient_id);
create index reviews_newest on reviews (created_at desc, id);
comment on index reviews_newest is 'staff''s list of all reviews';
create index reviews_of_patient on reviews (patient_id);

create table measure_answers (
  measure_id uuid primary key references moderation_actions (id),
  user_id uuid not null references profiles on delete cascade,
  text text not null check (length(text) between 1 and 2000),
  answered_at timestamptz not null
);
comment on table measure_answers is 'the one answer of the author of a review to a measure on it';
create index measure_answers_of_user on measure_answers (user_id);
