-- Compatible with older code.
-- The response to the button behind a mailed link can be lost after the token is gone. For some minutes the same browser gets the
-- same outcome again.
create table link_redemptions (
  token_hash text primary key,
  browser_hash text not null,
  user_id uuid not null references users on delete cascade,
  kind text not null,
  answer text not null check (answer in ('mine', 'not mine')),
  session_id uuid references sessions on delete cascade,
  chooses_password boolean not null,
  code_hash text references auth_codes on update cascade on delete cascade,
  repetitions integer not null default 0 check (repetitions between 0 and 5),
  expires_at timestamptz not null,
  check (session_id is null or code_hash is null)
);
comment on table link_redemptions is 'mailed links that a browser has just redeemed; ending the session or the code that a link opened ends its repetition, too';
comment on column link_redemptions.token_hash is 'as in one_time_tokens, where the token no longer is';
comment on column link_redemptions.browser_hash is 'sha-256 of the random key in a cookie of the browser that redeemed the link: no other browser repeats it';
comment on column link_redemptions.answer is 'what the address''s owner said about the account; another answer is no repetition';
comment on column link_redemptions.session_id is 'the session that the link opened; with no session and no code, the other address has to confirm the change, too';
comment on column link_redemptions.code_hash is 'the code that a browser exchanges for its session; a repetition replaces it';
create index link_redemptions_of_user on link_redemptions (user_id);
comment on index link_redemptions_of_user is 'ending all repetitions of a person';
create index link_redemptions_of_session on link_redemptions (session_id);
comment on index link_redemptions_of_session is 'ending the repetition of a session that ends';
create index link_redemptions_of_code on link_redemptions (code_hash);
comment on index link_redemptions_of_code is 'ending the repetition of a code that was exchanged';
create index link_redemptions_by_end on link_redemptions (expires_at);
comment on index link_redemptions_by_end is 'the sweep that removes what has expired';
