// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { MissingPart, setRenewal } from './missing-part.ts'
import { openNewVersion, reloadPage } from './new-version.ts'
import { loadPart } from './part-files.ts'

setRenewal({ openNewVersion, reloadPage })

let isOnline = true
const fetched: string[] = []
const load = vi.fn(() => Promise.resolve('the part'))

afterEach(() => void vi.unstubAllGlobals())

beforeEach(() => {
  sessionStorage.clear()
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
  await expect(loadPart(load, ['assets/busy.js'])).rejects.toThrow('503 for /assets/busy.js')
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('')))
  expect(await loadPart(load, ['assets/busy.js'])).toBe('the part')
})

describe('a file that the server no longer has', () => {
  const reload = vi.fn()

  beforeEach(() => {
    reload.mockClear()
    vi.spyOn(location, 'reload').mockImplementation(reload)
    vi.stubGlobal('fetch', () => Promise.resolve(new Response('', { status: 404 })))
  })

  test('after a press, the page is reloaded once; then the visitor reads that there is a newer version', async () => {
    void loadPart(load, ['assets/gone.js'])
    await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce())
    await expect(loadPart(load, ['assets/gone-too.js'])).rejects.toThrow('Hay una versión nueva.')
    await expect(loadPart(load, ['assets/gone-too.js'])).rejects.toBeInstanceOf(MissingPart)
    expect(reload).toHaveBeenCalledOnce()
    expect(load).not.toHaveBeenCalled()
  })

  test('what is only loaded in advance does not reload the page until it is needed', async () => {
    vi.stubGlobal('navigator', { userActivation: { isActive: false } })
    const failure: unknown = await loadPart(load, ['assets/dialog.js']).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(MissingPart)
    expect(reload).not.toHaveBeenCalled()
    void (failure as MissingPart).openNewVersion()
    await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce())
  })

  test('without storage the page is not reloaded, because nothing would keep the text or stop the next reload', async () => {
    vi.stubGlobal('sessionStorage', undefined)
    await expect(loadPart(load, ['assets/section.js'])).rejects.toBeInstanceOf(MissingPart)
    expect(reload).not.toHaveBeenCalled()
  })
})

test('an import that fails although its files have arrived reloads the page, once the server can be reached', async () => {
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined)
  reload.mockClear()
  await loadPart(load, ['assets/evicted.js'])
  load.mockRejectedValue(new TypeError('Failed to fetch dynamically imported module'))
  isOnline = false
  await expect(loadPart(load, ['assets/evicted.js'])).rejects.toThrow('offline')
  expect(reload).not.toHaveBeenCalled()
  isOnline = true
  void loadPart(load, ['assets/evicted.js'])
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce())
})
