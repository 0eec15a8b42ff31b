// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'

import { minuteMs } from './durations.ts'
import { timeAgo } from './time-ago.ts'
import { useNowForTimeAgo, useToday } from './use-now.ts'

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
