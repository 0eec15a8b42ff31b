import { readdirSync } from 'node:fs'
import { join } from 'node:path'

import { expect, type Page } from '@playwright/test'

import type { CenterSearchResult } from '#contract/center-search.ts'
import { holdByApi } from './booking-by-api.ts'
import { sessionKey, sessionOf } from './by-api.ts'
import { test, withoutLiveStream } from './fixtures.ts'
import { layoutFaults, setTextSize } from './overlaps.ts'
import { projectFolder } from './own-server.ts'
import { demoEmails, popups, privateScreens, publicScreens, type Viewer } from './screens.ts'

// WCAG 1.4.4 and 1.4.10. `npm test` measures the weightiest screens; `npm run storm` all of them, and what opens over them.

test.describe.configure({ mode: 'parallel' })

const sizes = [
  { name: '320 px wide', width: 320, height: 640, text: 16 },
  { name: '390 px wide with text at 200 %', width: 390, height: 844, text: 32 },
] as const

type Screen = { name: string; path: string; presses?: readonly string[] }

const sample: Partial<Record<Viewer, readonly string[]>> = {
  visitor: ['/', 'search', 'profile', 'booking'],
  patient: ['/dashboard'],
  owner: ['/center/dashboard?seccion=agenda', '/center/dashboard?seccion=dinero'],
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
async function screensOf(page: Page, viewer: Viewer): Promise<Screen[]> {
  if (viewer !== 'visitor')
    return privateScreens.filter((one) => one.viewer === viewer).map(({ path }) => ({ name: path, path }))
  const response = await page.request.get('/api/v1/centers?q=fisioterapia')
  const [first, ...others] = ((await response.json()) as CenterSearchResult).items
  const ids = [first, ...others].slice(0, 3).map((center) => center?.id)
  return [
    ...publicScreens.map((path) => ({ name: path, path })),
    { name: 'profile', path: `/centers/${first?.id}` },
    { name: 'booking', path: `/book/${first?.id}` },
    { name: 'comparison', path: `/compare?centers=${ids.join(',')}` },
    { name: 'search', path: '/centers?q=me duele la espalda' },
  ]
}

async function expectNothingLost(page: Page, { name, path, presses = [] }: Screen): Promise<void> {
  await page.goto(path, { waitUntil: 'load' })
  await expect(page.getByRole('main')).toBeVisible()
  await expect(page.getByText(/^Cargando/)).toHaveCount(0)
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  for (const press of presses) await open(page, press)
  expect.soft(await layoutFaults(page), [name, ...presses].join(', ')).toEqual([])
}

async function open(page: Page, name: string): Promise<void> {
  const named = new RegExp(`^${name}`)
  const trigger = page
    .getByRole('button', { name: named })
    .or(page.getByRole('menuitem', { name: named }))
    .or(page.locator('summary').filter({ hasText: named }))
    .or(page.locator(`summary[aria-label="${name}"]`))
    .filter({ visible: true })
    .first()
  const opened = page.locator('[role=dialog], [role=alertdialog], [role=menu], dialog:modal, details[open] > nav')
  await expect(async () => {
    await trigger.click({ timeout: 1000 })
    await expect(opened.filter({ visible: true }).first()).toBeVisible({ timeout: 2000 })
  }).toPass()
  await expect(opened.getByText(/^Cargando/)).toHaveCount(0)
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
    '/question/$token',
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

test('the measure finds each kind of fault on a page that has it', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.setContent(`
    <main style="font: 16px sans-serif; width: 300px">
      <p style="width: 40px; overflow-wrap: anywhere">Kinesiología</p>
      <p style="width: 60px; white-space: nowrap; overflow: hidden">Un texto que se corta</p>
      <p style="width: 60px; white-space: nowrap; overflow: hidden; text-overflow: ellipsis">Un texto que se acorta</p>
      <p><button type="button" style="width: 40px; white-space: nowrap">Conservar la cita</button></p>
      <p style="height: 20px">Debajo</p><p style="margin-top: -34px">Encima</p>
      <p style="position: relative"><a href="/x">Tapado</a><b style="position: absolute; inset: 0; background: white"></b></p>
      <section data-scroll-restoration-id="x" style="overflow: auto; height: 60px"><div style="width: 500px">Ancho</div></section>
      <div style="width: 400px; height: 1px"></div>
    </main>`)
  expect([...new Set((await layoutFaults(page)).map(({ kind }) => kind))].toSorted()).toEqual([
    'broken word',
    'clipped',
    'out of reach',
    'outside its box',
    'overlap',
    'shortened',
    'wider than its frame',
    'wider than the window',
  ])
})

for (const size of sizes) {
  test.describe(size.name, () => {
    test.use({ viewport: { width: size.width, height: size.height }, hasTouch: true })
    test.beforeEach(async ({ page }) => void (await setTextSize(page, size.text)))

    for (const [viewer, names] of Object.entries(sample) as [Viewer, readonly string[]][]) {
      test(`nothing is cut off, covered or out of reach on the weightiest screens of the ${viewer}`, async ({
        page,
      }) => {
        await openAs(page, viewer)
        const screens = await screensOf(page, viewer)
        for (const name of names) {
          const screen = screens.find((one) => one.name === name)
          expect(screen, name).toBeDefined()
          if (screen) await test.step(name, () => expectNothingLost(page, screen))
        }
      })
    }

    for (const viewer of ['visitor', 'patient', 'owner', 'admin'] as const) {
      test(`nothing is cut off, covered or out of reach on any screen of the ${viewer}`, { tag: '@storm' }, async ({
        page,
      }) => {
        test.setTimeout(300_000)
        await openAs(page, viewer)
        const screens = await screensOf(page, viewer)
        if (viewer === 'visitor') {
          const { centerId } = await holdByApi(page)
          screens.push({ name: 'held booking', path: `/book/${centerId}?step=confirm` })
        }
        for (const screen of screens) await test.step(screen.name, () => expectNothingLost(page, screen))
      })

      test(`nothing is cut off, covered or out of reach in what opens over a screen of the ${viewer}`, {
        tag: '@storm',
      }, async ({ page }) => {
        test.setTimeout(300_000)
        await openAs(page, viewer)
        for (const popup of popups.filter((one) => one.viewer === viewer)) {
          const screen = { name: popup.path, ...popup }
          await test.step([screen.name, ...popup.presses].join(', '), () => expectNothingLost(page, screen))
        }
      })
    }
  })
}
