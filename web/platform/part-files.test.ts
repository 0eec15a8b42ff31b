// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'

import { loadPart } from './part-files.ts'

let isOnline = true
const fetched: string[] = []
const load = vi.fn(() => Promise.resolve('the part'))

beforeEach(() => {
  isOnline = true
  fetched.length = 0
  load.mockClear()
  document.head.replaceChildren()
  vi.stubGlobal('fetch', (url: string) => {
    fetched.push(url)
    return isOnline ? Promise.resolve(new Response('')) : Promise.reject(new TypeError('offline'))
  })
})

test('a part is imported only once its files have arrived, so a lost connection leaves no failed import behind', async () => {
  isOnline = false
  await expect(loadPart(load, ['assets/first.js', 'assets/shared.js'])).rejects.toThrow('offline')
  expect(load).not.toHaveBeenCalled()

  isOnline = true
  expect(await loadPart(load, ['assets/first.js', 'assets/shared.js'])).toBe('the part')
  expect(load).toHaveBeenCalledOnce()
})

test('a file that has arrived is not fetched again, and neither is one that the page loaded itself', async () => {
  document.head.innerHTML = '<link rel="modulepreload" href="/assets/page.js">'
  await loadPart(load, ['assets/page.js', 'assets/second.js'])
  await loadPart(load, ['assets/page.js', 'assets/second.js', 'assets/third.js'])
  expect(fetched).toEqual(['/assets/second.js', '/assets/third.js'])
})

test('a file that the server cannot send now is fetched again at the next attempt', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('', { status: 503 })))
  await expect(loadPart(load, ['assets/busy.js'])).rejects.toThrow('/assets/busy.js responded 503')
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('')))
  expect(await loadPart(load, ['assets/busy.js'])).toBe('the part')
})
