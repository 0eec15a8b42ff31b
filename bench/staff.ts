// Staff's tabs in a marketplace of many accounts, centres, commissions, documents, reports and actions.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import pg from 'pg'
import { documentOrders, recordOrders } from '#contract/record-statuses.ts'
import { userOrders } from '#contract/user-statuses.ts'
import type { Platform } from '#server/platform/platform.ts'
import { fillCommissions } from './commission-rows.ts'
import { type Connection, openConnection } from './connection.ts'
import { claim, median, milliseconds, quantilesOf, report, whole } from './figures.ts'
import { benchFile } from './file-download.ts'
import { openMarketplaces } from './marketplace.ts'
import type { ProcessorTime } from './processor-time.ts'
import { recordStatements, type Statement, sequentialScans } from './search-statements.ts'
import { fillStaff, staffScale, staffStatements } from './staff-rows.ts'
import { createStaffApp } from './staff-server.ts'

const warmUp = 10
const samples = 60
/** How many requests of each kind are explained. */
const explained = 5
/** A scan of a table with fewer rows is as fast as its index. */
const maxScannedRows = 10_000

type Kind = { name: string; path: (n: number) => string }

const people = ['irma sosa', 'tabaré', 'persona12345', 'nunez', 'ana', 'valentina etchegaray']
const places = ['araranal', 'ibitisol', 'ceibumar', 'tabacuedor', 'carurozu', 'guasausol']
const named = (list: readonly string[], n: number) => encodeURIComponent(list[n % list.length] ?? '')
const accountId = (n: number) => `019a9f07-0000-7000-8000-${(1 + n * 37).toString(16).padStart(12, '0')}`
const centerId = (n: number) => `019a9f01-0000-7000-8000-${(1 + n * 7).toString(16).padStart(12, '0')}`
const list = (name: string, path: string): Kind => ({ name, path: () => path })

const byText: (name: string, pathOf: (n: number) => string) => Kind = (name, path) => ({ name, path })

const kinds: readonly Kind[] = [
  list('the cards', 'figures'),
  ...userOrders.map((order) => list(`Usuarios, ${order}`, `users?limit=50&order=${order}`)),
  ...userOrders.map((order) => list(`Usuarios, centres, ${order}`, `users?limit=50&role=center&order=${order}`)),
  ...(['newest', 'name'] as const).flatMap((order) => [
    list(`Usuarios, moderators, ${order}`, `users?limit=50&role=moderator&order=${order}`),
    list(`Usuarios, patients, ${order}`, `users?limit=50&role=patient&order=${order}`),
    list(`Usuarios, suspended, ${order}`, `users?limit=50&status=suspended&order=${order}`),
    list(`Usuarios, active, ${order}`, `users?limit=50&status=active&order=${order}`),
    byText(`Usuarios, by text, ${order}`, (n) => `users?limit=50&order=${order}&text=${named(people, n)}`),
  ]),
  { name: 'an account', path: (n) => `users/${accountId(n)}` },
  { name: 'palette, accounts', path: (n) => `users?limit=5&exactFirst=true&text=${named(people, n)}` },
  { name: 'palette, centres', path: (n) => `centers?limit=5&exactFirst=true&text=${named(places, n)}` },
  ...recordOrders.flatMap((order) => [
    list(`Centros, ${order}`, `centers?limit=50&order=${order}`),
    list(`Centros, pending, ${order}`, `centers?limit=50&status=pending&order=${order}`),
    byText(`Centros, by text, ${order}`, (n) => `centers?limit=50&order=${order}&text=${named(places, n)}`),
  ]),
  { name: 'a centre', path: (n) => `centers/${centerId(n)}` },
  list('Financiero, summary of a month', 'commissions/summary?period=month'),
  list('Financiero, owing centres', 'commissions/owing?limit=10&period=month'),
  list('Financiero, commissions', 'commissions?limit=50&period=month&order=newest'),
  list('Moderación, reports', 'reports?view=reported&limit=60'),
  list('Moderación, reviews', 'reports?view=reviews&limit=60'),
  list('Moderación, removed', 'reports?view=removed&limit=60'),
  ...(['reported', 'reviews', 'removed'] as const).flatMap((view) => [
    {
      name: `Moderación, ${view}, by centre`,
      path: (n: number) => `reports?view=${view}&limit=60&text=${named(places, n)}`,
    },
    {
      name: `Moderación, ${view}, by author`,
      path: (n: number) => `reports?view=${view}&limit=60&text=${named(people, n)}`,
    },
  ]),
  ...documentOrders.flatMap((order) => [
    list(`Cumplimiento, ${order}`, `documents?list=pending&limit=50&order=${order}`),
    list(`Cumplimiento, approved, ${order}`, `documents?list=approved&limit=50&order=${order}`),
  ]),
  list('Cumplimiento, requested', 'documents?list=requested&limit=50'),
  list('Cumplimiento, licences', 'documents?list=pending&limit=50&type=license'),
  { name: 'Cumplimiento, by centre', path: (n) => `documents?list=approved&limit=50&text=${named(places, n)}` },
  list('the record', 'actions?limit=50'),
  list('the record, of reviews', 'actions?limit=50&targetType=review'),
  list('the record, of days', 'actions?limit=50&from=2024-03-01&to=2024-03-02'),
  { name: 'the record, by account', path: (n) => `actions?limit=50&text=${named(people, n)}` },
  { name: 'the record, by centre', path: (n) => `actions?limit=50&text=${named(places, n)}` },
]

const fullPath = ({ path }: Kind, n: number) => `/api/v1/staff/${path(n)}`
const headers = { authorization: 'Bearer bench' }

/** `profiles`: 100,000, or a million with --scale 1m. */
export async function benchStaff(profiles: number): Promise<void> {
  const scale = staffScale(profiles)
  const marketplaces = await openMarketplaces()
  try {
    const { url, seconds } = await marketplaces.copyOf(scale.centers, {
      name: 'staff',
      version: staffStatements(scale).join(),
      async fill(databaseUrl) {
        await fillCommissions(databaseUrl, scale)
        await fillStaff(databaseUrl, scale)
      },
    })
    const size = Object.entries(scale).map(([what, count]) => `${whole(count)} ${what}`)
    console.log(`  ${size.join(', ')}${seconds === undefined ? ', kept' : `, made in ${seconds.toFixed(0)} s`}`)
    const sent = await explainAll(url)
    const server = fork(new URL('./staff-server.ts', import.meta.url), [url], { execArgv: ['--expose-gc'] })
    try {
      const [origin] = (await once(server, 'message')) as [string]
      const connection = await openConnection(origin)
      for (const kind of kinds) await benchKind({ connection, server, kind, statements: sent.get(kind.name) ?? 0 })
      connection.close()
      const file = { name: 'the file of the record', url: `${origin}/api/v1/staff/actions/csv`, headers, server }
      claim((await benchFile(file)) - 1 === scale.actions, 'the file has every row of the record')
    } finally {
      server.disconnect()
      await once(server, 'exit')
    }
  } finally {
    await marketplaces.stop()
  }
}

/** No plan may read a large table from beginning to end. @returns how many statements each kind of request sends */
async function explainAll(url: string): Promise<Map<string, number>> {
  const large = await listLargeTables(url)
  const app = appOf()
  const requests = kinds.flatMap((kind) => Array.from({ length: explained }, (_, n) => ({ kind, n })))
  const run = (kind: Kind, n: number) => async (platform: Platform) => {
    const response = await (await app(platform)).fetch(new Request(`http://bench${fullPath(kind, n)}`, { headers }))
    if (response.status !== 200) throw new Error(`${kind.name}: ${response.status} ${await response.text()}`)
    await response.arrayBuffer()
  }
  const statements = await recordStatements(url, {
    first: async (platform) => void (await app(platform)),
    each: requests.map(({ kind, n }) => run(kind, n)),
  })
  const sent = new Map<string, number>()
  const scanned: string[] = []
  const byKind = Map.groupBy(requests.keys(), (index) => requests[index]?.kind.name ?? '')
  for (const [name, indexes] of byKind) {
    const ofKind = [...indexes].map((index) => (statements[index] ?? []).filter(isStatement))
    sent.set(name, median(ofKind.map(({ length }) => length)))
    scanned.push(...(await sequentialScans(url, ofKind, large)).map((scan) => `${name}: ${scan}`))
  }
  for (const scan of scanned) console.log(`  reads a whole table: ${scan}`)
  claim(scanned.length === 0, `no statement reads a whole table of more than ${whole(maxScannedRows)} rows`)
  return sent
}

const isStatement = ({ text }: Statement) => !text.includes('senda_live')

function appOf() {
  let app: ReturnType<typeof createStaffApp> | undefined
  return (platform: Platform) => (app ??= createStaffApp(platform))
}

async function listLargeTables(url: string): Promise<ReadonlySet<string>> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and reltuples > $1`,
    [maxScannedRows],
  )
  await client.end()
  return new Set(rows.map(({ name }) => name))
}

type Run = { connection: Connection; server: ChildProcess; kind: Kind; statements: number }

async function benchKind({ connection, server, kind, statements }: Run): Promise<void> {
  const durations: number[] = []
  let before: ProcessorTime | undefined
  for (let n = -warmUp; n < samples; n += 1) {
    if (n === 0) before = await readTime(server)
    const sentAt = performance.now()
    const { status } = await connection.send({ method: 'GET', path: fullPath(kind, Math.abs(n)), headers })
    if (status !== 200) throw new Error(`${kind.name}: ${status}`)
    if (n >= 0) durations.push(performance.now() - sentAt)
  }
  const after = await readTime(server)
  const spent = (of: 'node' | 'postgres') => milliseconds((after[of] - (before?.[of] ?? 0)) / samples)
  report(kind.name, {
    ...quantilesOf(durations),
    target: '150 ms',
    statements: String(statements),
    node: spent('node'),
    postgres: spent('postgres'),
  })
}

async function readTime(server: ChildProcess): Promise<ProcessorTime> {
  server.send('time')
  const [time] = (await once(server, 'message')) as [ProcessorTime]
  return time
}
