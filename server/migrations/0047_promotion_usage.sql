-- The table and its columns have the names of the specification.
alter table promotion_uses rename to promotion_usage;
alter table promotion_usage rename column discount_amount to discount_applied;
alter index promotion_uses_pkey rename to promotion_usage_pkey;
alter index promotion_uses_once rename to promotion_usage_once;
alter index promotion_uses_of_appointment rename to promotion_usage_of_appointment;
alter index promotion_uses_of_user rename to promotion_usage_of_user;
alter index promotion_uses_of_promotion rename to promotion_usage_of_promotion;
alter index promotion_uses_expiring rename to promotion_usage_expiring;
alter index promotion_uses_by_appointment rename to promotion_usage_by_appointment;

-- A description that was left empty is null.
alter table promotions alter column description drop not null, alter column description drop default;
alter table promotions drop constraint promotions_description_check;
update promotions set description = null where description = '';
alter table promotions add constraint promotions_description check (length(description) between 1 and 500);
alter table rewards alter column description drop not null, alter column description drop default;
alter table rewards drop constraint rewards_description_check;
update rewards set description = null where description = '';
alter table rewards add constraint rewards_description check (length(description) between 1 and 500);

-- The ledger of points also refuses to be emptied.
create trigger points_transactions_keep_all before truncate on points_transactions
  for each statement execute function keep_ledger();
