-- Compatible with older code.
-- What a repeated request gets whose first response was lost.
alter table checkouts add column page_url text check (length(page_url) <= 2000);
comment on column checkouts.page_url is 'where the patient pays a checkout without a card: the same request gets it again';

create table accepted_invitations (
  token_hash text primary key,
  user_id uuid not null,
  center_id uuid not null,
  is_registration boolean not null,
  expires_at timestamptz not null,
  foreign key (user_id, center_id) references center_members on delete cascade
);
comment on table accepted_invitations is 'invitations that were accepted a short time ago, for the member who repeats it; removing the member removes them';
comment on column accepted_invitations.token_hash is 'as in center_invitations, where the invitation no longer is';
comment on column accepted_invitations.is_registration is 'the link created the account, so a repetition carries its password instead of a session';
create index accepted_invitations_of_member on accepted_invitations (user_id, center_id);
comment on index accepted_invitations_of_member is 'the invitations of a member who is removed';
create index accepted_invitations_by_end on accepted_invitations (expires_at);
comment on index accepted_invitations_by_end is 'the sweep that removes what has expired';
