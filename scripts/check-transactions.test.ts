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

test('reads on several connections, and inOrder(), are accepted', () => {
  const text = 'await Promise.all([read(db), list(db, { txt })])\nawait inOrder(tx, [lock(tx), find(tx)])'
  expect(findUnnamedOrders({ file, text })).toEqual([])
})
