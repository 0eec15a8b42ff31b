-- Compatible with older code.
-- A percentage may have a decimal, as 12,5 %. Without a fixed scale, the text of a whole number stays as it was.
-- A trigger that names the column would keep its type.
drop trigger promotions_notifications on promotions;
alter table promotions alter column discount_value type numeric;
alter table rewards alter column discount_value type numeric;
alter table reward_redemptions alter column discount_value type numeric;
create trigger promotions_notifications
  after update of is_active, is_public, discount_type, discount_value, starts_at, valid_until on promotions
  for each row execute function delete_untrue_notifications('id');
alter table promotions add constraint promotions_discount_decimals
  check (scale(trim_scale(discount_value)) <= (discount_type = 'percentage')::integer);
alter table rewards add constraint rewards_discount_decimals
  check (scale(trim_scale(discount_value)) <= (discount_type = 'percentage')::integer);
alter table reward_redemptions add constraint reward_redemptions_discount_decimals
  check (scale(trim_scale(discount_value)) <= (discount_type = 'percentage')::integer);
comment on column promotions.discount_value is 'percent with at most one decimal, or integer cents of UYU for fixed_amount';
comment on column rewards.discount_value is 'percent with at most one decimal, or integer cents of UYU for fixed_amount';

-- Staff's lists of documents, and their figure, also contain the checks for which nothing was uploaded yet.
lock table compliance_checks in share row exclusive mode;

drop index compliance_checks_queue;
create index compliance_checks_queue on compliance_checks (status, created_at, id);
comment on index compliance_checks_queue is 'staff''s list of documents by status, the oldest first';
drop index compliance_checks_by_expiry;
create index compliance_checks_by_expiry on compliance_checks (status, coalesce(expiry_date, 'infinity'::date), id);
comment on index compliance_checks_by_expiry is 'staff''s list of documents by status, and of those that lapse soon, those that lapse first';

create or replace view counted_figures as
  select 'users' as figure, count(*) as change from profiles where status <> 'deleted'
  union all select 'centers', count(*) from center_profiles
  union all select 'unverified_centers', count(*) from center_profiles where not verified
  union all select 'open_documents', count(*) from compliance_checks where status in ('pending', 'rejected', 'expired')
  union all select 'paid_commission_cents', coalesce(sum(commission_amount), 0)::bigint from commissions where status = 'paid';
insert into kept_figures
  select 'open_documents', count(*) from compliance_checks
  where status in ('pending', 'rejected', 'expired') and file_name is null
  having count(*) > 0;
create or replace function keep_figures_of_check() returns trigger language plpgsql as $$
begin
  perform keep_figure('open_documents',
    (case when tg_op <> 'INSERT' and old.status <> 'approved' then 1 else 0 end)::bigint,
    (case when tg_op <> 'DELETE' and new.status <> 'approved' then 1 else 0 end)::bigint);
  return null;
end $$;
drop trigger compliance_checks_keep_changed_figures on compliance_checks;
create trigger compliance_checks_keep_changed_figures after update of status on compliance_checks
  for each row execute function keep_figures_of_check();
