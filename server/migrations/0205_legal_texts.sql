-- Compatible with older code.
-- The operator's own terms and privacy policies, each in effect from its day until the next one's. Until the first, the text that
-- comes with the code applies. None is ever changed or deleted, because accounts accepted it.
create table legal_texts (
  id uuid primary key,
  document text not null check (document in ('terms', 'privacy')),
  version date not null,
  summary text not null check (length(summary) between 1 and 1000),
  body text not null check (length(body) between 1 and 200000),
  published_at timestamptz not null,
  announced_at timestamptz,
  unique (document, version)
);
comment on column legal_texts.version is 'the first day on which it is in effect, in Uruguay';
comment on column legal_texts.body is 'Markdown; each heading of the second level begins a section';
comment on column legal_texts.announced_at is 'when every account had been notified';

create function refuse_changed_legal_text() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or (old.id, old.document, old.version, old.summary, old.body, old.published_at)
      is distinct from (new.id, new.document, new.version, new.summary, new.body, new.published_at) then
    raise exception 'legal text % has been published and stays as it is', old.id;
  end if;
  return new;
end $$;
create trigger legal_texts_stay before update or delete on legal_texts
  for each row execute function refuse_changed_legal_text();
create trigger legal_texts_notify after insert or update on legal_texts
  for each row execute function notify_operator_words();
