-- The comments of earlier migrations in plain English. Nothing else changes.
comment on column outbound_mails.sending_since is 'while an attempt runs; it stays when its outcome is unknown, so that the mail is not sent twice';
comment on column users.encrypted_password is 'argon2id; null for an account that has no password';
comment on column signing_keys.sealed_private_jwk is 'encrypted with SECRET_KEY, so that a dump of the database cannot sign tokens';
comment on index appointments_open_by_end is 'the jobs that complete past appointments and free those that were not confirmed';
comment on table oauth_states is 'sign-ins that another provider has not answered yet; each works once, in the browser that started it';
comment on column oauth_states.browser_hash is 'hash of the cookie of the browser that started the sign-in';
comment on index mfa_factors_name is 'the factors of a user; each has a different name';
comment on index center_invitations_professional is 'the invitations of a professional who is deactivated or leaves';
comment on index reviews_replied_by is 'the replies that a user wrote, for the export of their data';
