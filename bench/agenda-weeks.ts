import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { readAgenda } from '#server/features/appointments/usecases/read-agenda.ts'
import type { Member } from '#server/features/centers/centers.policy.ts'
import type { DB } from '#server/platform/postgres/schema.gen.ts'
import { claim, median, milliseconds, quantile, report, whole } from './figures.ts'
import { benchPlatform } from './platform.ts'

type Center = { centerId: string }
type Database = { pool: pg.Pool; large: Center; small: Center; appointments: number }
type Statement = { text: string; values: readonly unknown[] }

const samples = 400
const explained = 25

/** The same week in a database and in one with a tenth of its rows, in turn; and of a centre with a tenth of the appointments. */
export async function compareWeeks(o: { monday: string; full: Database; tenth: Database }): Promise<void> {
  const { monday, full, tenth } = o
  const weeks = {
    full: weekOf({ ...full, ...full.large, monday }),
    tenth: weekOf({ ...tenth, ...tenth.large, monday }),
    small: weekOf({ ...full, ...full.small, monday }),
  }
  const names = Object.keys(weeks) as (keyof typeof weeks)[]
  const shown = await weeks.full.read()
  claim(
    shown === (await weeks.tenth.read()) && shown > 400,
    `both databases show the same week, of ${shown} appointments`,
  )
  claim(
    full.appointments > 9 * tenth.appointments,
    `of ${whole(full.appointments)} and ${whole(tenth.appointments)} rows`,
  )
  const times = { full: [] as number[], tenth: [] as number[], small: [] as number[] }
  for (let index = -50; index < samples; index++) {
    for (const name of names) {
      const started = performance.now()
      await weeks[name].read()
      // The first ones warm up.
      if (index >= 0) times[name].push(performance.now() - started)
    }
  }
  const costs = { full: [] as Cost[], tenth: [] as Cost[], small: [] as Cost[] }
  for (let index = 0; index < explained; index++) {
    for (const name of names) costs[name].push(await weeks[name].explain())
  }
  const own = (name: keyof typeof costs) => median(costs[name].map(({ ms }) => ms))
  const figures = (name: keyof typeof costs) => ({
    p50: milliseconds(quantile({ samples: times[name], share: 0.5 })),
    p99: milliseconds(quantile({ samples: times[name], share: 0.99 })),
    "PostgreSQL's own": milliseconds(own(name)),
    pages: whole(median(costs[name].map(({ pages }) => pages))),
  })
  report('the week, all rows', figures('full'))
  report('the week, a tenth of the rows', figures('tenth'))
  report('a centre with a tenth of the visits', figures('small'))
  report('all rows beside a tenth', {
    'p50 ratio': (median(times.full) / median(times.tenth)).toFixed(2),
    "PostgreSQL's own": (own('full') / own('tenth')).toFixed(2),
    'asked for': '1.50',
  })
}

type Cost = { ms: number; pages: number }

function weekOf({ pool, centerId, monday }: Center & { pool: pg.Pool; monday: string }) {
  let statements: Statement[] = []
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => void statements.push({ text: query.sql, values: query.parameters }),
  })
  const platform = benchPlatform({ db, pool })
  const member: Member = { userId: centerId, centerId, role: 'owner', professionalId: null }
  /** @returns how many appointments it showed */
  async function read(): Promise<number> {
    statements = []
    return (await readAgenda(platform, { member, from: monday, days: 7 })).appointments.length
  }
  /** What the statements of the last reading cost inside PostgreSQL: planning and running them, and the pages that they looked at. */
  async function explain(): Promise<Cost> {
    await read()
    let cost: Cost = { ms: 0, pages: 0 }
    for (const { text, values } of statements) {
      const { rows } = await pool.query<{ 'QUERY PLAN': [Plan] }>(
        `explain (analyze, buffers, timing off, format json) ${text}`,
        [...values],
      )
      const plan = rows[0]?.['QUERY PLAN'][0]
      if (!plan) continue
      const pages = plan.Plan['Shared Hit Blocks'] + plan.Plan['Shared Read Blocks']
      cost = { ms: cost.ms + plan['Planning Time'] + plan['Execution Time'], pages: cost.pages + pages }
    }
    return cost
  }
  return { read, explain }
}

type Plan = {
  'Planning Time': number
  'Execution Time': number
  Plan: { 'Shared Hit Blocks': number; 'Shared Read Blocks': number }
}
