// @vitest-environment happy-dom
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'

import { type LiveStatus, openLiveStream } from './live-stream.ts'

const server = vi.hoisted(() => ({ isReachable: true, isMute: false, connections: 0 }))
vi.mock('./api.ts', () => ({
  clientOfThisSide: () => ({
    live: {
      async stream(_input: object, { signal }: { signal: AbortSignal }) {
        server.connections += 1
        if (!server.isReachable) throw new TypeError('Failed to fetch')
        return (async function* events() {
          if (!server.isMute) yield { about: 'ready', isResumed: true }
          await new Promise((_, reject) => {
            signal.addEventListener('abort', () => reject(signal.reason as Error))
          })
        })()
      },
    },
  }),
}))

afterEach(() => {
  Object.assign(server, { isReachable: true, isMute: false, connections: 0 })
})

function open() {
  const statuses: LiveStatus[] = []
  const onStatus = (status: LiveStatus) => void statuses.push(status)
  onTestFinished(openLiveStream({ onEvent: () => undefined, onStatus, after: () => undefined }))
  return statuses
}

test('a browser that reports no network although there is one opens the stream again', async () => {
  const statuses = open()
  await vi.waitFor(() => expect(statuses).toEqual(['open']))
  dispatchEvent(new Event('offline'))
  await vi.waitFor(() => expect(statuses).toEqual(['open', 'lost', 'open']))
})

test('without a network the stream counts as lost at once, and opens as soon as the network is back', async () => {
  const statuses = open()
  await vi.waitFor(() => expect(statuses).toEqual(['open']))
  server.isReachable = false
  dispatchEvent(new Event('offline'))
  expect(statuses).toEqual(['open', 'lost'])
  await vi.waitFor(() => expect(server.connections).toBeGreaterThan(1))
  server.isReachable = true
  dispatchEvent(new Event('online'))
  await vi.waitFor(() => expect(statuses.at(-1)).toBe('open'))
})

test('a stream that a proxy keeps to itself counts as lost within half a minute, and is open once something arrives', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  server.isMute = true
  const statuses = open()
  await vi.advanceTimersByTimeAsync(15_000)
  expect(statuses).toEqual([])
  await vi.advanceTimersByTimeAsync(15_500)
  expect(statuses).toEqual(['lost'])
  server.isMute = false
  await vi.advanceTimersByTimeAsync(15_500)
  expect(statuses.at(-1)).toBe('open')
  // Then it falls silent: two attempts later it is lost again.
  server.isMute = true
  await vi.advanceTimersByTimeAsync(45_500)
  await vi.advanceTimersByTimeAsync(15_500)
  expect(statuses.at(-1)).toBe('lost')
})
