-- mail_standing() looks up the contact address of a centre for each mail to it.
create index center_profiles_email on center_profiles (lower(email)) where approved_at is not null;
