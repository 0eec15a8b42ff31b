import pg from 'pg'
import { settableClock } from '#server/platform/clock.ts'
import { createLog } from '#server/platform/log.ts'
import type { Platform } from '#server/platform/platform.ts'
import { connectDatabase } from '#server/platform/postgres/database.ts'
import { benchNow } from './calendar.ts'
import { benchPlatform } from './platform.ts'

export type Statement = { text: string; values: unknown[] }

/** The statements that each use case sends, in order, with their values. `first` runs before them, so that they omit what a process reads only once. */
export async function recordStatements(
  url: string,
  {
    first,
    each,
  }: { first: (platform: Platform) => Promise<unknown>; each: readonly ((platform: Platform) => Promise<unknown>)[] },
): Promise<Statement[][]> {
  const { db, pool, close } = await connectDatabase({ url, log: createLog({ logLevel: 'warn' }) })
  const platform = benchPlatform({ db, pool, clock: settableClock(benchNow) })
  const recorded: Statement[][] = []
  const recording = new WeakSet<pg.PoolClient>()
  pool.on('acquire', (client) => {
    if (recording.has(client)) return
    recording.add(client)
    const query = client.query.bind(client) as (...input: unknown[]) => unknown
    client.query = ((text: unknown, values: unknown, ...rest: unknown[]) => {
      if (typeof text === 'string') {
        recorded.at(-1)?.push({ text, values: Array.isArray(values) ? (values as unknown[]) : [] })
      }
      return query(text, values, ...rest)
    }) as typeof client.query
  })
  for (const run of [first, ...each]) {
    recorded.push([])
    await run(platform)
  }
  await close()
  return recorded.slice(1)
}

const isQuery = ({ text }: Statement) => /^\s*(select|with)\b/.test(text)

/** The same statements, prepared, on one bare connection: what a search costs without our layer. */
export async function replay(client: pg.Client, statements: readonly Statement[], nameOf: (text: string) => string) {
  for (const { text, values } of statements) {
    await client.query(values.length > 0 ? { name: nameOf(text), text, values } : text)
  }
}

/** The large tables that a plan of these statements reads from beginning to end. */
export async function sequentialScans(
  url: string,
  searches: readonly Statement[][],
  large: ReadonlySet<string> = generated,
): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const scanned = new Set<string>()
  for (const statements of searches) {
    for (const statement of statements) {
      if (!isQuery(statement)) {
        await client.query(statement.text)
        continue
      }
      const { rows } = await client.query<{ 'QUERY PLAN': string }>({
        text: `explain ${statement.text}`,
        values: statement.values,
      })
      // A setting of the transaction has to hold for the statements after it.
      if (statement.text.includes('set_config')) await client.query(statement)
      for (const { 'QUERY PLAN': line } of rows) {
        const table = /Seq Scan on (\w+)/.exec(line)?.[1]
        if (table && large.has(table)) scanned.add(`${table}: ${statement.text.replaceAll(/\s+/g, ' ').slice(0, 80)}`)
      }
    }
  }
  await client.end()
  return [...scanned]
}

const generated = new Set([
  'center_profiles',
  'professionals',
  'services',
  'weekly_hours',
  'appointments',
  'profiles',
  'users',
])
