import { expect, type Page } from '@playwright/test'

import { sessionKey, signInByApi } from './by-api.ts'
import { countOnlyRealPresses, expectAccessible, test, whenInteractive } from './fixtures.ts'

const unknownId = '00000000-0000-7000-8000-000000000000'

const publicPages = [
  { path: '/', h1: 'Encuentra tu centro terapéutico ideal' },
  { path: '/services', h1: 'Servicios' },
  { path: '/services/fisioterapia', h1: 'Fisioterapia' },
  { path: '/centers', h1: 'Centros Terapéuticos' },
  { path: '/search-centers', h1: 'Encuentra tu centro terapéutico ideal' },
  { path: '/contact', h1: 'Contacto' },
  { path: '/faq', h1: 'Preguntas frecuentes' },
  { path: '/terms', h1: 'Términos y condiciones' },
  { path: '/privacy', h1: 'Política de privacidad' },
  { path: '/login', h1: 'Iniciar sesión' },
  { path: '/register', h1: 'Únete a Senda' },
  { path: '/register?tipo=centro', h1: 'Únete a Senda' },
  { path: '/register-center', h1: 'Registra tu centro' },
  { path: '/forgot-password', h1: 'Recuperar contraseña' },
]

/** Skips the welcome of the first visit, which has its own journey. */
async function beenHereBefore(page: Page): Promise<void> {
  await page.addInitScript(() => localStorage.setItem('senda.welcome-seen', 'true'))
}

/** The expectations for every page of the site. */
async function expectUsablePage(
  page: Page,
  {
    path,
    h1,
    noindex = false,
    status = 200,
  }: { path: string; h1: string | RegExp; noindex?: boolean; status?: number },
): Promise<void> {
  await beenHereBefore(page)
  const response = await page.goto(path)
  expect(response?.status()).toBe(status)
  await whenInteractive(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(h1)
  await expect(page).toHaveTitle(/\bSenda\b/)
  if (status === 200 && !noindex) {
    await expect(page.locator('meta[name="description"]')).toHaveAttribute('content', /.{20,}/)
  }
  await expect(page.locator('meta[name="robots"][content="noindex"]')).toHaveCount(noindex ? 1 : 0)
  const { origin } = new URL(page.url())
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', origin + path.replace(/[?#].*/, ''))
  await expect(page.getByRole('contentinfo')).toContainText(`© ${new Date().getFullYear()} Senda`)
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 700 })
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow, `${path} is wider than 320 px`).toBe(0)
}

/** The URL of the first result. */
async function anyCenter(page: Page): Promise<string> {
  await page.goto('/centers')
  const link = page.getByRole('article').first().getByRole('heading').getByRole('link')
  return (await link.getAttribute('href')) ?? ''
}

/** Each differs in its layout from the others: a front page, results, texts, forms, and steps. */
const sample = ['/', '/centers', '/services/fisioterapia', '/faq', '/login', '/register-center']

for (const publicPage of publicPages) {
  const tag = sample.includes(publicPage.path) ? '@phone-in-storm' : '@storm'
  test(`${publicPage.path} meets the expectations of every page`, { tag }, async ({ page }) => {
    await expectUsablePage(page, publicPage)
  })
}

test('a profile and its booking page meet the expectations of every page', { tag: '@phone-in-storm' }, async ({
  page,
}) => {
  const profile = await anyCenter(page)
  await expectUsablePage(page, { path: profile, h1: /./ })
  await expect(page.locator('script[type="application/ld+json"]')).toHaveCount(1)
  await expectUsablePage(page, {
    path: profile.replace('/centers/', '/book/'),
    h1: /^Reservar (en|con) /,
    noindex: true,
  })
})

test('a page that does not exist says so, with links to go on', async ({ page }) => {
  await expectUsablePage(page, { path: '/no-hay-nada', h1: 'Página no encontrada', status: 404 })
  await expect(page).toHaveTitle('Página no encontrada · Senda')
})

// In `npm test`: the page that does not exist; web/screens/booking.test.tsx and services.test.tsx there have these pages.
for (const path of [`/centers/${unknownId}`, '/centers/cualquiera', `/book/${unknownId}`]) {
  test(`${path} is not a centre`, { tag: path.startsWith('/book/') ? [] : '@storm' }, async ({ page }) => {
    await expectUsablePage(page, { path, h1: 'No encontramos ese centro', status: 404, noindex: true })
    await page.getByRole('link', { name: 'Buscar otros centros' }).click()
    await expect(page).toHaveURL('/centers')
  })
}

// In `npm test`: web/screens/services.test.tsx.
test('/services/telepatia is not a service', { tag: '@storm' }, async ({ page }) => {
  await expectUsablePage(page, {
    path: '/services/telepatia',
    h1: 'Servicio no encontrado',
    status: 404,
    noindex: true,
  })
  await page.getByRole('link', { name: 'Volver a los servicios' }).click()
  await expect(page).toHaveURL('/services')
})

test('the dashboard requires a sign-in and is excluded from search engines', async ({ page, request }) => {
  await page.goto('/dashboard?tab=history')
  await expect(page).toHaveURL('/login?next=%2Fdashboard%3Ftab%3Dhistory')
  await expect(page.getByRole('heading', { level: 1, name: 'Iniciar sesión' })).toBeVisible()
  for (const path of ['/dashboard', '/reset-password'])
    expect(await (await request.get(path)).text(), path).toMatch(/<meta name="robots" content="noindex"/)
})

test('the HTML of a public page is the same for every visitor; the account corner fills in after loading', async ({
  page,
  patient,
}) => {
  await beenHereBefore(page)
  await signInByApi(page, patient)
  const session = await page.evaluate((key) => localStorage.getItem(key) ?? '{}', sessionKey)
  const { access_token: token } = JSON.parse(session) as { access_token: string }
  const response = await page.goto('/contact')
  const html = (await response?.text()) ?? ''
  expect(html).toContain('Iniciar Sesión')
  expect(html).toContain('Regístrate')
  for (const secret of [patient.email, patient.lastName, token, 'senda_visitor']) expect(html).not.toContain(secret)
  expect(await response?.headerValue('set-cookie')).toBeNull()
  await expect(page.getByRole('button', { name: `Tu cuenta, ${patient.firstName} ${patient.lastName}` })).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Regístrate' })).toBeHidden()
  await expectAccessible(page)
})

test('a visitor who scrolls while the page is loading keeps the scroll position', async ({ page }) => {
  const scrolled = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await scrolled.promise
    await route.continue()
  })
  await page.goto('/terms', { waitUntil: 'commit' })
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.evaluate(() => scrollTo(0, 400))
  scrolled.resolve()
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('h1') ?? {}).some((key) => key.startsWith('__react')),
  )
  expect(await page.evaluate(() => scrollY)).toBe(400)
})

test('the first visit is welcomed in three slides, and only the first', { tag: '@phone-in-storm' }, async ({
  page,
}) => {
  await countOnlyRealPresses(page)
  await page.goto('/')
  const welcome = page.getByRole('dialog')
  await expect(welcome).toHaveAccessibleName('Te damos la bienvenida a Senda')
  await welcome.getByRole('button', { name: 'Siguiente' }).click()
  await expect(welcome).toHaveAccessibleName('Busca con tus palabras')
  await welcome.getByRole('button', { name: 'Siguiente' }).click()
  await expectAccessible(page)
  await welcome.getByRole('button', { name: 'Comenzar' }).click()
  await expect(welcome).toBeHidden()

  await page.clock.install()
  await page.reload()
  await whenInteractive(page)
  await page.clock.runFor(5000)
  await expect(welcome).toBeHidden()
})

test('the menu reaches every page, at any width', { tag: '@phone' }, async ({ page }) => {
  await beenHereBefore(page)
  await page.goto('/')
  await whenInteractive(page)
  const fold = page.getByRole('banner').getByLabel('Menú').first()
  for (const { name, path } of [
    { name: 'Servicios', path: '/services' },
    { name: 'Centros', path: '/centers' },
    { name: 'Contacto', path: '/contact' },
  ]) {
    if (await fold.isVisible()) await fold.click()
    await page.getByRole('banner').getByRole('link', { name }).click()
    await expect(page).toHaveURL(path)
  }
})
