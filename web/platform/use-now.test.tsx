// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'

import { minuteMs } from './durations.ts'
import { timeAgo } from './time-ago.ts'
import { useNowForTimeAgo, useToday, useTodaySince } from './use-now.ts'

// Two minutes before midnight in Montevideo.
const start = new Date('2026-11-21T02:58:00Z')

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  vi.useFakeTimers({ now: start })
})
afterEach(() => vi.useRealTimers())

function Times() {
  return `${timeAgo({ instant: start.toISOString(), now: useNowForTimeAgo() })}, ${useToday()}`
}

test('relative times and the day count on while the page is open', async () => {
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  onTestFinished(() => act(() => root.unmount()))
  act(() => root.render(<Times />))
  expect(place.textContent).toBe('hace un momento, 2026-11-20')
  await act(() => vi.advanceTimersByTimeAsync(minuteMs + 10_000))
  expect(place.textContent).toBe('hace 1 min, 2026-11-20')
  await act(() => vi.advanceTimersByTimeAsync(2 * minuteMs))
  expect(place.textContent).toBe('hace 3 min, 2026-11-21')
})

function Day() {
  return useTodaySince('2026-11-19')
}

test('a page that was rendered yesterday is hydrated as it is, then shows today, and the next day once its tab is shown again', async () => {
  const place = document.body.appendChild(document.createElement('div'))
  place.innerHTML = renderToString(<Day />)
  expect(place.textContent).toBe('2026-11-19')
  const mismatches: unknown[] = []
  const root = await act(() => hydrateRoot(place, <Day />, { onRecoverableError: (error) => mismatches.push(error) }))
  onTestFinished(() => act(() => root.unmount()))
  expect(mismatches).toEqual([])
  expect(place.textContent).toBe('2026-11-20')
  vi.setSystemTime(start.getTime() + 3 * minuteMs)
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  expect(place.textContent).toBe('2026-11-21')
})
