import { sql } from 'kysely'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { testPlatform } from '#server/testing/platform.ts'
import { countStatements } from '#server/testing/statements.ts'
import { connectDatabase, pipelined } from './database.ts'
import { anyOf } from './lists.ts'
import { preparedTexts } from './prepared-client.ts'

const platform = await testPlatform()
const numbers = (values: readonly number[]) =>
  platform.db
    .selectFrom(sql<{ n: number }>`generate_series(1, 9)`.as<'series'>(sql`series(n)`))
    .select('n')
    .where('n', '=', anyOf(values))
    .execute()

test('a statement has one prepared text, whatever its values and the length of its lists', async () => {
  expect(await numbers([1])).toEqual([{ n: 1 }])
  const before = preparedTexts().length
  expect(await numbers([1, 2, 3])).toHaveLength(3)
  expect(await numbers([])).toEqual([])
  expect(preparedTexts()).toHaveLength(before)
  // One connection only, because each connection has its own prepared statements.
  const { db, close } = await connectDatabase({ url: platform.databaseUrl, log: platform.log, max: 1 })
  await sql`select 1 where 1 = ${1}`.execute(db)
  const { rows } = await sql`select count(*) from pg_prepared_statements where not from_sql`.execute(db)
  expect(rows[0]).not.toEqual({ count: 0 })
  await close()
})

test('statements that a transaction starts together run in that order', async () => {
  const seen = await platform.db.transaction().execute(async (tx) => {
    await sql`create temporary table steps (n int generated always as identity, name text)`.execute(tx)
    const add = (name: string) => sql`insert into steps (name) values (${name})`.execute(tx)
    const list = async () =>
      (await sql<{ name: string }>`select name from steps where ${true} order by n`.execute(tx)).rows
    const [, , two, , three] = await Promise.all([add('a'), add('b'), list(), add('c'), list()])
    await sql`drop table steps`.execute(tx)
    return [two, three]
  })
  expect(seen.map((rows) => rows.map(({ name }) => name).join(''))).toEqual(['ab', 'abc'])
})

test('a transaction sends `begin` with its first statements, and waits once for all of them', async () => {
  const { db, close } = await connectDatabase({ url: platform.databaseUrl, log: platform.log, max: 1 })
  await sql`select 1 where 1 = ${1}`.execute(db)
  const events: string[] = []
  // pg calls these on each statement; its types leave them out.
  const statements = pg.Query.prototype as unknown as Record<
    'submit' | 'handleReadyForQuery',
    (...input: unknown[]) => void
  >
  const { submit, handleReadyForQuery } = statements
  const sent = vi.spyOn(statements, 'submit').mockImplementation(function (this: { text: string }, ...input) {
    events.push(this.text)
    return submit.apply(this, input)
  })
  const readyForQuery = vi.spyOn(statements, 'handleReadyForQuery').mockImplementation(function (
    this: object,
    ...input
  ) {
    events.push('response')
    return handleReadyForQuery.apply(this, input)
  })
  await db.transaction().execute(async (tx) => {
    await Promise.all([sql`select ${1}::int`.execute(tx), sql`select ${2}::int`.execute(tx)])
  })
  expect(events.slice(0, 4)).toEqual(['begin', 'select $1::int', 'select $1::int', 'response'])
  expect(events.slice(-2)).toEqual(['commit', 'response'])
  readyForQuery.mockRestore()
  sent.mockRestore()
  await close()
})

test('when one of several statements fails, the transaction fails with its error and leaves nothing', async () => {
  const failing = platform.db
    .transaction()
    .execute((tx) =>
      Promise.all([
        sql`insert into rate_limits (key, points, expire) values ('pipelined', 1, ${1})`.execute(tx),
        sql`select ${1}::int / 0`.execute(tx),
        sql`insert into rate_limits (key, points, expire) values ('pipelined too', 1, ${1})`.execute(tx),
      ]),
    )
  await expect(failing).rejects.toThrow('division by zero')
  const left = await platform.db.selectFrom('rate_limits').select('key').where('key', 'like', 'pipelined%').execute()
  expect(left).toEqual([])
})

test('a statement that a failed transaction could not prepare is prepared when it runs again', async () => {
  const { db, close } = await connectDatabase({ url: platform.databaseUrl, log: platform.log, max: 1 })
  const fresh = sql<{ n: number }>`select ${7}::int as n`
  const failing = db
    .transaction()
    .execute((tx) => Promise.all([sql`select ${1}::int / 0`.execute(tx), fresh.execute(tx)]))
  await expect(failing).rejects.toThrow('division by zero')
  expect((await fresh.execute(db)).rows).toEqual([{ n: 7 }])
  await close()
})

test('a statement that starts once its transaction failed does not run outside of it', async () => {
  const { db, close } = await connectDatabase({ url: platform.databaseUrl, log: platform.log, max: 1 })
  const late: Promise<unknown>[] = []
  for (let n = 0; n < 20; n++) {
    const failing = db.transaction().execute(async (tx) => {
      await sql`select ${n}::int`.execute(tx)
      // By then the rollback is sent, and its response has not arrived.
      const insert = new Promise(setImmediate).then(() =>
        sql`insert into rate_limits (key, points, expire) values (${`late ${n}`}, 1, 1)`.execute(tx),
      )
      late.push(Promise.allSettled([insert]))
      throw new Error('refused')
    })
    await expect(failing).rejects.toThrow('refused')
  }
  expect((await Promise.all(late)).flat()).toEqual(Array(20).fill(expect.objectContaining({ status: 'rejected' })))
  expect(await db.selectFrom('rate_limits').select('key').where('key', 'like', 'late %').execute()).toEqual([])
  await close()
})

test('statements that start together on a pipelined view share one connection, and one that fails does not stop the others', async () => {
  const { db, close } = await connectDatabase({ url: platform.databaseUrl, log: platform.log, max: 2 })
  const view = pipelined(db)
  const backend = () => sql<{ pid: number }>`select pg_backend_pid() as pid where ${true}`.execute(view)
  const counted = await countStatements(async () => {
    const [first, failed, second] = await Promise.allSettled([backend(), sql`select 1 / ${0}`.execute(view), backend()])
    expect(failed.status).toBe('rejected')
    expect(first).toEqual(second)
    expect(first.status).toBe('fulfilled')
  })
  expect(counted).toMatchObject({ statements: 3, roundTrips: 1 })
  expect(() => view.transaction()).toThrow('begin a transaction on the database itself')
  // The connection is free again: two transactions need both connections of the pool.
  await db.transaction().execute(() => db.transaction().execute((tx) => sql`select ${1}`.execute(tx)))
  // Statements that wait for each other take a connection each time.
  await backend()
  await backend()
  await close()
})
