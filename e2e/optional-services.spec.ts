import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from '@playwright/test'

import { test } from './fixtures.ts'
import { type OwnServer, startOwnServer } from './own-server.ts'

/** A grey pixel. */
const tile = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGOoBwAAgQCBZu5zZQAAAABJRU5ErkJggg==',
  'base64',
)

/** A server in production with the settings of services that the shared server lacks; production.spec.ts has one without them. */
let server: OwnServer
let tiles: Server
let isAway = false
const requested: string[] = []

test.beforeAll(async () => {
  tiles = createServer((request, response) => {
    requested.push(request.url ?? '')
    if (isAway) response.writeHead(503).end()
    else response.writeHead(200, { 'content-type': 'image/png' }).end(tile)
  }).listen(0, '127.0.0.1')
  await once(tiles, 'listening')
  const { port } = tiles.address() as AddressInfo
  server = await startOwnServer({
    TILES_URL: `http://127.0.0.1:${port}/{z}/{x}/{y}.png`,
    TILES_ATTRIBUTION: '© Los autores de las calles',
    TILES_ATTRIBUTION_URL: 'https://streets.example/terms',
    GOOGLE_CLIENT_ID: 'senda',
    GOOGLE_CLIENT_SECRET: 'secreto',
  })
})
test.afterAll(async () => {
  await server.stop()
  tiles.close()
})

test('with tiles in the settings the map shows them and names their source, and draws itself while they are away', async ({
  page,
}) => {
  await page.goto(`${server.origin}/centers?when=any&map=1`)
  const map = page.getByRole('region', { name: 'Mapa de los resultados' })
  await expect(map.locator('.map-has-tiles')).toBeVisible()
  const source = map.getByRole('link', { name: '© Los autores de las calles' })
  await expect(source).toBeInViewport()
  await expect(source).toHaveAttribute('href', 'https://streets.example/terms')
  expect(requested[0]).toMatch(/^\/\d+\/\d+\/\d+\.png$/)
  await expect(map.getByText('Tacuarembó')).toBeHidden()

  isAway = true
  await page.route('**/*.png', (route) => route.abort())
  await page.reload()
  await expect(map.getByText('Tacuarembó')).toBeVisible()
  await expect(map.locator('.map-has-tiles')).toHaveCount(0)
})

test('in production the HTML contains a provider with settings', async ({ page, request }) => {
  const html = await (await request.get(`${server.origin}/login`)).text()
  expect(html).toContain('Continuar con Google')
  expect(html).not.toContain('Continuar con Apple')
  expect(html).not.toContain('CLIENT_ID')
  await page.goto(`${server.origin}/login`)
  await expect(page.getByRole('button', { name: 'Continuar con Google' })).toBeEnabled()
  await expect(page.getByRole('button', { name: /^Continuar con/ })).toHaveCount(1)
})
