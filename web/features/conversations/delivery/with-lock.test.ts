import { afterEach, expect, test, vi } from 'vitest'
import { withLock } from './with-lock.ts'

type Options = { signal?: AbortSignal; steal?: boolean }

/** The locks of one browser: a request waits for the holder, and `steal` ends the holder's request with an AbortError. */
function lockManager() {
  let holder: { end(error: unknown): void } | undefined
  const queue: (() => void)[] = []
  return {
    request(_name: string, { signal, steal }: Options, work: () => Promise<void>): Promise<void> {
      return new Promise((resolve, reject) => {
        const begin = () => {
          const own = { end: reject }
          holder = own
          const release = () => {
            if (holder !== own) return
            holder = undefined
            queue.shift()?.()
          }
          work().then(resolve, reject).finally(release)
        }
        signal?.addEventListener('abort', () => {
          const at = queue.indexOf(begin)
          if (at >= 0) queue.splice(at, 1)
          reject(new DOMException('aborted', 'AbortError'))
        })
        if (steal) holder?.end(new DOMException('stolen', 'AbortError'))
        if (steal || !holder) begin()
        else queue.push(begin)
      })
    },
  }
}

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a tab waits for its turn while another tab sends', async () => {
  vi.stubGlobal('navigator', { locks: lockManager() })
  const order: string[] = []
  const send = (name: string, ms: number) => async () => {
    await new Promise((resolve) => setTimeout(resolve, ms))
    order.push(name)
  }
  await Promise.all([withLock('a', send('first', 40)), withLock('a', send('second', 0))])
  expect(order).toEqual(['first', 'second'])
})

test('a tab that sleeps with the lock does not keep another from sending', async () => {
  vi.useFakeTimers()
  vi.stubGlobal('navigator', { locks: lockManager() })
  let wake = () => {}
  const asleep = withLock('a', () => new Promise((resolve) => (wake = resolve)))
  const sent = vi.fn(() => Promise.resolve())
  const other = withLock('a', sent)
  await vi.advanceTimersByTimeAsync(4000)
  expect(sent).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1500)
  await other
  expect(sent).toHaveBeenCalledTimes(1)
  // The tab that wakes up ends its own message instead of failing.
  wake()
  await asleep
})

test.each([
  ['has no locks', undefined],
  ['denies locks', { request: () => Promise.reject(new DOMException('denied', 'SecurityError')) }],
])('a browser that %s sends all the same', async (_, locks) => {
  vi.stubGlobal('navigator', { locks })
  const sent = vi.fn(() => Promise.resolve())
  await withLock('a', sent)
  expect(sent).toHaveBeenCalledTimes(1)
})
