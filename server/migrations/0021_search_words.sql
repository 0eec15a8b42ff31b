alter table center_profiles add column whatsapp text check (whatsapp ~ '^\+[1-9][0-9]{7,14}$');
comment on column center_profiles.whatsapp is 'number of the centre''s WhatsApp account, E.164';
