import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'

import { createLiveChanges } from './live-changes.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** A page that shows these reads. Each response takes `tookMs`. */
async function openPage(names: readonly string[], { tookMs = 50 } = {}) {
  const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  const fetched: string[] = []
  for (const name of names) {
    const queryFn = async () => {
      fetched.push(name)
      await new Promise((resolve) => setTimeout(resolve, tookMs))
      return fetched.length
    }
    onTestFinished(
      new QueryObserver(queryClient, { queryKey: [name.split('.'), {}], queryFn }).subscribe(() => undefined),
    )
  }
  const changes = createLiveChanges(queryClient)
  onTestFinished(changes.stop)
  const takeFetched = () => fetched.splice(0)
  return { changes, queryClient, takeFetched }
}

async function openReadPage(names: readonly string[], options?: { tookMs?: number }) {
  const page = await openPage(names, options)
  await vi.advanceTimersByTimeAsync(options?.tookMs ?? 50)
  page.takeFetched()
  return page
}

test('a change refetches the reads that it names, by noun or by name, and no others', async () => {
  const { changes, takeFetched } = await openReadPage(['agenda.today', 'agenda.get', 'practice.figures', 'team.get'])
  changes.note(['agenda', 'practice.figures'])
  await vi.advanceTimersByTimeAsync(100)
  expect(takeFetched()).toEqual(['agenda.today', 'agenda.get', 'practice.figures'])
})

test('a hundred changes at once cause one refetch, and changes without end at most one in four durations', async () => {
  const { changes, takeFetched } = await openReadPage(['agenda.get'], { tookMs: 250 })
  for (let n = 0; n < 100; n++) changes.note(['agenda'])
  await vi.advanceTimersByTimeAsync(350)
  expect(takeFetched()).toHaveLength(1)
  for (let ms = 0; ms < 10_000; ms += 10) {
    changes.note(['agenda'])
    await vi.advanceTimersByTimeAsync(10)
  }
  const { length } = takeFetched()
  expect(length).toBeGreaterThanOrEqual(8)
  expect(length).toBeLessThanOrEqual(10)
})

test('a change that arrives during a refetch causes another one', async () => {
  const { changes, takeFetched } = await openReadPage(['agenda.get'])
  changes.note(['agenda'])
  await vi.advanceTimersByTimeAsync(110)
  changes.note(['agenda'])
  await vi.advanceTimersByTimeAsync(1000)
  expect(takeFetched()).toHaveLength(2)
})

test('a read whose first response is still pending is refetched after it, because it may be older than the change', async () => {
  const { changes, takeFetched } = await openPage(['agenda.get'], { tookMs: 400 })
  changes.note(['agenda'])
  await vi.advanceTimersByTimeAsync(5000)
  expect(takeFetched()).toHaveLength(2)
})

test('a read that hangs does not keep the others from being refetched', async () => {
  const { changes, queryClient, takeFetched } = await openReadPage(['agenda.get'])
  const queryFn = () => new Promise<string>(() => undefined)
  queryClient.setQueryData([['tills', 'get'], {}], 'before')
  onTestFinished(
    new QueryObserver(queryClient, { queryKey: [['tills', 'get'], {}], queryFn }).subscribe(() => undefined),
  )
  changes.note(['tills'])
  await vi.advanceTimersByTimeAsync(200)
  changes.note(['agenda'])
  await vi.advanceTimersByTimeAsync(5000)
  expect(takeFetched()).toEqual(['agenda.get'])
})

test('after missed changes every read is refetched, except those of visitors', async () => {
  const { changes, takeFetched } = await openReadPage(['agenda.get', 'centers.search', 'loyalty.points'])
  changes.noteAll()
  await vi.advanceTimersByTimeAsync(100)
  expect(takeFetched()).toEqual(['agenda.get', 'loyalty.points'])
})
