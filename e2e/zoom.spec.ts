import { readdirSync } from 'node:fs'
import { join } from 'node:path'

import { expect, type Page } from '@playwright/test'

import type { CenterSearchResult } from '#contract/center-search.ts'
import { stormSize } from '#server/testing/storm.ts'
import { holdByApi } from './booking-by-api.ts'
import { sessionKey, sessionOf } from './by-api.ts'
import { test, withoutLiveStream } from './fixtures.ts'
import { layoutFaults, setTextSize } from './overlaps.ts'
import { projectFolder } from './own-server.ts'
import { demoEmails, privateScreens, publicScreens, type Viewer } from './screens.ts'

// WCAG 1.4.4 and 1.4.10. `npm run storm` measures every screen and the dialogs that its buttons open. Without the tag, `npm test`
// measures the sample below.

test.describe.configure({ mode: 'parallel' })

const isWhole = stormSize({ short: 0, long: 1 }) === 1
const sizes = [
  { name: '320 px wide', width: 320, height: 640, text: 16 },
  { name: '390 px wide with text at 200 %', width: 390, height: 844, text: 32 },
] as const

/** Buttons with these names open a dialog or a menu, and write nothing. */
const opensDialog =
  /^(Agregar|Bloquear|Cambiar|Cancelar|Crear|Editar|Elegir|Filtros|Invitar|Más|Menú|Mover|Nuev[ao]|Opinar|Ordenar|Pagar|Reembolsar|Reportar|Reprogramar|Responder|Tu cuenta|Notificaciones|Ayuda|Buscar$)/

const sample: Record<Viewer, readonly string[]> = {
  visitor: ['/', '/centers', 'profile', 'booking'],
  patient: ['/dashboard', '/loyalty'],
  owner: ['/center/dashboard?seccion=inicio'],
  admin: ['/admin/dashboard?seccion=financiero'],
}

const sessions = new Map<string, Promise<unknown>>()

async function openAs(page: Page, viewer: Viewer): Promise<void> {
  await withoutLiveStream(page)
  await page.addInitScript(() => localStorage.setItem('senda.welcome-seen', 'true'))
  if (viewer === 'visitor') return
  const email = demoEmails[viewer]
  if (!sessions.has(email)) sessions.set(email, sessionOf(page.request, { email, password: 'Senda-2026!' }))
  const session = JSON.stringify(await sessions.get(email))
  await page.addInitScript(([key, text]) => localStorage.setItem(key, text), [sessionKey, session] as const)
}

/** The screens of this viewer; those of a centre have the first centres that a search finds. */
async function screensOf(page: Page, viewer: Viewer): Promise<{ name: string; path: string }[]> {
  if (viewer !== 'visitor')
    return privateScreens.filter((one) => one.viewer === viewer).map(({ path }) => ({ name: path, path }))
  const response = await page.request.get('/api/v1/centers?q=fisioterapia')
  const [first, ...others] = ((await response.json()) as CenterSearchResult).items
  const ids = [first, ...others].slice(0, 3).map((center) => center?.id)
  const screens = [
    ...publicScreens.map((path) => ({ name: path, path })),
    { name: 'profile', path: `/centers/${first?.id}` },
    { name: 'booking', path: `/book/${first?.id}` },
    { name: 'comparison', path: `/compare?centers=${ids.join(',')}` },
    { name: 'search', path: '/centers?q=me duele la espalda' },
  ]
  if (!isWhole) return screens
  const { centerId } = await holdByApi(page)
  return [...screens, { name: 'held booking', path: `/book/${centerId}?step=confirm` }]
}

async function expectNothingLost(page: Page, { name, path }: { name: string; path: string }): Promise<void> {
  await page.goto(path, { waitUntil: 'load' })
  await expect(page.getByRole('main')).toBeVisible()
  await expect(page.getByText(/^Cargando/)).toHaveCount(0)
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  if (isWhole) await page.waitForTimeout(500)
  expect.soft(await layoutFaults(page), name).toEqual([])
  if (isWhole) await measureDialogs(page, name)
}

/** One button of each name. A dialog that isn't there within a second is no fault of the layout. */
async function measureDialogs(page: Page, screen: string): Promise<void> {
  const buttons = page.getByRole('button', { name: opensDialog })
  const seen = new Set<string>()
  for (const button of await buttons.all()) {
    const name = (await button.getAttribute('aria-label')) ?? (await button.textContent()) ?? ''
    const kind = name
      .split(/[\s:,]/)
      .slice(0, 2)
      .join(' ')
    if (seen.has(kind) || !(await button.isVisible())) continue
    seen.add(kind)
    await button.click({ timeout: 2000 }).catch(() => undefined)
    const popup = page.locator('[role=dialog], [role=alertdialog], [role=menu]').first()
    const isOpen = await popup.waitFor({ state: 'visible', timeout: 1500 }).then(
      () => true,
      () => false,
    )
    if (isOpen) {
      await page.waitForTimeout(300)
      expect.soft(await layoutFaults(page), `${screen}, after «${name}»`).toEqual([])
    }
    if (!isOpen && (await page.getByRole('button', { name, exact: true }).count()) > 0) continue
    await page.goto(page.url(), { waitUntil: 'load' })
    await expect(page.getByText(/^Cargando/)).toHaveCount(0)
  }
}

test('every page is on the list of those measured', () => {
  const measured = [...publicScreens, ...privateScreens.map(({ path }) => path)].map((path) => path.replace(/\?.*/, ''))
  // Its redirection or the record that it needs is tested elsewhere.
  const others = [
    '/auth',
    '/centro-de-registro',
    '/center/thank-you',
    '/receipts/$checkoutId',
    '/centers/$centerId',
    '/book/$centerId',
    '/compare',
    '/center/invitation/$token',
  ]
  const pages = readdirSync(join(projectFolder, 'web/routes'))
    .filter((file) => file.endsWith('.tsx') && !file.startsWith('__'))
    .map(
      (file) =>
        `/${file
          .replace(/(\.index)?\.tsx$/, '')
          .replace(/^index$/, '')
          .replaceAll('.', '/')}`,
    )
  const missing = pages.filter((path) => {
    const pattern = new RegExp(`^${path.replaceAll(/\$\w+/g, '[^/]+')}$`)
    return !others.includes(path) && !measured.some((one) => pattern.test(one))
  })
  expect(missing).toEqual([])
})

for (const size of sizes) {
  test.describe(size.name, () => {
    test.use({ viewport: { width: size.width, height: size.height }, hasTouch: true })
    for (const viewer of ['visitor', 'patient', 'owner', 'admin'] as const) {
      test(`nothing is cut off, covered or out of reach on the screens of the ${viewer}`, { tag: '@storm' }, async ({
        page,
      }) => {
        test.setTimeout(isWhole ? 600_000 : 60_000)
        await setTextSize(page, size.text)
        await openAs(page, viewer)
        for (const screen of await screensOf(page, viewer)) {
          if (!isWhole && !sample[viewer].includes(screen.name)) continue
          await test.step(screen.name, () => expectNothingLost(page, screen))
        }
      })
    }
  })
}
