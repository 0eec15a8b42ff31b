import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Hono } from 'hono'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import type { OperatorWords } from '#contract/operator.ts'
import { changeWords, followWords, readWords, wordsVersion } from '#server/features/operator/usecases/operator-words.ts'
import type { DB } from '#server/platform/postgres/schema.gen.ts'
import { actorOf } from '#server/testing/app-server.ts'
import { buildCenter, buildProfessional, buildService } from '#server/testing/builders.ts'
import { type TestPlatform, testPlatform } from '#server/testing/platform.ts'
import { buildStaff } from '#server/testing/staff.ts'
import { countStatements } from '#server/testing/statements.ts'

import { type App, createApp } from './app.ts'

// The browser application itself, rendered from its sources.
let platform: TestPlatform
let app: App
let url = ''
const server = createServer()

beforeAll(async () => {
  platform = await testPlatform()
  app = await createApp({
    platform,
    dev: true,
    authenticate: () => Promise.resolve(undefined),
    authService: new Hono(),
  })
  await app.attach(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  // The first rendering compiles the sources.
  await fetch(`${url}/faq`)
  await fetch(`${url}/centers`)
}, 120_000)

afterAll(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  await app.close()
})

test("the operator's words are on the pages at once, and the browser learns them", async () => {
  onTestFinished(await followWords(platform))
  const actor = actorOf(['admin'], (await buildStaff(platform, 'admin')).userId)
  const change = async (words: Partial<OperatorWords>) => {
    const before = await readWords(platform)
    const version = wordsVersion(before)
    await changeWords(platform, { actor, words: { ...before, ...words }, version, reason: 'Es otra casa.' })
    return before
  }
  const read = async (path: string) => (await fetch(url + path)).text()
  expect(await read('/register')).toContain('Registro gratuito')

  const before = await change({ name: 'Otra Casa', phone: null, claims: ['support'], figures: {}, testimonials: [] })
  await vi.waitFor(async () => expect(await read('/register')).toContain('Únete a Otra Casa'), 5_000)
  const html = await read('/register')
  expect(html).toMatch(/<html[^>]* data-operator="[^"]*Otra Casa[^"]*support/)
  expect(html).toContain('Escríbenos a cualquier hora')
  expect(html).not.toContain('Registro gratuito')
  const home = await read('/')
  expect(home).toContain('Otra Casa')
  for (const gone of ['Lucía Ferreira', '10.000 usuarios', '2900 1234']) expect(home).not.toContain(gone)

  await change(before)
  await vi.waitFor(async () => expect(await read('/')).toContain('Lucía Ferreira'), 5_000)
  expect(await read('/')).toContain('Más de 10.000 usuarios')
})

test.for(['/faq', '/centers', '/login'])(
  'the policy of %s allows each of its scripts, and no nonce is left in the page',
  async (path) => {
    const response = await fetch(url + path)
    expect(response.status).toBe(200)
    const policy = response.headers.get('content-security-policy') ?? ''
    const html = await response.text()
    expect(html).not.toContain('nonce')
    const scripts = [...html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)]
    const inline = scripts.filter(([, attributes = '']) => !/\ssrc=|application\/(?:ld\+)?json/.test(attributes))
    expect(inline.length).toBeGreaterThan(1)
    for (const [, , content = ''] of inline)
      expect(policy).toContain(`'sha256-${createHash('sha256').update(content).digest('base64')}'`)
  },
)

test.for([
  '/',
  '/centers',
  '/search-centers',
  '/services',
  '/services/reiki',
  '/services/reiki?q=ana&near=pocitos',
  '/contact',
  '/faq',
  '/terms',
  '/privacy',
  '/login',
  '/register',
  '/register-center',
  '/forgot-password',
])('%s is complete without JavaScript, and no part of it waits for the browser', async (path) => {
  const html = await (await fetch(url + path)).text()
  expect(html).toContain('</html>')
  // React's marks of a boundary that the browser must render.
  expect(html).not.toMatch(/<!--\$[!?]-->/)
})

/** The page's structured data, by type. */
async function readThings(path: string) {
  const html = await (await fetch(url + path)).text()
  const scripts = [...html.matchAll(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/g)]
  expect(scripts).toHaveLength(1)
  const data = JSON.parse(scripts[0]?.[1] ?? '') as { '@context': string; '@graph': Record<string, unknown>[] }
  expect(data['@context']).toBe('https://schema.org')
  return { html, things: new Map(data['@graph'].map((thing) => [thing['@type'], thing])) }
}

test('a profile describes the centre to search engines, and a text of the centre cannot close the script', async () => {
  const { centerId } = await buildCenter(platform, {
    name: 'Centro Rambla',
    description: '</script><script>alert(1)</script>',
    coverUrl: '/files/cover-1.webp',
  })
  const { professionalId } = await buildProfessional(platform, { centerId })
  await buildService(platform, { centerId, professionalId, serviceType: 'psicoterapia' })
  const { html, things } = await readThings(`/centers/${centerId}`)
  const { publicUrl } = platform.settings
  expect(things.get('MedicalBusiness')).toMatchObject({
    name: 'Centro Rambla',
    url: `${publicUrl}/centers/${centerId}`,
    description: '</script><script>alert(1)</script>',
    address: { '@type': 'PostalAddress', addressLocality: 'Pocitos', addressCountry: 'UY' },
    geo: { '@type': 'GeoCoordinates' },
  })
  const { openingHoursSpecification: hours, employee } = things.get('MedicalBusiness') ?? {}
  expect(hours).toContainEqual({
    '@type': 'OpeningHoursSpecification',
    dayOfWeek: 'https://schema.org/Monday',
    opens: '09:00',
    closes: '13:00',
  })
  expect(employee).toMatchObject([{ '@type': 'Person' }])
  expect(html).not.toContain('<script>alert')
  expect(html).toContain(`<meta property="og:image" content="${publicUrl}/files/cover-1.webp"/>`)
  // A rating without a review would be invented.
  expect(things.get('MedicalBusiness')).not.toHaveProperty('aggregateRating')

  await sql`update center_profiles set rating = 4.5, total_reviews = 2 where id = ${centerId}`.execute(platform.db)
  const rated = await readThings(`/centers/${centerId}?utm=${Date.now()}`)
  expect(rated.things.get('MedicalBusiness')).toMatchObject({ aggregateRating: { ratingValue: 4.5, reviewCount: 2 } })
})

test.each([
  ['/services/fisioterapia', 'MedicalTherapy', ['Inicio', 'Servicios', 'Fisioterapia']],
  ['/services/reiki', 'Service', ['Inicio', 'Servicios', 'Reiki']],
])('%s is a %s for search engines, with its place in the site', async (path, type, names) => {
  const { html, things } = await readThings(path)
  const { publicUrl } = platform.settings
  expect(things.get(type)).toMatchObject({ url: publicUrl + path })
  const { itemListElement: crumbs } = things.get('BreadcrumbList') as { itemListElement: Record<string, unknown>[] }
  expect(crumbs.map(({ name }) => name)).toEqual(names)
  expect(crumbs.at(-1)).toMatchObject({ position: 3, item: publicUrl + path })
  expect(html).toContain(`<meta property="og:image" content="${publicUrl}/og.png"/>`)
  expect(html).toContain(`<link rel="canonical" href="${publicUrl}${path}"/>`)
})

test('the frequent questions are questions for search engines, too', async () => {
  const { things } = await readThings('/faq')
  expect((things.get('FAQPage') as { mainEntity: unknown[] }).mainEntity).toHaveLength(8)
})

test('the page of an unknown service responds with 404', async () => {
  expect((await fetch(`${url}/services/telepatia`)).status).toBe(404)
})

test('the data of a page is in it without a stream that stays open', async () => {
  const html = await (await fetch(`${url}/centers`)).text()
  const [, json = ''] = /<script id="page-queries" type="application\/json">(.*?)<\/script>/.exec(html) ?? []
  const queries = JSON.parse(json) as { data: { items: { name?: string }[] } }[]
  expect(queries.some(({ data }) => data.items.some(({ name }) => name === 'Centro Rambla'))).toBe(true)
  expect(html).not.toContain('ReadableStream')
})

test.for(['/', '/centers?q=fisio', '/services/fisioterapia', 'profile', 'booking'])(
  'rendering %s takes at most four round trips',
  async (path) => {
    const { centerId } = await buildService(platform, { name: 'Sesión de fisioterapia' })
    const pagePath = { profile: `/centers/${centerId}`, booking: `/book/${centerId}` }[path] ?? path
    const separator = pagePath.includes('?') ? '&' : '?'
    const load = async (n: number) => await (await fetch(`${url}${pagePath}${separator}v=${n}`)).text()
    // The first request fills caches that every process has.
    await load(1)
    const { statements, roundTrips, texts } = await countStatements(() => load(2))
    expect(statements, 'the page reads the database').toBeGreaterThan(0)
    expect(roundTrips, `round trips:\n${texts.join('\n')}`).toBeLessThanOrEqual(4)
  },
)

test('without its database a page responds with 503 immediately', async () => {
  const database = platform.db
  const pool = new pg.Pool({ host: '/nowhere' })
  platform.db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  const requestedAt = performance.now()
  const response = await fetch(`${url}/centers?q=yoga`)
  const tookMs = performance.now() - requestedAt
  platform.db = database
  await pool.end()
  expect(response.status).toBe(503)
  expect(tookMs).toBeLessThan(3000)
})
