import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'

import { testPlatform } from '#server/testing/platform.ts'

import { lockInTransaction } from './advisory-lock.ts'

const { db } = await testPlatform()

test('two transactions that take the same locks in different orders run one after the other and never deadlock', async () => {
  const steps: string[] = []
  const run = (name: string, ids: string[]): Promise<void> =>
    db.transaction().execute(async (tx) => {
      await lockInTransaction(tx, ...ids.map((id) => ({ kind: 'calendar', id }) as const))
      steps.push(`${name} begins`)
      await sleep(30)
      steps.push(`${name} ends`)
    })
  await Promise.all([run('first', ['a', 'b']), run('second', ['b', 'a'])])
  expect(steps.map((step) => step.split(' ')[1])).toEqual(['begins', 'ends', 'begins', 'ends'])
})

test('locks of different kinds with the same id do not wait for each other', async () => {
  await db.transaction().execute(async (tx) => {
    await lockInTransaction(tx, { kind: 'calendar', id: 'a' })
    const other = db.transaction().execute((second) => lockInTransaction(second, { kind: 'guests', id: 'a' }))
    await expect(other).resolves.toBeUndefined()
  })
})
