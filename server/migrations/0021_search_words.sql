alter table center_profiles add column whatsapp text check (whatsapp ~ '^\+[1-9][0-9]{7,14}$');
comment on column center_profiles.whatsapp is 'number of the centre''s WhatsApp account, E.164';

-- A search looks a typed word up among the few words that exist, and then finds the centres that have them.

create table search_vocabulary (word text primary key);
comment on table search_vocabulary is 'every word of search_text and offer_text: added by a trigger, deleted by a job when no centre has it';
create index search_vocabulary_letters on search_vocabulary using gin (word gin_trgm_ops);
comment on index search_vocabulary_letters is 'the words that contain, begin with or resemble a typed one';

create function store_search_words() returns trigger language plpgsql as $$
declare
  words text[] := array(
    select distinct word from unnest(string_to_array(new.search_text, ' ') || string_to_array(new.offer_text, ' ')) as word
    where word <> '' order by word);
begin
  -- The lock keeps the job from deleting a word of this centre.
  perform from search_vocabulary where word = any (words) order by word for key share;
  insert into search_vocabulary select unnest(words) on conflict do nothing;
  return null;
end $$;
create trigger center_profiles_store_words_of_new after insert on center_profiles
  for each row execute function store_search_words();
create trigger center_profiles_store_words_of_changed after update on center_profiles
  for each row when (old.search_text is distinct from new.search_text or old.offer_text is distinct from new.offer_text)
  execute function store_search_words();

insert into search_vocabulary
select distinct word from center_profiles, unnest(string_to_array(search_text, ' ') || string_to_array(offer_text, ' ')) as word
where word <> '';

create index center_profiles_words on center_profiles
  using gin (string_to_array(search_text, ' '), string_to_array(offer_text, ' '), services);
comment on index center_profiles_words is 'search by words of names, specialties, places and offers, together with a service';
drop index center_profiles_search;
drop index center_profiles_offers;
