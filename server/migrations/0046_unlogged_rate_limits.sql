-- Counters of attempts need not survive a crash of the database. Without a write-ahead log, counting one waits for no disk.
alter table rate_limits set unlogged;
