-- Compatible with older code.
-- Whether another professional is active was asked once for each professional, and could read the whole table each time: a
-- second for a member of a centre with a thousand professionals. The ordered subquery reads one entry of the index.
create index professionals_active_of_center on professionals (center_id, id) where is_active;
drop index professionals_of_center;

create or replace view acting_accounts as
  select p.id as professional_id, p.center_id, p.is_active, m.user_id as account_id, m.created_at as works_since,
    m.member_role = 'owner' as is_owner, m.professional_id is not null or p.user_id is not null as is_linked
  from professionals p
  join center_members m on m.center_id = p.center_id and (
    m.member_role <> 'owner' and m.professional_id = p.id
    or m.member_role = 'owner' and (
      p.user_id = m.user_id
      or p.user_id is null and p.is_active
        and (
          select other.id from professionals other
          where other.center_id = p.center_id and other.id <> p.id and other.is_active
          order by other.center_id, other.id limit 1) is null
        and not exists (
          select from professionals other
          where other.center_id = p.center_id and other.id <> p.id and other.user_id = m.user_id)
        and not exists (
          select from center_members other where other.center_id = p.center_id and other.professional_id = p.id)));
