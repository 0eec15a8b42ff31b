import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { readAgenda } from '#server/features/appointments/usecases/read-agenda.ts'
import type { Member } from '#server/features/centers/centers.policy.ts'
import type { DB } from '#server/platform/postgres/schema.gen.ts'
import { claim, median, milliseconds, quantile, report, whole } from './figures.ts'
import { benchPlatform } from './platform.ts'

type Center = { centerId: string }
type Database = { pool: pg.Pool; large: Center; small: Center; appointments: number }
/** `name`: the name of the prepared statement. */
type Statement = { name?: string; text: string; values: readonly unknown[] }

const samples = 400
const explained = 25

/**
 * The same week, alternately in a database and in one with a tenth of its rows; and of a centre with a tenth of the
 * appointments.
 */
export async function compareWeeks({
  monday,
  full,
  tenth,
}: {
  monday: string
  full: Database
  tenth: Database
}): Promise<void> {
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
      // The first rounds are a warm-up.
      if (index >= 0) times[name].push(performance.now() - started)
    }
  }
  const costs = { full: [] as Cost[], tenth: [] as Cost[], small: [] as Cost[] }
  for (let index = 0; index < explained; index++) {
    for (const name of names) costs[name].push(await weeks[name].explain())
  }
  const medianMs = (name: keyof typeof costs) => median(costs[name].map(({ ms }) => ms))
  const figures = (name: keyof typeof costs) => ({
    p50: milliseconds(quantile({ samples: times[name], share: 0.5 })),
    p99: milliseconds(quantile({ samples: times[name], share: 0.99 })),
    "PostgreSQL's own": milliseconds(medianMs(name)),
    pages: whole(median(costs[name].map(({ pages }) => pages))),
  })
  report('the week, all rows', figures('full'))
  report('the week, a tenth of the rows', figures('tenth'))
  report('a centre with a tenth of the visits', figures('small'))
  report('all rows beside a tenth', {
    'p50 ratio': (median(times.full) / median(times.tenth)).toFixed(2),
    "PostgreSQL's own": (medianMs('full') / medianMs('tenth')).toFixed(2),
    limit: '1.50',
  })
}

type Cost = { ms: number; pages: number }

function weekOf({ pool, centerId, monday }: Center & { pool: pg.Pool; monday: string }) {
  let statements: Statement[] = []
  const observed = observePool({ pool, onPrepared: (statement) => void statements.push(statement) })
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => void statements.push({ text: query.sql, values: query.parameters }),
  })
  const platform = benchPlatform({ db, pool: observed })
  const member: Member = { userId: centerId, centerId, role: 'owner', professionalId: null }
  /** @returns the number of appointments in the response */
  async function read(): Promise<number> {
    statements = []
    return (await readAgenda(platform, { member, from: monday, days: 7 })).cells.rows.length
  }
  /** Cost of the last read's statements inside PostgreSQL: planning time, execution time, and pages read. */
  async function explain(): Promise<Cost> {
    await read()
    const client = await pool.connect()
    try {
      let cost: Cost = { ms: 0, pages: 0 }
      for (const statement of statements) {
        const { ms, pages } = await costOf({ client, statement })
        cost = { ms: cost.ms + ms, pages: cost.pages + pages }
      }
      return cost
    } finally {
      client.release()
    }
  }
  return { read, explain }
}

/** The pool reports named statements; Kysely reports the others. */
function observePool({ pool, onPrepared }: { pool: pg.Pool; onPrepared: (statement: Statement) => void }): pg.Pool {
  return new Proxy(pool, {
    get(target, key) {
      if (key !== 'query') return Reflect.get(target, key, target)
      return (config: { name: string; text: string; values: readonly unknown[] }) => {
        onPrepared(config)
        return target.query({ ...config, values: [...config.values] })
      }
    },
  })
}

async function costOf({ client, statement }: { client: pg.PoolClient; statement: Statement }): Promise<Cost> {
  const { name, text, values } = statement
  const explain = 'explain (analyze, buffers, timing off, format json)'
  const { rows } =
    name === undefined
      ? await client.query<Explained>(`${explain} ${text}`, [...values])
      : await client.query<Explained>(`${explain} ${await prepared({ client, name, text, values })}`)
  const plan = rows[0]?.['QUERY PLAN'][0]
  if (!plan) return { ms: 0, pages: 0 }
  return {
    ms: plan['Planning Time'] + plan['Execution Time'],
    pages: plan.Plan['Shared Hit Blocks'] + plan.Plan['Shared Read Blocks'],
  }
}

/** After five runs, PostgreSQL decides whether to use a generic plan. */
const runsUntilSettled = 6

/** @returns the command that runs the statement as a connection does after many runs */
async function prepared(input: Required<Statement> & { client: pg.PoolClient }): Promise<string> {
  const { client, text } = input
  const name = client.escapeIdentifier(`bench ${input.name}`)
  const values = input.values.map((value) =>
    client.escapeLiteral(value instanceof Date ? value.toISOString() : String(value)),
  )
  const command = `execute ${name}(${values.join(', ')})`
  const known = await client.query('select from pg_prepared_statements where name = $1', [`bench ${input.name}`])
  if (known.rowCount === 0) {
    await client.query(`prepare ${name} as ${text}`)
    for (let run = 0; run < runsUntilSettled; run++) await client.query(command)
  }
  return command
}

type Explained = { 'QUERY PLAN': [Plan] }
type Plan = {
  'Planning Time': number
  'Execution Time': number
  Plan: { 'Shared Hit Blocks': number; 'Shared Read Blocks': number }
}
