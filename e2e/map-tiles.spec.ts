import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from '@playwright/test'

import { test } from './fixtures.ts'
import { startOwnServer } from './own-server.ts'

/** A grey pixel. */
const tile = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGOoBwAAgQCBZu5zZQAAAABJRU5ErkJggg==',
  'base64',
)

test('with tiles in the settings the map shows them and names their source, and draws itself while they are away', async ({
  page,
}) => {
  // It starts a server of its own.
  test.slow()
  let isAway = false
  const requested: string[] = []
  const tiles = createServer((request, response) => {
    requested.push(request.url ?? '')
    if (isAway) response.writeHead(503).end()
    else response.writeHead(200, { 'content-type': 'image/png' }).end(tile)
  }).listen(0, '127.0.0.1')
  await once(tiles, 'listening')
  const { port } = tiles.address() as AddressInfo
  const server = await startOwnServer({
    TILES_URL: `http://127.0.0.1:${port}/{z}/{x}/{y}.png`,
    TILES_ATTRIBUTION: '© Los autores de las calles',
    TILES_ATTRIBUTION_URL: 'https://streets.example/terms',
  })
  try {
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
  } finally {
    await server.stop()
    tiles.close()
  }
})
