// @vitest-environment happy-dom
import { MutationObserver, QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'

import { createQueryClient } from './query-client.ts'

afterEach(() => {
  dispatchEvent(new Event('online'))
  vi.restoreAllMocks()
})

function openPage({ retry = 0 } = {}) {
  const queryClient = createQueryClient({ retry })
  queryClient.mount()
  onTestFinished(() => queryClient.unmount())
  return queryClient
}

/** As with a virtual network adapter, whether or not the network has gone. */
function reportOffline(): void {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  dispatchEvent(new Event('offline'))
}

test('a browser that reports no network although there is one still reads and writes', async () => {
  const queryClient = openPage()
  reportOffline()
  const read = vi.fn(async () => 'read')
  const written = vi.fn(async () => 'written')
  void queryClient.prefetchQuery({ queryKey: ['read'], queryFn: read })
  void new MutationObserver(queryClient, { mutationFn: written }).mutate().catch(() => undefined)
  await vi.waitFor(() => expect(queryClient.getQueryData(['read'])).toBe('read'))
  expect(written).toHaveBeenCalledOnce()
})

test('a lost request is repeated while the browser reports no network', async () => {
  const queryClient = openPage({ retry: 1 })
  reportOffline()
  const read = vi.fn().mockRejectedValueOnce(new TypeError('Failed to fetch')).mockResolvedValue('read')
  void queryClient.prefetchQuery({ queryKey: ['read'], queryFn: read })
  await vi.waitFor(() => expect(queryClient.getQueryData(['read'])).toBe('read'), { timeout: 3000 })
})

test('what failed to load while the network was gone is loaded once it is back, and a write is not sent again', async () => {
  const queryClient = openPage()
  reportOffline()
  const lost = new TypeError('Failed to fetch')
  const read = vi.fn().mockRejectedValueOnce(lost).mockResolvedValue('read')
  const write = vi.fn().mockRejectedValue(lost)
  const onScreen = new QueryObserver(queryClient, { queryKey: ['read'], queryFn: read })
  onTestFinished(onScreen.subscribe(() => undefined))
  const press = new MutationObserver(queryClient, { mutationFn: write }).mutate(undefined)
  await expect(press).rejects.toBe(lost)
  await vi.waitFor(() => expect(onScreen.getCurrentResult().error).toBe(lost))

  dispatchEvent(new Event('online'))
  await vi.waitFor(() => expect(onScreen.getCurrentResult().data).toBe('read'))
  expect(write).toHaveBeenCalledOnce()
})
