import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type Page } from '@playwright/test'

import { expectAccessible, test, whenInteractive } from './fixtures.ts'
import { newCenter } from './new-center.ts'
import { type OwnServer, startOwnServer, startTimeoutMs } from './own-server.ts'
import { newPerson, signIn } from './person.ts'
import { acceptBoth, fillToLast, submit } from './register-center-page.ts'

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
  test.setTimeout(startTimeoutMs)
  server = await startOwnServer({
    TILES_URL: `http://127.0.0.1:${port}/{z}/{x}/{y}.png`,
    TILES_ATTRIBUTION: '© Los autores de las calles',
    TILES_ATTRIBUTION_URL: 'https://streets.example/terms',
    GOOGLE_CLIENT_ID: 'senda',
    GOOGLE_CLIENT_SECRET: 'secreto',
    CAPTCHA_PROVIDER: 'turnstile',
    CAPTCHA_SITE_KEY: 'public-key-of-a-test',
    CAPTCHA_SECRET: 'secret-of-a-test',
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

/** Replaces the provider's script, which a test must not load, with a button that passes the check. */
const script = `
globalThis.turnstile = {
  render(place, options) {
    const button = document.createElement('button')
    button.type = 'button'
    button.textContent = 'Soy una persona ' + options.sitekey
    button.onclick = () => options.callback('token-' + crypto.randomUUID())
    place.append(button)
    return 'widget'
  },
  remove() {},
}`

test('with a CAPTCHA configured, signing in waits for it and sends its token', async ({ page }) => {
  const scripts: string[] = []
  await page.route('https://challenges.cloudflare.com/**', async (route) => {
    scripts.push(route.request().url())
    await route.fulfill({ contentType: 'text/javascript', body: script })
  })
  const tokens: string[] = []
  // The test has no provider to verify tokens; the authentication service's own tests cover its responses.
  await refuseSignIns(page, tokens)

  await page.goto(`${server.origin}/login`)
  await whenInteractive(page)
  await expect(page.getByRole('button', { name: 'Iniciar sesión' })).toBeDisabled()
  await page.getByRole('button', { name: 'Soy una persona public-key-of-a-test' }).click()
  await expectAccessible(page)
  await signIn(page, newPerson())
  await expect(page.getByText('No pudimos comprobar que eres una persona. Inténtalo de nuevo.').first()).toBeVisible()

  // A token works once, so the check restarts.
  await expect(page.getByRole('button', { name: 'Iniciar sesión' })).toBeDisabled()
  await page.getByRole('button', { name: 'Soy una persona public-key-of-a-test' }).click()
  await page.getByRole('button', { name: 'Iniciar sesión' }).click()
  await expect(page.getByRole('button', { name: 'Iniciar sesión' })).toBeDisabled()
  expect(tokens).toHaveLength(2)
  expect(new Set(tokens).size).toBe(2)
  expect(tokens.every((token) => token.startsWith('token-'))).toBe(true)
  expect(scripts).not.toEqual([])
  expect(scripts.every((url) => url.startsWith('https://challenges.cloudflare.com/turnstile/v0/api.js'))).toBe(true)
})

test('without a token the service refuses, and a script that fails to load can be retried', async ({
  page,
  request,
}) => {
  const response = await request.post(`${server.origin}/auth/v1/signup`, {
    data: { email: newPerson().email, password: 'camino-de-prueba' },
  })
  expect(response.status()).toBe(400)
  expect(await response.json()).toMatchObject({ error_code: 'captcha_failed' })

  let isAway = true
  await page.route('https://challenges.cloudflare.com/**', async (route) => {
    if (isAway) await route.abort()
    else await route.fulfill({ contentType: 'text/javascript', body: script })
  })
  await page.goto(`${server.origin}/forgot-password`)
  await whenInteractive(page)
  await expect(page.getByText('No pudimos cargar la comprobación de que eres una persona.')).toBeVisible()
  await expectAccessible(page)
  isAway = false
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expect(page.getByRole('button', { name: /^Soy una persona/ })).toBeVisible()
})

// In `npm test`: registered-center.test.ts of server/features/auth/endpoints, and the journeys above.
test('a centre registers with one token and signs in with the next', { tag: '@storm' }, async ({ page }) => {
  await page.route('https://challenges.cloudflare.com/**', async (route) => {
    await route.fulfill({ contentType: 'text/javascript', body: script })
  })
  const tokens: string[] = []
  await page.route('**/api/v1/centers', async (route) => {
    tokens.push(/name="captchaToken"\r\n\r\n(\S+)/.exec(route.request().postData() ?? '')?.[1] ?? 'none')
    await route.fulfill({ status: 201, json: { centerId: crypto.randomUUID(), needsConfirmation: false } })
  })
  await refuseSignIns(page, tokens)

  await page.goto(`${server.origin}/register-center`)
  await whenInteractive(page)
  await fillToLast(page, newCenter())
  await acceptBoth(page)
  await expect(submit(page)).toBeDisabled()
  const prove = page.getByRole('button', { name: /^Soy una persona/ })
  await prove.click()
  await submit(page).click()
  // The first token is used, so signing in waits for the next one.
  await expect(
    page.getByText('Tu centro está registrado. Confirma otra vez que eres una persona para entrar.'),
  ).toBeVisible()
  await expectAccessible(page)
  await prove.click()
  await expect(page.getByText('Tu centro ya está registrado')).toBeVisible()
  await expectAccessible(page)
  await prove.click()
  await page.getByRole('button', { name: 'Entrar a mi dashboard' }).click()
  await expect.poll(() => tokens.length).toBe(3)
  expect(new Set(tokens).size).toBe(3)
  expect(tokens).not.toContain('none')
})

/** Refuses each sign-in, and collects the CAPTCHA tokens that were sent. */
async function refuseSignIns(page: Page, tokens: string[]): Promise<void> {
  await page.route('**/auth/v1/token?grant_type=password', async (route) => {
    const { gotrue_meta_security: security } = route.request().postDataJSON() as {
      gotrue_meta_security: { captcha_token?: string }
    }
    tokens.push(security.captcha_token ?? 'none')
    await route.fulfill({
      status: 400,
      headers: { 'x-supabase-api-version': '2024-01-01' },
      json: { code: 'captcha_failed', message: 'captcha protection: request disallowed' },
    })
  })
}
