import { Hono } from 'hono'
import { brand } from '#contract/brand.ts'
import type { HttpEnv } from '#server/api/context.ts'

/** /site.webmanifest, by which a browser names the site on a home screen: https://www.w3.org/TR/appmanifest/ */
export function createWebManifest(): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>()
  app.get('/site.webmanifest', (c) => {
    const manifest = { name: brand.name, short_name: brand.name, ...look }
    const headers = { 'content-type': 'application/manifest+json', 'cache-control': 'public, max-age=3600' }
    return c.body(JSON.stringify(manifest), 200, headers)
  })
  return app
}

const look = {
  lang: 'es-UY',
  start_url: '/',
  scope: '/',
  display: 'browser',
  background_color: '#fcfaf5',
  theme_color: '#fcfaf5',
  icons: [
    { src: '/favicon.svg', type: 'image/svg+xml', sizes: 'any' },
    { src: '/icon-192.png', type: 'image/png', sizes: '192x192', purpose: 'any maskable' },
    { src: '/icon-512.png', type: 'image/png', sizes: '512x512', purpose: 'any maskable' },
  ],
}
