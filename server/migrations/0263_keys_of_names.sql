-- Compatible with older code.
-- A centre may have thousands of guests under one telephone number: its own, a school's, a home's. What an import compares is found by the
-- name as well, so that the cost of a line does not grow with them.
create function name_key(name text) returns text language sql immutable strict parallel safe return (
  select coalesce(string_agg(word, ' ' order by word collate "C"), '')
  from regexp_split_to_table(spelled_alike(name), '[^[:alnum:]]+') as word
  where word <> '' and word not in ('de', 'del', 'la', 'las', 'los', 'i'));
comment on function name_key is 'the words of a name by their sound, in one order; nameKey() in contract/similar-names.ts does the same';
alter table guests add column name_key text not null generated always as (name_key(full_name)) stored;
comment on column guests.name_key is 'the words of the name by their sound, in one order';
create index guests_name_key on guests (center_id, name_key);
comment on index guests_name_key is 'who may be a person of an imported file';
