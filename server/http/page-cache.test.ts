import { beforeEach, expect, test } from 'vitest'
import { createPageCache } from './page-cache.ts'
import { createPage, type Page } from './rendered-page.ts'

const center = 'c1'
const address = '/centers/c1'
let now = 0
let version = 0
let onError: unknown
let cache = createPageCache({ now: () => now })
beforeEach(() => {
  now = 0
  version = 0
  onError = undefined
  cache = createPageCache({
    now: () => now,
    onError: (error) => {
      onError = error
    },
  })
})

function page(options: Partial<Page> = {}): Page {
  version += 1
  return createPage({
    status: 200,
    headers: [],
    html: Buffer.from(`version ${version}`),
    cacheSeconds: 30,
    shows: { centers: new Set([center]), lists: false },
    ...options,
  })
}
const htmlFor = async (render: () => Promise<Page> = async () => page()) =>
  (await cache.get(address, render)).html.toString()
/** Lets the rendering in the background finish. */
const settle = () => new Promise((resolve) => setImmediate(resolve))

test('a page past its seconds is served once more while one rendering replaces it, and not after twice its seconds', async () => {
  expect(await htmlFor()).toBe('version 1')
  now = 29_999
  expect(await htmlFor()).toBe('version 1')
  now = 30_000
  expect(await Promise.all([htmlFor(), htmlFor(), htmlFor()])).toEqual(['version 1', 'version 1', 'version 1'])
  await settle()
  expect(await htmlFor()).toBe('version 2')
  now = 90_000
  expect(await htmlFor()).toBe('version 3')
})

test('a burst of requests for a page that is not cached renders it once', async () => {
  expect(new Set(await Promise.all(Array.from({ length: 50 }, () => htmlFor())))).toEqual(new Set(['version 1']))
})

test('a change of a shown centre deletes the page, and a change of another centre does not', async () => {
  await htmlFor()
  cache.applyChange({ about: 'center', centerId: 'other' })
  expect(await htmlFor()).toBe('version 1')
  cache.applyChange({ about: 'center', centerId: center })
  expect(await htmlFor()).toBe('version 2')
  cache.applyChange({ about: 'all' })
  expect(await htmlFor()).toBe('version 3')
})

test('a change of any centre deletes a page with a list, which may show that centre from now on', async () => {
  const shows = { centers: new Set([center]), lists: true }
  await htmlFor(async () => page({ shows }))
  cache.applyChange({ about: 'center', centerId: 'new' })
  expect(await htmlFor()).toBe('version 2')
})

test('appointments of a shown centre replace its page in the background, at most once a second', async () => {
  await htmlFor()
  cache.applyChange({ about: 'appointments', centerId: center })
  expect(await htmlFor()).toBe('version 1')
  await settle()
  expect(version).toBe(1)
  now = 1000
  expect(await htmlFor()).toBe('version 1')
  await settle()
  expect(await htmlFor()).toBe('version 2')
  now = 5000
  cache.applyChange({ about: 'appointments', centerId: 'other' })
  await htmlFor()
  await settle()
  expect(version).toBe(2)
})

test('a page whose rendering began before a change is neither kept nor served to a request after the change', async () => {
  const first = Promise.withResolvers<Page>()
  const early = htmlFor(() => first.promise)
  cache.applyChange({ about: 'center', centerId: center })
  const late = htmlFor(async () => page({ html: Buffer.from('after the change') }))
  first.resolve(page({ html: Buffer.from('before the change') }))
  expect([await early, await late]).toEqual(['before the change', 'after the change'])
  expect(await htmlFor()).toBe('after the change')
})

test('appointments that change during a rendering make its page fresh for a second only', async () => {
  const first = Promise.withResolvers<Page>()
  const early = htmlFor(() => first.promise)
  cache.applyChange({ about: 'appointments', centerId: center })
  first.resolve(page())
  await early
  now = 1000
  await htmlFor()
  await settle()
  expect(await htmlFor()).toBe('version 2')
})

test('a page is kept no longer than it says, as at the end of the local day', async () => {
  await htmlFor(async () => page({ keepForMs: 10 }))
  now = 10
  expect(await htmlFor()).toBe('version 2')
})

test('a stale page stays when it cannot be rendered again, and the error is reported', async () => {
  await htmlFor()
  now = 30_000
  const failing = () => Promise.reject(new Error('away'))
  expect(await htmlFor(failing)).toBe('version 1')
  await settle()
  expect(onError).toEqual(new Error('away'))
  expect(await htmlFor()).toBe('version 1')
  await settle()
  expect(await htmlFor()).toBe('version 2')
})
