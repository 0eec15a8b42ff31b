-- What a search filters by: the covers that a centre accepts, the languages that it speaks, and of a professional whom they attend
-- and their gender.

alter table center_profiles add column covers text[] not null default '{}' constraint center_profiles_covers_check
  check (cardinality(covers) <= 30 and covers <@ array[
    'asociacion-espanola', 'casmu', 'circulo-catolico', 'cosem', 'cudam', 'gremca', 'hospital-evangelico', 'medica-uruguaya',
    'smi', 'universal', 'femi', 'hospital-britanico', 'medicina-personalizada', 'blue-cross', 'seguro-americano', 'summum',
    'asse', 'bps', 'bse', 'sanidad-militar', 'sanidad-policial']);
comment on column center_profiles.covers is 'keys of contract/covers.ts; every centre also attends patients who pay themselves';

-- contract/languages.ts has the same list.
create function language_keys(languages text[]) returns text[]
  language sql immutable parallel safe
  return array_remove(array[
    case when fold_all(variadic languages) ~ '\m(ingles|english)' then 'english' end,
    case when fold_all(variadic languages) ~ '\m(portugues|portunol)' then 'portuguese' end,
    case when fold_all(variadic languages) ~ '\m(frances|francais)' then 'french' end,
    case when fold_all(variadic languages) ~ '\mitalian' then 'italian' end,
    case when fold_all(variadic languages) ~ '\m(aleman|deutsch)' then 'german' end,
    case when fold_all(variadic languages) ~ '\m(senas|lsu)' then 'signs' end], null);

alter table center_profiles add column language_keys text[] not null
  generated always as (language_keys(languages)) stored;
comment on column center_profiles.language_keys is 'the languages of contract/languages.ts that the typed ones name';

create index center_profiles_covers on center_profiles using gin (covers);
comment on index center_profiles_covers is 'search by cover';
create index center_profiles_language_keys on center_profiles using gin (language_keys);
comment on index center_profiles_language_keys is 'search by language';

alter table professionals
  add column ages text[] not null default '{}' constraint professionals_ages_check
    check (cardinality(ages) <= 4 and ages <@ array['children', 'teenagers', 'adults', 'older']),
  add column gender text constraint professionals_gender_check check (gender in ('woman', 'man'));
comment on column professionals.ages is 'whom the professional attends; empty: everyone';
comment on column professionals.gender is 'as stated; null: not stated';
