-- Compatible with older code.
-- Which of the centres that treat a complaint say so in their profile decides the order of a search.

alter table center_profiles add column profile_text text not null default '';
comment on column center_profiles.profile_text is 'folded presentations of the active professionals, kept by triggers';

create function profile_text_of(center uuid) returns text language sql stable as $$
  select left(coalesce(fold_all(variadic array_agg(bio order by id)), ''), 20000)
  from professionals where center_id = center and is_active and bio <> ''
$$;

-- As before, and with the presentations.
create or replace function refresh_offer_text() returns trigger language plpgsql as $$
declare
  center uuid := case when tg_op = 'DELETE' then old.center_id else new.center_id end;
begin
  update center_profiles set offer_text = offer_text_of(center), profile_text = profile_text_of(center)
  where id = center
    and (offer_text is distinct from offer_text_of(center) or profile_text is distinct from profile_text_of(center));
  return null;
end $$;
drop trigger professionals_refresh_offer_text on professionals;
create trigger professionals_refresh_offer_text
  after insert or delete or update of full_name, specialties, is_active, bio on professionals
  for each row execute function refresh_offer_text();

update center_profiles set profile_text = profile_text_of(id) where profile_text <> profile_text_of(id);

-- Words are separated by all that is no letter and no digit: the parser would read «ansiedad/insomnio» as the name of a file.
alter table center_profiles add column profile_words tsvector not null generated always as (
  to_tsvector('simple', regexp_replace(
    fold_all(variadic array[center_name, description] || specialties) || ' ' || offer_text || ' ' || profile_text,
    '[^[:alnum:]]+', ' ', 'g'))) stored;
comment on column center_profiles.profile_words is 'the words of the profile, its professionals and services, for the order of a search';
create index center_profiles_profile_words on center_profiles using gin (profile_words);
comment on index center_profiles_profile_words is 'the centres whose profile says what a search asks for';
