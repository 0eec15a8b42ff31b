-- Compatible with older code.

-- The attempts to back up, for «Salud del servicio» and for the job that decides whether a nightly backup is due. Those of more than
-- 90 days are deleted.
create table backup_runs (
  id uuid primary key,
  target text not null check (length(target) <= 4096),
  started_at timestamptz not null,
  -- Null while it runs, or when its process died.
  finished_at timestamptz check (finished_at >= started_at),
  -- Null for a backup that was completed.
  error text check (length(error) <= 500),
  folder text check (length(folder) <= 4096),
  rows bigint check (rows >= 0),
  files bigint check (files >= 0),
  bytes bigint check (bytes >= 0),
  -- When administrators were told of its failure.
  alarmed_at timestamptz,
  check (finished_at is null or num_nonnulls(error, folder) = 1)
);
create index backup_runs_started on backup_runs (started_at desc);

-- While it has its row, no mail and no push message leaves: a restored copy must not write to real patients by itself.
create table mail_pause (
  is_only boolean primary key default true check (is_only),
  paused_at timestamptz not null default now()
);
