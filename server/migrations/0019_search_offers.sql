-- A search also finds a centre by the names and specialties of its professionals and by the names of its services.

alter table center_profiles add column offer_text text not null default '';
comment on column center_profiles.offer_text is 'folded names and specialties of the active professionals and names of the active services, kept by triggers';
create index center_profiles_offers on center_profiles using gin (offer_text gin_trgm_ops);
comment on index center_profiles_offers is 'search by text in what a centre offers';

create function offer_text_of(center uuid) returns text language sql stable as $$
  select left(coalesce(fold_all(variadic array_agg(part order by part)), ''), 20000)
  from (
    select full_name as part from professionals where center_id = center and is_active
    union
    select unnest(specialties) from professionals where center_id = center and is_active
    union
    select services.name from services join professionals on professionals.id = services.professional_id
    where services.center_id = center and services.is_active and professionals.is_active
  ) parts
$$;

create function refresh_offer_text() returns trigger language plpgsql as $$
declare
  center uuid := case when tg_op = 'DELETE' then old.center_id else new.center_id end;
begin
  update center_profiles set offer_text = offer_text_of(center)
  where id = center and offer_text is distinct from offer_text_of(center);
  return null;
end $$;
create trigger professionals_refresh_offer_text
  after insert or delete or update of full_name, specialties, is_active on professionals
  for each row execute function refresh_offer_text();
create trigger services_refresh_offer_text
  after insert or delete or update of name, is_active on services
  for each row execute function refresh_offer_text();

update center_profiles set offer_text = offer_text_of(id);
