import { expect, type Page } from '@playwright/test'

import { expectAccessible, test, whenInteractive } from './fixtures.ts'

const greyPixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGOoBwAAgQCBZu5zZQAAAABJRU5ErkJggg==',
  'base64',
)

const map = (page: Page) => page.getByRole('region', { name: 'Mapa de los resultados' })
const clusters = (page: Page) => map(page).getByRole('button', { name: /centros\. Acercar el mapa/ })
const singles = (page: Page) => map(page).getByRole('button', { name: /, \$/ })
const foundLine = (page: Page) => page.getByRole('status').filter({ hasText: /centros? encontrados?/ })
const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 1024

/** On a phone the map takes the place of the list. */
async function openMap(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Ver mapa' }).click()
  await expect(page).toHaveURL(/[?&]map=1/)
  await expect(clusters(page).first()).toBeVisible()
}

/** «75 centros en el mapa». */
async function countOnMap(page: Page): Promise<number> {
  const status = map(page).getByRole('status')
  await expect(status).toHaveText(/^\d+ centros? en el mapa/)
  return Number.parseInt((await status.textContent()) ?? '', 10)
}

async function showList(page: Page): Promise<void> {
  if (isPhone(page)) await page.getByRole('link', { name: 'Ver lista' }).click()
}

/** Drags the map to the left: its centre moves east. */
async function dragMap(page: Page): Promise<void> {
  const box = await map(page).boundingBox()
  if (!box) throw new Error('the map has no box')
  // Beside the markers, which are mostly in the middle.
  const [x, y] = [box.x + box.width * 0.75, box.y + box.height * 0.85]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x - 30, y - 10, { steps: 4 })
  await page.mouse.move(x - 60, y - 20, { steps: 4 })
  await page.mouse.up()
}

test('a visitor opens the map, zooms into a cluster, searches that part of the map, and the list follows', {
  tag: '@phone-in-storm',
}, async ({ page }) => {
  await page.goto('/centers?when=any')
  await whenInteractive(page)
  await openMap(page)
  await expectAccessible(page)
  const all = await countOnMap(page)
  expect(all).toBeGreaterThan(50)

  // The largest one is Montevideo.
  const sizes = await clusters(page).evaluateAll((found) => found.map(({ textContent }) => Number(textContent)))
  const before = await clusters(page).count()
  await clusters(page)
    .nth(sizes.indexOf(Math.max(...sizes)))
    .click()
  await expect(async () =>
    expect((await clusters(page).count()) + (await singles(page).count())).not.toBe(before),
  ).toPass()
  await dragMap(page)
  await page.getByRole('button', { name: 'Buscar en esta zona' }).click()

  await expect(page).toHaveURL(/[?&]area=-?\d/)
  await expect(page.getByRole('button', { name: 'Buscar en esta zona' })).toBeHidden()
  // A link keeps the map and its part.
  await page.reload()
  const here = await countOnMap(page)
  expect(here).toBeLessThan(all)
  await showList(page)
  await expect(foundLine(page)).toHaveText(new RegExp(`^${here} centros?`))
  await expectAccessible(page)

  await page.getByRole('link', { name: /^En la zona del mapa/ }).click()
  await expect(page).not.toHaveURL(/area=/)
  await expect(foundLine(page)).toHaveText(new RegExp(`^${all} centros`))
})

test('a pressed marker shows its centre and the card of the list, and Escape closes it', {
  tag: '@desktop-in-storm',
}, async ({ page }) => {
  await page.goto('/centers?when=any&near=salto&km=50&map=1')
  await expect(map(page).getByRole('status')).toHaveText(/en el mapa/)
  // Centres of one town are apart at a higher zoom.
  for (let tries = 0; tries < 8 && (await singles(page).count()) === 0; tries += 1) await clusters(page).first().click()
  const marker = singles(page).first()
  const name = ((await marker.getAttribute('aria-label')) ?? '').split(', $')[0] ?? ''
  await marker.focus()
  await page.keyboard.press('Enter')

  const card = map(page).getByRole('group', { name: 'Centro elegido en el mapa' })
  await expect(card.getByRole('link', { name, exact: true })).toBeVisible()
  await expect(card).toBeFocused()
  await expectAccessible(page)
  if (!isPhone(page)) {
    const listed = page.getByRole('article', { name, exact: true })
    await expect(listed).toBeInViewport()
    await expect(listed).toHaveCSS('outline-style', 'solid')
  }
  await page.keyboard.press('Escape')
  await expect(card).toBeHidden()
  await expect(marker).toBeFocused()

  await page.keyboard.press('Enter')
  await card.getByRole('link', { name, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
})

test('the map of a place shows its streets by name, and the pointer on a card highlights its marker', async ({
  page,
}) => {
  await page.goto('/centers?when=any&near=pocitos&map=1')
  await expect(map(page).getByRole('status')).toHaveText(/en el mapa/)
  await expect(map(page)).toContainText('Av. Brasil')
  await expect(map(page)).toContainText('Mapa esquemático')
  await expect(map(page).locator('.is-active')).toHaveCount(0)
  await page.getByRole('article').first().hover()
  await expect(map(page).locator('.is-active')).toHaveCount(1)
})

test('the profile shows where the centre is once the visitor scrolls there', async ({ page }) => {
  await page.goto('/centers?when=any&near=pocitos')
  const link = page.getByRole('article').first().getByRole('heading').getByRole('link')
  const name = (await link.textContent()) ?? ''
  await link.click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await page.getByRole('heading', { name: 'Dónde y cómo' }).scrollIntoViewIfNeeded()
  await expect(page.getByRole('group', { name: `Mapa con el lugar de ${name}` })).toBeVisible()
  // At the top of the page, where the sticky links cover nothing.
  await page.keyboard.press('Home')
  await expectAccessible(page)
})

// In `npm test`: optional-services.spec.ts shows the streets on the map of the results.
test('with tiles in the settings, the map of a profile shows the streets', { tag: '@storm' }, async ({ page }) => {
  const tiles = { url: '/streets/{z}/{x}/{y}.png', attribution: '© Los autores de las calles', attributionUrl: null }
  await page.route('**/api/v1/map/tiles', (route) => route.fulfill({ json: { tiles } }))
  await page.route('**/streets/**', (route) => route.fulfill({ contentType: 'image/png', body: greyPixel }))
  await page.goto('/centers?when=any')
  await page.getByRole('article').first().getByRole('heading').getByRole('link').click()
  await page.getByRole('heading', { name: 'Dónde y cómo' }).scrollIntoViewIfNeeded()
  const frame = page.getByRole('group', { name: /^Mapa con el lugar de/ })
  await expect(frame).toHaveClass(/map-has-tiles/)
  await expect(frame).toContainText('© Los autores de las calles')
})

test.describe('«Cerca de mí»', () => {
  async function chooseOwnPlace(page: Page): Promise<void> {
    await whenInteractive(page)
    await page.getByLabel('Dónde').selectOption({ label: 'Cerca de mí' })
  }

  // In `npm test`: visitors-place.spec.ts.
  test('with permission, sorts by the distance from the visitor', { tag: '@storm' }, async ({ page, context }) => {
    await context.grantPermissions(['geolocation'])
    await context.setGeolocation({ latitude: -31.3833, longitude: -57.9667 })
    // With a place in the URL, the page requests no location on load.
    await page.goto('/centers?near=pocitos')
    const line = page.getByText('Cambiar', { exact: true })
    if (await line.isVisible()) await line.click()
    await chooseOwnPlace(page)
    await expect(page).toHaveURL(/[?&]at=-31\.383%2C-57\.967/)
    await expect(page.getByText('los más cercanos a ti primero')).toBeAttached()
    await expect(page.getByRole('article').first()).toContainText('Salto')
  })

  // In `npm test`: visitors-place.spec.ts.
  test('without permission, says so and keeps the whole country', { tag: '@storm' }, async ({ page, context }) => {
    await context.clearPermissions()
    await page.goto('/centers')
    await chooseOwnPlace(page)
    await expect(page.getByRole('alert')).toContainText('Acceso a la ubicación denegado')
    await expect(page.getByRole('alert')).toContainText('Los centros aparecen sin ordenar por distancia.')
    await expect(page).not.toHaveURL(/at=/)
    await expectAccessible(page)
  })
})

// In `npm test`: web/screens/practice.test.tsx stores a point; visitors-place.spec.ts reads the location of a browser.
test('the owner of a centre moves its point to where they are, and stores it', { tag: '@storm' }, async ({
  page,
  context,
  openDesk,
}) => {
  const latitude = '-34.90876'
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation({ latitude: Number(latitude), longitude: -56.15678 })
  await openDesk('perfil')
  await expect(page.getByRole('group', { name: 'Mapa con el punto de tu centro' })).toBeVisible()
  await page.getByRole('button', { name: 'Usar mi ubicación' }).click()
  await expect(page.getByLabel('Latitud')).toHaveValue(latitude)
  await expect(page.getByLabel('Longitud')).toHaveValue('-56.15678')
  await page.getByRole('button', { name: 'Guardar el punto' }).click()
  await expect(page.getByText('Punto del mapa guardado')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Latitud')).toHaveValue(latitude)
  await page.getByRole('group', { name: 'Mapa con el punto de tu centro' }).click({ position: { x: 60, y: 60 } })
  await expect(page.getByLabel('Latitud')).not.toHaveValue(latitude)
})
