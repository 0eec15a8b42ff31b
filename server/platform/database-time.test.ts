import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { testPlatform } from '#server/testing/platform.ts'
import { realNow, systemClock } from './clock.ts'
import { keepDatabaseTime } from './database-time.ts'
import { minuteMs } from './local-time.ts'

const platform = await testPlatform()
let kept: { stop(): void } | undefined

beforeEach(() => {
  kept = undefined
})
afterEach(() => {
  vi.useRealTimers()
  kept?.stop()
})

const databaseNow = async () => {
  const { rows } = await platform.pool.query<{ at: Date }>('select clock_timestamp() as at')
  return rows[0]?.at.getTime() ?? 0
}
const differenceMs = async () => Math.abs((await databaseNow()) - systemClock.now().getTime())

test('a process whose clock is eleven minutes ahead follows the clock of the database', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 11 * minuteMs })
  expect(await differenceMs()).toBeGreaterThan(10 * minuteMs)
  kept = await keepDatabaseTime(platform)
  expect(await differenceMs()).toBeLessThan(10_000)
  expect(Number.isInteger(realNow())).toBe(true)
})

test('a clock that jumps back or ahead changes nothing', async () => {
  kept = await keepDatabaseTime(platform)
  for (const minutes of [-15, 30]) {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * minuteMs })
    const before = realNow()
    expect(await differenceMs()).toBeLessThan(10_000)
    expect(realNow()).toBeGreaterThanOrEqual(before)
    vi.useRealTimers()
  }
})

test('without a running server, as in tests, the clock is the one of the machine', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-12-25T12:00:00Z') })
  expect(systemClock.now().toISOString()).toBe('2026-12-25T12:00:00.000Z')
})
