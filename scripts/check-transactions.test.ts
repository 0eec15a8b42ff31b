import { expect, test } from 'vitest'

import { findUnnamedOrders } from './check-transactions.ts'

const file = 'server/features/reviews/usecases/write.ts'

test('statements of a transaction that are sent together are refused', () => {
  const text = [
    'await Promise.all([lock(tx, input), find(tx, input)])',
    'await Promise.allSettled(ids.map((id) => write(tx, id)))',
    'await db.transaction().execute((tx) => Promise.all([a(tx), b(tx)]))',
  ].join('\n')
  expect(findUnnamedOrders({ file, text })).toEqual(
    [1, 2, 3].map((line) => expect.stringContaining(`${file}:${line}: `)),
  )
})

test('statements of a transaction with another name, or started before they are awaited together, are refused', () => {
  const text = [
    'await db.transaction().execute((trx) => Promise.all([a(trx), b(trx)]))',
    'async function write(current: Tx, ids: string[]) { await Promise.all(ids.map((id) => insert(current, id))) }',
    'async function write({ tx, ids }: Job) { const all = ids.map((id) => insert(tx, id)); await Promise.all(all) }',
    'const write = async (tx: Tx) => { for await (const row of ids.map((id) => insert(tx, id))) rows.push(row) }',
    'const write = (tx: Tx) => Array.fromAsync(ids.map((id) => insert(tx, id)))',
  ].join('\n')
  expect(findUnnamedOrders({ file, text })).toEqual(
    [1, 2, 3, 4, 5].map((line) => expect.stringContaining(`${file}:${line}: `)),
  )
})

test('reads on several connections, and inOrder(), are accepted', () => {
  const text = [
    'await Promise.all([read(db), list(db, { txt })])',
    'await inOrder(tx, [lock(tx), find(tx)])',
    'async function readBoth(db: Db | Tx) { return await Promise.all([read(db), list(db)]) }',
    'async function approve() { await db.transaction().execute((tx) => decide(tx)); await Promise.all([mail(), log()]) }',
  ].join('\n')
  expect(findUnnamedOrders({ file, text })).toEqual([])
})
