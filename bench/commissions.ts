// Staff's tab Financiero over 2,000,000 commissions of 100,000 centres, and the file of 500,000 rows.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { commissionOrders, commissionPeriods } from '#contract/commission-statuses.ts'
import { fillCommissions } from './commission-rows.ts'
import { type Connection, openConnection } from './connection.ts'
import { claim, median, milliseconds, quantile, report } from './figures.ts'
import { benchFile } from './file-download.ts'
import { openMarketplaces } from './marketplace.ts'

const centers = 100_000
const commissions = 2_000_000
const samples = 200
const headers = { authorization: 'Bearer bench' }

export async function benchCommissions(): Promise<void> {
  const marketplaces = await openMarketplaces()
  try {
    const { url } = await marketplaces.urlOf(centers)
    await fillCommissions(url, { centers, commissions })
    const server = fork(new URL('./commissions-server.ts', import.meta.url), [url], { execArgv: ['--expose-gc'] })
    try {
      const [origin] = (await once(server, 'message')) as [string]
      const before = await countScans(url)
      await benchLists(origin)
      // A connection reports its counts once a second.
      await delay(2000)
      const after = await countScans(url)
      const scanned = [...after].filter(([table, scans]) => scans > (before.get(table) ?? 0)).map(([table]) => table)
      claim(scanned.length === 0, `no list reads a whole table (${scanned.join(', ') || 'none'})`)
      await benchFirstPage(origin)
      const file = `${origin}/api/v1/staff/commissions/csv?period=year`
      const lines = await benchFile({ name: 'the file of a year', url: file, headers, server })
      claim(lines > 490_000, 'the file has the rows of a year')
    } finally {
      server.disconnect()
      await once(server, 'exit')
    }
  } finally {
    await marketplaces.stop()
  }
}

const list = (query: string) => `/api/v1/staff/commissions?limit=50&${query}`

async function benchLists(origin: string): Promise<void> {
  const connection = await openConnection(origin)
  for (const period of commissionPeriods) {
    await bench(connection, `summary, ${period}`, () => `/api/v1/staff/commissions/summary?period=${period}`)
    await bench(
      connection,
      `owing centres, ${period}`,
      () => `/api/v1/staff/commissions/owing?limit=10&period=${period}`,
    )
    for (const order of commissionOrders) {
      await bench(connection, `list, ${period}, ${order}`, () => list(`period=${period}&order=${order}`))
    }
    await bench(connection, `list, ${period}, pending`, () => list(`period=${period}&status=pending`))
    await bench(connection, `list, ${period}, by name`, (n) =>
      list(`period=${period}&center=${names[n % names.length]}`),
    )
  }
  connection.close()
}

const names = ['araranal', 'ibitisol', 'ceibumar', 'tabacuedor', 'carurozu', 'guasausol']

async function bench(connection: Connection, name: string, pathOf: (n: number) => string): Promise<void> {
  const durations: number[] = []
  for (let n = -10; n < samples; n += 1) {
    const sentAt = performance.now()
    const { status } = await connection.send({ method: 'GET', path: pathOf(Math.abs(n)), headers })
    if (status !== 200) throw new Error(`${name}: ${status}`)
    if (n >= 0) durations.push(performance.now() - sentAt)
  }
  const p99 = quantile({ samples: durations, share: 0.99 })
  report(name, { median: milliseconds(median(durations)), p99: milliseconds(p99), target: '150 ms' })
}

/** The requests that the browser sends together when it opens the tab. */
async function benchFirstPage(origin: string): Promise<void> {
  const paths = ['figures', 'commissions/summary?period=month', 'commissions/owing?limit=10&period=month']
  const all = [...paths.map((path) => `/api/v1/staff/${path}`), list('period=month&order=newest')]
  const calls = await Promise.all(all.map(async (path) => ({ path, connection: await openConnection(origin) })))
  const durations: number[] = []
  for (let n = -10; n < samples; n += 1) {
    const sentAt = performance.now()
    await Promise.all(calls.map(({ path, connection }) => connection.send({ method: 'GET', path, headers })))
    if (n >= 0) durations.push(performance.now() - sentAt)
  }
  const p99 = quantile({ samples: durations, share: 0.99 })
  report('the whole first page', { median: milliseconds(median(durations)), p99: milliseconds(p99), target: '150 ms' })
  for (const { connection } of calls) connection.close()
}

/** PostgreSQL's own count of the scans of the tables that grow with the marketplace. */
async function countScans(url: string): Promise<Map<string, number>> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ table: string; scans: number }>(
    `select relname as table, seq_scan::int as scans from pg_stat_user_tables
     where relname in ('commissions', 'center_profiles')`,
  )
  await client.end()
  return new Map(rows.map(({ table, scans }) => [table, scans]))
}
