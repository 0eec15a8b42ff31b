-- Names appear in our mails: no line breaks, no @ and no links. Telephone numbers are kept with their country code.
create function name_is_plain(name text) returns boolean language sql immutable parallel safe
  return name !~ '[@\n\r\u0085\u2028\u2029\uff20]|://';

create function pg_temp.plain_name(name text, otherwise text) returns text language sql immutable as $$
  select case when length(cleaned) >= 2 then cleaned else otherwise end
  from (select btrim(regexp_replace(name, '[@\n\r\u0085\u2028\u2029\uff20\s]+|://', ' ', 'g')) as cleaned) as made
$$;

update profiles set full_name = pg_temp.plain_name(full_name, '') where not name_is_plain(full_name);
update dependants set full_name = pg_temp.plain_name(full_name, 'Paciente') where not name_is_plain(full_name);
update dependants set relation = pg_temp.plain_name(relation, 'A cargo') where not name_is_plain(relation);
update guests set full_name = pg_temp.plain_name(full_name, 'Paciente') where not name_is_plain(full_name);
update professionals set full_name = pg_temp.plain_name(full_name, 'Profesional') where not name_is_plain(full_name);
update services set name = pg_temp.plain_name(name, 'Consulta') where not name_is_plain(name);
update center_profiles set
  center_name = pg_temp.plain_name(center_name, 'Centro'), full_name = pg_temp.plain_name(full_name, '')
  where not (name_is_plain(center_name) and name_is_plain(full_name));

alter table profiles add constraint profiles_plain_name check (name_is_plain(full_name));
alter table dependants add constraint dependants_plain_name check (name_is_plain(full_name) and name_is_plain(relation));
alter table guests add constraint guests_plain_name check (name_is_plain(full_name));
alter table professionals add constraint professionals_plain_name check (name_is_plain(full_name));
alter table services add constraint services_plain_name check (name_is_plain(name));
alter table center_profiles add constraint center_profiles_plain_name check (name_is_plain(center_name) and name_is_plain(full_name));

-- What was typed as `099 123 456` or `2710 1234` before; anything else stays as it is.
create function pg_temp.with_country(phone text) returns text language sql immutable as $$
  select case
    when phone !~ '^[+0-9 ().-]+$' then phone
    when digits ~ '^9\d{7}$' then regexp_replace(digits, '^(..)(...)(...)$', '+598 \1 \2 \3')
    when digits ~ '^[24]\d{7}$' then regexp_replace(digits, '^(....)(....)$', '+598 \1 \2')
    else phone end
  from (select regexp_replace(regexp_replace(regexp_replace(phone, '\D', '', 'g'), '^(00)?598(?=\d{8,9}$)', ''), '^0', '') as digits) as typed
$$;
update profiles set phone = pg_temp.with_country(phone) where phone is distinct from pg_temp.with_country(phone);
update center_profiles set phone = pg_temp.with_country(phone) where phone is distinct from pg_temp.with_country(phone);
update guests set phone = pg_temp.with_country(phone) where phone is distinct from pg_temp.with_country(phone);

-- How many invitations a centre mailed on a local day. An invitation's own row goes when it is used, withdrawn or replaced.
create table center_invitation_days (
  center_id uuid not null references center_profiles on delete cascade,
  day date not null,
  sent integer not null check (sent > 0),
  primary key (center_id, day)
);
