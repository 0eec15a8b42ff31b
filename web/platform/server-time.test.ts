import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const truth = Date.parse('2026-11-26T15:00:00Z')
const hourMs = 3_600_000
let monotonicMs = 0
let page: object[] = []

beforeEach(() => {
  vi.resetModules()
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.stubGlobal('document', {})
  vi.stubGlobal('performance', { now: () => monotonicMs, getEntriesByType: () => page })
  monotonicMs = 500
  page = []
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const sentPage = (serverMs: number, transferSize = 9000) => [
  { transferSize, responseStart: 200, serverTiming: [{ name: 'now', duration: serverMs }] },
]
const headersOf = (serverMs: number) => new Headers({ date: new Date(serverMs).toUTCString() })

/** Time passes: both clocks of the device move. */
function wait(ms: number): void {
  monotonicMs += ms
  vi.setSystemTime(Date.now() + ms)
}

test.each([
  ['an hour fast', hourMs],
  ['ten minutes slow', -hourMs / 6],
  ['right', 0],
])('with a clock that is %s, the page’s own response tells the time', async (_, wrongByMs) => {
  vi.setSystemTime(truth + wrongByMs)
  page = sentPage(truth - 300)
  const { serverNow, deviceAheadMs } = await import('./server-time.ts')
  expect(serverNow()).toBe(truth)
  expect(deviceAheadMs()).toBe(wrongByMs)
  wait(90_000)
  expect(serverNow()).toBe(truth + 90_000)
})

test.each([
  ['taken from the browser’s cache', 0],
  ['only confirmed by the server', 300],
])('a page that was %s carries the time of an earlier response, which is ignored', async (_, transferSize) => {
  vi.setSystemTime(truth)
  page = sentPage(truth - 5 * hourMs, transferSize)
  const { serverNow } = await import('./server-time.ts')
  expect(serverNow()).toBe(truth)
})

test('a response of the API corrects a wrong clock to within a second', async () => {
  vi.setSystemTime(truth + hourMs)
  const { serverNow, readServerTime } = await import('./server-time.ts')
  expect(serverNow()).toBe(truth + hourMs)
  readServerTime(headersOf(truth), monotonicMs - 40)
  expect(Math.abs(serverNow() - truth)).toBeLessThan(1000)
})

test('later responses that agree do not make a countdown jump', async () => {
  vi.setSystemTime(truth)
  page = sentPage(truth - 300)
  const { serverNow, readServerTime } = await import('./server-time.ts')
  expect(serverNow()).toBe(truth)
  wait(2_600)
  readServerTime(headersOf(truth + 2_600), monotonicMs - 300)
  expect(serverNow()).toBe(truth + 2_600)
})

test('a clock that is set back while a time is held changes nothing, and the server is asked once', async () => {
  vi.setSystemTime(truth)
  page = sentPage(truth - 300)
  const { serverNow } = await import('./server-time.ts')
  expect(serverNow()).toBe(truth)
  const fetched = vi.fn(async () => new Response(null, { headers: headersOf(truth + 1000) }))
  vi.stubGlobal('fetch', fetched)
  wait(1000)
  vi.setSystemTime(truth - hourMs)
  expect([serverNow(), serverNow()]).toEqual([truth + 1000, truth + 1000])
  await vi.waitFor(() => expect(fetched).toHaveBeenCalledTimes(1))
  await Promise.resolve()
  expect(Math.abs(serverNow() - truth)).toBeLessThan(3000)
  expect(fetched).toHaveBeenCalledTimes(1)
})

test('after the device has slept, the server says how much time has passed', async () => {
  vi.setSystemTime(truth)
  page = sentPage(truth - 300)
  const { serverNow } = await import('./server-time.ts')
  expect(serverNow()).toBe(truth)
  vi.stubGlobal('fetch', async () => new Response(null, { headers: headersOf(truth + hourMs) }))
  // The monotonic clock stood still.
  vi.setSystemTime(truth + hourMs)
  serverNow()
  await vi.waitFor(() => expect(Math.abs(serverNow() - truth - hourMs)).toBeLessThan(1000))
})

test('a stopwatch never runs backwards', async () => {
  vi.setSystemTime(truth)
  const { startStopwatch } = await import('./server-time.ts')
  const elapsedMs = startStopwatch()
  wait(4000)
  expect(elapsedMs()).toBe(4000)
  vi.setSystemTime(truth - hourMs)
  expect(elapsedMs()).toBe(4000)
})
