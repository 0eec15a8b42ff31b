import { expect, test } from 'vitest'
import { measureKills } from '../bench/killed-pair.ts'
import { measureMixedLoad } from '../bench/mixed-load.ts'
import { isServed } from '../bench/pair-load.ts'
import { operatorsMachine } from './testing/operators-machine.ts'
import { testPlatform } from './testing/platform.ts'
import { stormSize } from './testing/storm.ts'

// The measurements of docs/operations.md, short and without nginx. Their figures depend on the machine; what is stored does not.

const platform = await testPlatform()
const { emptyServer } = operatorsMachine(platform)

test('two processes of which one is killed again and again lose no acknowledged write', {
  timeout: 900_000,
}, async () => {
  const { DATABASE_URL } = await emptyServer()
  const seconds = stormSize({ short: 8, long: 60 })
  const everySeconds = stormSize({ short: 3, long: 15 })
  const found = await measureKills({ databaseUrl: DATABASE_URL, hasProxy: false, seconds, everySeconds })
  expect(found.kills.length).toBeGreaterThan(0)
  expect(found.acknowledged.bookings).toBeGreaterThan(0)
  expect(found.lost).toEqual([])
})

test('under a mixed load every request is served, and only tables with a purge or a reason grow', {
  timeout: 900_000,
}, async () => {
  const { DATABASE_URL } = await emptyServer()
  const seconds = stormSize({ short: 5, long: 60 })
  const { outcomes, bookings, growth } = await measureMixedLoad({ databaseUrl: DATABASE_URL, hasProxy: false, seconds })
  expect(outcomes.filter((outcome) => !isServed(outcome))).toEqual([])
  expect(bookings).toBe(seconds)
  const grown = growth.filter(({ perThousand }) => perThousand > 0).map(({ table }) => table)
  expect(grown).toEqual(expect.arrayContaining(['appointments', 'messages']))
})
