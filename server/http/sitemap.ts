import { Hono } from 'hono'
import { LRUCache } from 'lru-cache'
import { failRequest } from '#contract/errors.ts'
import { serviceSlugs } from '#contract/specialty-keys.ts'
import type { HttpEnv } from '#server/api/context.ts'
import { listPublicIds } from '#server/features/centers/repository/public-centers.ts'
import type { Platform } from '#server/platform/platform.ts'
import { limitReading, originOf } from './request-limits.ts'

/** Search engines read at most 50,000 addresses of one file; shorter files are read sooner. */
const partSize = 5_000
/** A suspended centre's page responds with 404, so its address may stay in the sitemap this long. */
const cachedMs = 10 * 60_000
const maxCachedParts = 40

/** The public pages without parameters, beside the services and the centres. */
const fixedPages = [
  '/',
  '/centers',
  '/search-centers',
  '/services',
  '/register',
  '/register-center',
  '/faq',
  '/contact',
  '/terms',
  '/privacy',
] as const

/**
 * Paths that search engines must not request: private pages, and addresses that are no pages. Not /calendar/: Google Calendar
 * obeys this file, and would then read no feed. Their addresses are secret, and their responses say noindex.
 */
const privatePaths = [
  '/dashboard',
  '/account',
  '/center/',
  '/admin/',
  '/book/',
  '/complete-registration',
  '/reset-password',
  '/api/',
  '/auth/',
  '/baja/',
  '/descargas/',
  '/question/',
  '/dev/',
] as const

type SitemapInput = { platform: Platform; partSize?: number }

/** /robots.txt, and /sitemap.xml with its parts: /sitemap-pages.xml and /sitemap-centers-1.xml and so on. */
export function createSitemap({ platform, partSize: size = partSize }: SitemapInput): Hono<HttpEnv> {
  const { publicUrl } = platform.settings
  // Concurrent requests for one part share one read.
  const parts = new LRUCache<number, CentersPart>({
    max: maxCachedParts,
    ttl: cachedMs,
    fetchMethod: async (number) => await readPart(number),
  })

  /** Each part begins after the last centre of the one before. */
  async function readPart(number: number): Promise<CentersPart> {
    const before = number === 1 ? undefined : await parts.fetch(number - 1)
    if (number > 1 && !before?.isFull) return { xml: undefined, lastId: undefined, isFull: false }
    const rows = await listPublicIds(platform.db, { afterId: before?.lastId, limit: size })
    const xml = urlSet(rows.map(({ id, updatedAt }) => ({ url: `${publicUrl}/centers/${id}`, changedAt: updatedAt })))
    return { xml: rows.length > 0 ? xml : undefined, lastId: rows.at(-1)?.id, isFull: rows.length === size }
  }

  async function listParts(): Promise<string[]> {
    const names = ['sitemap-pages.xml']
    for (let number = 1; ; number++) {
      const part = await parts.fetch(number)
      if (part?.xml) names.push(`sitemap-centers-${number}.xml`)
      if (!part?.isFull) return names
    }
  }

  const app = new Hono<HttpEnv>()
  app.get('/robots.txt', (c) => c.text(robotsText(publicUrl), 200, { 'cache-control': 'public, max-age=3600' }))
  app.use('/:name{sitemap.*}', async (c, next) => {
    await limitReading({ platform, name: 'http.sitemap', origin: originOf(c, platform) })
    await next()
  })
  app.get('/sitemap.xml', async (c) => {
    const urls = (await listParts()).map((name) => `<sitemap><loc>${escapeXml(`${publicUrl}/${name}`)}</loc></sitemap>`)
    return c.body(`${xmlHead}<sitemapindex xmlns="${namespace}">${urls.join('')}</sitemapindex>\n`, 200, xmlHeaders)
  })
  app.get('/sitemap-pages.xml', (c) => {
    const paths = [...fixedPages, ...serviceSlugs.map((slug) => `/services/${slug}`)]
    return c.body(urlSet(paths.map((path) => ({ url: publicUrl + path }))), 200, xmlHeaders)
  })
  app.get('/:name{sitemap-centers-[0-9]{1,4}\\.xml}', async (c) => {
    const number = Number(/\d+/.exec(c.req.param('name'))?.[0])
    // For a number beyond the last part, no part is read again.
    const known = (await listParts()).length - 1
    const part = number >= 1 && number <= known ? await parts.fetch(number) : undefined
    if (!part?.xml) throw failRequest('request.not_found')
    return c.body(part.xml, 200, xmlHeaders)
  })
  return app
}

type CentersPart = { xml: string | undefined; lastId: string | undefined; isFull: boolean }

const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9'
const xmlHead = '<?xml version="1.0" encoding="UTF-8"?>\n'
const xmlHeaders = { 'content-type': 'application/xml; charset=utf-8', 'cache-control': 'public, max-age=600' }

function urlSet(pages: readonly { url: string; changedAt?: Date }[]): string {
  const lines = pages.map(({ url, changedAt }) => {
    const changed = changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : ''
    return `<url><loc>${escapeXml(url)}</loc>${changed}</url>`
  })
  return `${xmlHead}<urlset xmlns="${namespace}">\n${lines.join('\n')}\n</urlset>\n`
}

const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

function robotsText(publicUrl: string): string {
  const lines = privatePaths.map((path) => `Disallow: ${path}`)
  return `User-agent: *\n${lines.join('\n')}\nAllow: /\n\nSitemap: ${publicUrl}/sitemap.xml\n`
}
