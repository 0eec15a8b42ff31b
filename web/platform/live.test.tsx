// @vitest-environment happy-dom
import { act } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { LiveEvent } from '#contract/live.ts'
import { renderScreen } from '#web/testing/screen.tsx'
import { useLive } from './live.ts'
import type { LiveReceiver, LiveStatus } from './live-stream.ts'

const stream = vi.hoisted(() => ({ receiver: undefined as LiveReceiver | undefined }))
vi.mock('./live-tabs.ts', () => ({
  shareLiveStream(receiver: LiveReceiver) {
    stream.receiver = receiver
    return () => undefined
  },
}))

const events: LiveEvent[] = []
function Listener() {
  return useLive((event) => void events.push(event))
}

test('while the stream is lost, what listens fetches again once a minute', async () => {
  await renderScreen(<Listener />)
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const become = (status: LiveStatus) => act(() => stream.receiver?.onStatus(status))
  become('lost')
  expect(document.body.textContent).toBe('lost')
  vi.advanceTimersByTime(120_000)
  const again = { about: 'ready', isResumed: false }
  expect(events).toEqual([again, again])
  become('open')
  vi.advanceTimersByTime(120_000)
  expect(events).toHaveLength(2)
})
