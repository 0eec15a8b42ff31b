// node bench/mixed-load.ts [--folder RELEASE] [--seconds 600]: two processes behind nginx get 20 requests a second of every kind. Prints
// what both hold in memory, and by how many rows each table grew per 1,000 bookings. Needs nginx and, in DATABASE_URL, an empty
// database. Exits with 1 when a request failed.
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type pg from 'pg'
import { claim, report } from './figures.ts'
import { startPair } from './pair.ts'
import { isServed, prepareLoad, reportOutcomes, sendLoad } from './pair-load.ts'

type Options = { folder?: string; databaseUrl: string; hasProxy: boolean; seconds: number }
type Rows = Map<string, number>

/** `memory` in megabytes of both processes, ten times at equal distances. `growth`: rows per 1,000 bookings, by table. */
export async function measureMixedLoad({ seconds, ...options }: Options) {
  await using resources = new AsyncDisposableStack()
  const pair = await startPair(options)
  resources.defer(() => pair.close())
  const load = await prepareLoad(pair, { seconds })
  resources.defer(() => load.close())
  const before = await countRows(load.pool)

  const memory: number[] = []
  const sending = sendLoad(pair, { load, seconds })
  while (memory.length < 10) {
    await sleep(seconds * 100)
    memory.push(pair.memory())
  }
  await sending
  const bookings = load.acknowledged.bookings.size
  const after = await countRows(load.pool)
  const growth = [...after].map(([table, rows]) => {
    const perThousand = Math.round(((rows - (before.get(table) ?? 0)) * 1000) / bookings)
    return { table, perThousand }
  })
  return { outcomes: pair.outcomes, bookings, memory, growth }
}

/** The rows of every table of the database, by `schema.table`, or `table` in the schema public. */
export async function countRows(pool: pg.Pool): Promise<Rows> {
  const { rows } = await pool.query<{ name: string; count: number }>(
    `select case when schemaname = 'public' then tablename else schemaname || '.' || tablename end as name,
       (xpath('/row/count/text()', query_to_xml(format('select count(*) from %I.%I', schemaname, tablename), false, true, '')))[1]::text::int
         as count
     from pg_tables where schemaname not in ('pg_catalog', 'information_schema') order by name`,
  )
  return new Map(rows.map(({ name, count }) => [name, count]))
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: { folder: { type: 'string' }, seconds: { type: 'string', default: '600' } },
  })
  const { outcomes, bookings, memory, growth } = await measureMixedLoad({
    ...(values.folder ? { folder: values.folder } : {}),
    databaseUrl: process.env.DATABASE_URL ?? '',
    hasProxy: true,
    seconds: Number(values.seconds),
  })
  reportOutcomes(outcomes)
  console.log(`  memory of both processes: ${memory.join(', ')} MB`)
  for (const { table, perThousand } of growth)
    if (perThousand !== 0) report(table, { 'per 1,000 bookings': String(perThousand) })
  console.log(`  ${growth.filter(({ perThousand }) => perThousand === 0).length} tables did not grow`)
  claim(outcomes.every(isServed), `all ${outcomes.length} requests were served, ${bookings} bookings among them`)
}
