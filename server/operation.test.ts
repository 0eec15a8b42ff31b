import { expect, test } from 'vitest'
import { measureKills } from '../bench/killed-pair.ts'
import { measureMixedLoad } from '../bench/mixed-load.ts'
import { isServed } from '../bench/pair-load.ts'
import { operatorsMachine } from './testing/operators-machine.ts'
import { testPlatform } from './testing/platform.ts'
import { isStorm } from './testing/storm.ts'

// The measurements of docs/operations.md, short and without nginx. Their figures depend on the machine; what is stored does not.
// In `npm test`: killed-processes.test.ts, message-storms.test.ts and payment-storms.test.ts lose no acknowledged write of two
// processes under load, and tables.test.ts has what ends the rows of each table.

test.runIf(isStorm)(
  'two processes of which one is killed again and again lose no acknowledged write',
  {
    timeout: 900_000,
  },
  async () => {
    const { DATABASE_URL } = await operatorsMachine(await testPlatform()).emptyServer()
    const found = await measureKills({ databaseUrl: DATABASE_URL, hasProxy: false, seconds: 60, everySeconds: 15 })
    expect(found.kills.length).toBeGreaterThan(0)
    expect(found.acknowledged.bookings).toBeGreaterThan(0)
    expect(found.lost).toEqual([])
  },
)

test.runIf(isStorm)(
  'under a mixed load every request is served, and only tables with a purge or a reason grow',
  {
    timeout: 900_000,
  },
  async () => {
    const { DATABASE_URL } = await operatorsMachine(await testPlatform()).emptyServer()
    const seconds = 60
    const { outcomes, bookings, growth } = await measureMixedLoad({
      databaseUrl: DATABASE_URL,
      hasProxy: false,
      seconds,
    })
    expect(outcomes.filter((outcome) => !isServed(outcome))).toEqual([])
    expect(bookings).toBe(seconds)
    const grown = growth.filter(({ perThousand }) => perThousand > 0).map(({ table }) => table)
    expect(grown).toEqual(expect.arrayContaining(['appointments', 'messages']))
  },
)
