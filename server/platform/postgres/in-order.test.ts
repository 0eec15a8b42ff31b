import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testPlatform } from '#server/testing/platform.ts'
import type { Tx } from './database.ts'
import { inOrder } from './in-order.ts'

const { db } = await testPlatform()
const numberOf = async (tx: Tx) =>
  (await sql<{ n: string }>`select current_setting('test.n') as n`.execute(tx)).rows[0]?.n
const set = (tx: Tx, n: number) => sql`select set_config('test.n', ${String(n)}, true)`.execute(tx)

test('each statement sees what those before it did', async () => {
  const [, first, , second] = await db
    .transaction()
    .execute((tx) => inOrder(tx, [set(tx, 1), numberOf(tx), set(tx, 2), numberOf(tx)]))
  expect([first, second]).toEqual(['1', '2'])
})

test('what is not a transaction is refused', async () => {
  await expect(inOrder(db as Tx, [])).rejects.toThrow('only a transaction')
})
