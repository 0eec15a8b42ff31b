// @vitest-environment happy-dom
import { act, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'

import { lazyPart } from './lazy-section.ts'
import { loadWithRetry } from './load-with-retry.ts'
import { toastStore } from './toast.ts'

test('a shown part whose code cannot be loaded says so, and appears when the browser is online again', async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  let isOnline = false
  const LatePart = lazyPart(async () => {
    if (!isOnline) throw new TypeError('offline')
    return () => 'the part'
  })
  const place = document.createElement('div')
  const root = createRoot(place)
  await act(async () =>
    root.render(
      <Suspense fallback="…">
        <LatePart />
      </Suspense>,
    ),
  )
  expect(place.textContent).toBe('…')
  expect(toastStore.getSnapshot()).toMatchObject([{ kind: 'destructive', title: 'Error' }])

  isOnline = true
  await act(async () => {
    dispatchEvent(new Event('online'))
    await new Promise((resolve) => setTimeout(resolve))
  })
  expect(place.textContent).toBe('the part')
  await act(async () => root.unmount())
})

test('a part that the server no longer has asks for the new version, and is not asked for again and again', async () => {
  let attempts = 0
  const openNewVersion = vi.fn(() => Promise.resolve())
  const loading = loadWithRetry(async () => {
    attempts += 1
    throw Object.assign(new Error('gone'), { name: 'MissingPart', openNewVersion })
  })
  await expect(loading).rejects.toThrow('gone')
  expect(attempts).toBe(1)
  expect(openNewVersion).toHaveBeenCalledOnce()
})
