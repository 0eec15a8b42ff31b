import { sql } from 'kysely'
import pg from 'pg'
import { expect, test } from 'vitest'
import { testPlatform } from '#server/testing/platform.ts'
import { connectDatabase, isDatabaseUnavailable } from './database.ts'

const platform = await testPlatform()

test('columns are read as the JavaScript types that their TypeScript types declare', async () => {
  const { rows } = await sql`
    select 9007199254740991::bigint as big, 12.5::numeric as amount, date '2026-03-01' as day,
      timestamptz '2026-03-01 09:00-03' as instant, count(*) as counted,
      tstzrange('2026-03-01 09:00-03', '2026-03-01 10:00-03') as span`.execute(platform.db)
  expect(rows).toEqual([
    {
      big: Number.MAX_SAFE_INTEGER,
      amount: 12.5,
      day: '2026-03-01',
      instant: new Date('2026-03-01T12:00:00Z'),
      counted: 1,
      span: '["2026-03-01 12:00:00+00","2026-03-01 13:00:00+00")',
    },
  ])
})

test.each([
  '2026-03-01 09:00:00.123456+00',
  '2026-03-01 09:00:00.1+00',
  '0001-01-01 00:00:00+00',
  '12026-03-01 09:00:00+00',
  '0044-03-15 12:00:00+00 BC',
  'infinity',
])('the instant %s is read as the parser of pg reads it', async (text) => {
  const { rows } = await sql<{ instant: unknown }>`select ${text}::timestamptz as instant`.execute(platform.db)
  expect(rows[0]?.instant).toEqual(pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ)(text))
})

test('lists of texts are read with every character that could end a text or a list', async () => {
  const texts = [
    '',
    'NULL',
    'null',
    'a,b',
    '{a}',
    '"',
    String.raw`\\`,
    String.raw`\"`,
    ' a ',
    'ñ\n',
    '\u00a0',
    '[1:2]={',
  ]
  const lists = [texts, [], texts.toReversed(), ...texts.map((text) => [text])]
  for (const list of lists) {
    const { rows } = await sql`select ${list}::text[] as texts`.execute(platform.db)
    expect(rows).toEqual([{ texts: list }])
  }
  const id = '01a214e6-30b2-76a6-9d9c-8f0609126319'
  const { rows } = await sql`
    select array[null, 'null']::text[] as gaps, array[array['a', 'b'], array['c', null]] as nested, array[${id}, null]::uuid[] as ids,
      '[2:3]={a,b}'::text[] as shifted`.execute(platform.db)
  expect(rows).toEqual([
    {
      gaps: [null, 'null'],
      nested: [
        ['a', 'b'],
        ['c', null],
      ],
      ids: [id, null],
      shifted: ['a', 'b'],
    },
  ])
})

test('an expected SQL error leaves the connection in the pool', async () => {
  const { db, pool, close } = await connectDatabase({ url: platform.databaseUrl, log: platform.log, max: 1 })
  const backend = async () => (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]?.pid
  const before = await backend()
  await expect(sql`select 1 / 0`.execute(db)).rejects.toThrow('division by zero')
  expect(await backend()).toBe(before)
  expect(pool.totalCount).toBe(1)
  await close()
})

test('a connection that the server ends counts as an unreachable database, and is replaced', async () => {
  const { db, pool, close } = await connectDatabase({ url: platform.databaseUrl, log: platform.log, max: 1 })
  const client = await pool.connect()
  const { rows } = await client.query('select pg_backend_pid() as pid')
  const waiting = client.query('select pg_sleep(5)').catch((error: unknown) => error)
  await sql`select pg_terminate_backend(${rows[0].pid}::int)`.execute(platform.db)
  expect(isDatabaseUnavailable(await waiting)).toBe(true)
  client.release()
  const isReachable = () =>
    sql`select 1`.execute(db).then(
      () => true,
      () => false,
    )
  await expect.poll(isReachable).toBe(true)
  await close()
})

test('an idle connection that the server ends affects no query', async () => {
  const { db, pool, close } = await connectDatabase({ url: platform.databaseUrl, log: platform.log, max: 1 })
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
  await sql`select pg_terminate_backend(${rows[0]?.pid}::int)`.execute(platform.db)
  await expect.poll(() => pool.totalCount).toBe(0)
  await expect(sql`select 1`.execute(db)).resolves.toBeDefined()
  await close()
})

test.for(['postgresql://postgres@127.0.0.1:1/nothing', 'postgresql://postgres@localhost/nothing?host=%2Fnowhere'])(
  'no server at %s counts as an unreachable database',
  async (url) => {
    const failed = await connectDatabase({ url, log: platform.log }).catch((error: unknown) => error)
    expect(isDatabaseUnavailable(failed)).toBe(true)
  },
)

test('an error in a query does not count as an unreachable database', async () => {
  const failed = await sql`select nonsense`.execute(platform.db).catch((error: unknown) => error)
  expect(isDatabaseUnavailable(failed)).toBe(false)
  expect(isDatabaseUnavailable(new Error('connect ECONNREFUSED of something else'))).toBe(false)
})

test.for(['40001', '40P01', '55P03', '57014'])(
  'a timeout of a lock or a statement (%s) counts as an unreachable database',
  async (code) => {
    const raised = sql`do ${sql.raw(`$$ begin raise exception 'too busy' using errcode = '${code}'; end $$`)}`
    const failed = await raised.execute(platform.db).catch((error: unknown) => error)
    expect(isDatabaseUnavailable(failed)).toBe(true)
  },
)
