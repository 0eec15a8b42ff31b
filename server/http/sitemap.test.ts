import { Hono } from 'hono'
import { expect, test } from 'vitest'

import type { HttpEnv } from '#server/api/context.ts'
import { startTestServer } from '#server/testing/app-server.ts'
import { buildCenter } from '#server/testing/builders.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { createSitemap } from './sitemap.ts'

const addressesOf = (xml: string) => [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url]) => url ?? '')

test('the sitemap names each public centre once, in parts of the given size, and no centre that is not public', async () => {
  const platform = await testPlatform()
  const ids: string[] = []
  for (let n = 0; n < 5; n++) ids.push((await buildCenter(platform)).centerId)
  await buildCenter(platform, { isPublic: false })
  await buildCenter(platform, { isApproved: false })
  const app = new Hono<HttpEnv>()
    .use(async (c, next) => {
      c.set('address', '127.0.0.1')
      await next()
    })
    .route('/', createSitemap({ platform, partSize: 2 }))
  const { publicUrl } = platform.settings

  const index = addressesOf(await (await app.request('/sitemap.xml')).text())
  expect(index).toEqual(
    ['pages', 'centers-1', 'centers-2', 'centers-3'].map((name) => `${publicUrl}/sitemap-${name}.xml`),
  )
  const parts = await Promise.all(
    index.slice(1).map(async (url) => addressesOf(await (await app.request(new URL(url).pathname)).text())),
  )
  expect(parts.map((part) => part.length)).toEqual([2, 2, 1])
  expect(parts.flat()).toEqual(ids.toSorted().map((id) => `${publicUrl}/centers/${id}`))
})

test('robots.txt names the sitemap and keeps private pages out', async () => {
  const platform = await testPlatform()
  const { url } = await startTestServer({ platform })
  const text = await (await fetch(`${url}/robots.txt`)).text()
  expect(text).toContain(`Sitemap: ${platform.settings.publicUrl}/sitemap.xml`)
  for (const path of ['/dashboard', '/account', '/book/', '/api/']) expect(text).toContain(`Disallow: ${path}\n`)
  // Google Calendar obeys robots.txt when it reads a feed.
  const forbidden = [...text.matchAll(/^Disallow: (.*)$/gm)].map(([, path = '']) => path)
  expect(forbidden.filter((path) => '/calendar/x.ics'.startsWith(path))).toEqual([])
})

test('the sitemap of an empty marketplace lists its pages and the 13 services, and no file of centres', async () => {
  const platform = await testPlatform()
  const { url } = await startTestServer({ platform })
  const index = await fetch(`${url}/sitemap.xml`)
  expect(index.headers.get('content-type')).toContain('application/xml')
  expect(addressesOf(await index.text())).toEqual([`${platform.settings.publicUrl}/sitemap-pages.xml`])
  const pages = addressesOf(await (await fetch(`${url}/sitemap-pages.xml`)).text())
  expect(pages.filter((page) => page.includes('/services/'))).toHaveLength(13)
  for (const name of ['sitemap-centers-1.xml', 'sitemap-centers-9999.xml', 'sitemap-centers-0.xml'])
    expect((await fetch(`${url}/${name}`)).status, name).toBe(404)
})
