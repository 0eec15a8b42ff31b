import { expect, test } from 'vitest'
import { testPlatform } from '#server/testing/platform.ts'
import type { Tx } from './database.ts'
import { withSavepoint, withUndo } from './savepoint.ts'

const platform = await testPlatform()
const insert = (tx: Tx, key: string) => tx.insertInto('rate_limits').values({ key, points: 1, expire: 1 }).execute()
const keys = async (prefix: string) => {
  const rows = await platform.db.selectFrom('rate_limits').select('key').where('key', 'like', `${prefix}%`).execute()
  return rows.map(({ key }) => key)
}

test('a part of a transaction that fails is undone, and the transaction goes on', async () => {
  await platform.db.transaction().execute(async (tx) => {
    await insert(tx, 'part:1')
    const failing = withSavepoint(tx, async () => {
      await insert(tx, 'part:2')
      await insert(tx, 'part:1')
    })
    await expect(failing).rejects.toThrow(/duplicate key/)
    await withSavepoint(tx, () => insert(tx, 'part:3'))
  })
  expect((await keys('part:')).toSorted()).toEqual(['part:1', 'part:3'])
})

test('a trial returns its result, and its writes stay only if they are kept', async () => {
  await platform.db.transaction().execute(async (tx) => {
    for (const key of ['trial:kept', 'trial:undone']) {
      const run = async () => {
        await insert(tx, key)
        return key
      }
      expect(await withUndo(tx, { run, keep: (result) => result === 'trial:kept' })).toBe(key)
    }
  })
  expect(await keys('trial:')).toEqual(['trial:kept'])
})
