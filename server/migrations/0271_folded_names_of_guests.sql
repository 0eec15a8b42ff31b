-- Compatible with older code.
-- A centre may have tens of thousands of guests, and each letter of a search compares all of them: their names are folded when they are stored.
create function joined_tags(tags text[]) returns text language sql immutable strict return array_to_string(tags, ' ');
alter table guests
  add column found_by text not null generated always as (fold_all(full_name || ' ' || joined_tags(tags))) stored;
comment on column guests.found_by is 'the folded name and tags, in which the search looks for words';

-- How a folded text sounds. spelled_alike(), which folds first, has no use any more: older code still calls it.
create function sound_of(folded text) returns text language sql immutable strict return
  replace(translate(folded, 'zvyk', 'sbic'), 'h', '');
