import { sql } from 'kysely'
import type { Db } from '#server/platform/postgres/database.ts'

/** `take` returns the changes since the last call, such as `insert into reviews`, and clears them. */
export type WatchedRows = { take(): Promise<string[]> }

/**
 * From now on, notes every inserted, changed and deleted row of the database, except the counts of attempts, which a refused
 * request raises. What a transaction rolls back leaves no note.
 */
export async function watchRows(db: Db): Promise<WatchedRows> {
  await sql`create schema watched`.execute(db)
  await sql`create table watched.changes (change text not null)`.execute(db)
  await sql`
    create function watched.note() returns trigger language plpgsql as $$
    begin
      insert into watched.changes values (lower(tg_op) || ' in ' || tg_table_name);
      return null;
    end $$`.execute(db)
  await sql`
    do $$
    declare watched_table regclass;
    begin
      for watched_table in
        select oid from pg_class
        where relkind = 'r' and relname <> 'rate_limits'
          and relnamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace)
      loop
        execute format('create trigger watched after insert or update or delete on %s
          for each row execute function watched.note()', watched_table);
      end loop;
    end $$`.execute(db)
  return {
    async take() {
      const { rows } = await sql<{ change: string }>`delete from watched.changes returning change`.execute(db)
      return rows.map(({ change }) => change)
    },
  }
}
