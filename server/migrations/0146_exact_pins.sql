-- A pin is exact once its owner has set it on the map. Until then it is that of the neighbourhood or city of the address.

alter table center_profiles add column is_pin_exact boolean not null default false;
comment on column center_profiles.is_pin_exact is 'whether the owner set the pin on the map; otherwise it is that of the place of the address';

-- Until now, every pin that no place of the gazetteer has was moved by its owner.
update center_profiles set is_pin_exact = true
where latitude between -35.1 and -30 and longitude between -58.5 and -53
  and not exists (
    select from places
    where places.latitude = center_profiles.latitude and places.longitude = center_profiles.longitude);

alter table center_profiles add constraint center_profiles_exact_pin check (
  not is_pin_exact or latitude is not null and latitude between -35.1 and -30 and longitude between -58.5 and -53);

create index center_profiles_exact_position on center_profiles using gist (position)
  where is_public and approved_at is not null and is_pin_exact;
comment on index center_profiles_exact_position is 'search by distance: centres with an exact pin, the nearest first';
create index center_profiles_approximate_position on center_profiles using gist (position)
  where is_public and approved_at is not null and not is_pin_exact and position is not null;
comment on index center_profiles_approximate_position is 'search by distance: centres with an approximate pin, after the exact ones';
