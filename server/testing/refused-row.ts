import { sql } from 'kysely'
import type { Db } from '#server/platform/postgres/database.ts'

type RefusedRow = { table: string; column?: string; value: string }

/** Makes the database raise an error for each change of one row, as a broken rule would. @returns how to stop that */
export async function refuseRow(db: Db, { table, column = 'id', value }: RefusedRow): Promise<() => Promise<void>> {
  await sql`create or replace function refuse_row() returns trigger language plpgsql as $$
    begin raise exception 'the row is refused'; end $$`.execute(db)
  for (const [event, row] of [
    ['insert', 'new'],
    ['update', 'old'],
    ['delete', 'old'],
  ] as const) {
    await sql`create trigger ${sql.id(`refuse_${event}`)} before ${sql.raw(event)} on ${sql.table(table)} for each row
      when (${sql.raw(row)}.${sql.id(column)} = ${sql.lit(value)}) execute function refuse_row()`.execute(db)
  }
  return async () => {
    await sql`drop function refuse_row() cascade`.execute(db)
  }
}
