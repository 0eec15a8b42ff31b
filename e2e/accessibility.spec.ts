import { expect, type Page, type Route } from '@playwright/test'

import { stormSize } from '#server/testing/storm.ts'
import { sessionKey, sessionOf } from './by-api.ts'
import { expectAccessible, expectNoOverflow, test, withoutLiveStream } from './fixtures.ts'
import { demoEmails, privateScreens, publicScreens, type Viewer } from './screens.ts'

// `npm test` opens a few screens of the patient and of staff that differ in their layout; practice-layout.spec.ts opens those of
// a centre, and pages.spec.ts public ones. `npm run storm` opens every screen in every state, in light and dark.

const isWhole = stormSize({ short: 0, long: 1 }) === 1
const states = ['full', 'empty', 'loading', 'error'] as const
type State = (typeof states)[number]
/** A list with cards, a form with switches, tables and charts, and queues with their buttons. */
const sample = [
  '/dashboard',
  '/loyalty',
  '/account?seccion=seguridad',
  '/admin/dashboard?seccion=usuarios',
  '/admin/dashboard?seccion=financiero',
  '/admin/dashboard?seccion=moderacion',
]
/** Requests for the caller and their permissions, without which no screen opens. They always get the real response. */
const unreplacedPaths = /\/api\/v1\/(live|me|memberships|accounts\/me|sign-in-methods)(\/|\?|$)/

test.use({ provokes: /Failed to fetch|50[03]|abort/i })

/** One sign-in per account and worker: the limits slow down repeated ones. */
const sessions = new Map<string, Promise<unknown>>()

async function signInAs(page: Page, viewer: Viewer): Promise<void> {
  await withoutLiveStream(page)
  await page.addInitScript(() => localStorage.setItem('senda.welcome-seen', 'true'))
  if (viewer === 'visitor') return
  const email = demoEmails[viewer]
  if (!sessions.has(email)) sessions.set(email, sessionOf(page.request, { email, password: 'Senda-2026!' }))
  const session = await sessions.get(email)
  await page.addInitScript(([key, text]) => localStorage.setItem(key, text), [
    sessionKey,
    JSON.stringify(session),
  ] as const)
}

/** Replaces the API's responses to reads, to bring the screen into the state. */
async function provoke(page: Page, state: State): Promise<void> {
  if (state === 'full') return
  await page.route(/\/api\/v1\//, async (route) => {
    const request = route.request()
    if (request.method() !== 'GET' || unreplacedPaths.test(request.url())) return route.fallback()
    if (state === 'error') return route.fulfill({ status: 500, json: { code: 'request.failed', message: 'Falló.' } })
    if (state === 'empty') return fulfillEmpty(route)
    // Loading: the response never comes.
    return undefined
  })
}

/** Responds as the API does, with an empty list. */
async function fulfillEmpty(route: Route): Promise<void> {
  const response = await route.fetch()
  const type = response.headers()['content-type'] ?? ''
  if (!response.ok() || !type.includes('json')) return route.fulfill({ response })
  const body: unknown = await response.json()
  if (typeof body !== 'object' || body === null || !('items' in body)) return route.fulfill({ response, json: body })
  return route.fulfill({ response, json: { ...body, items: [] } })
}

async function expectUsableScreen(page: Page, { path, state }: { path: string; state: State }): Promise<void> {
  await page.goto(path, { waitUntil: 'load' })
  await expect(page.getByRole('main')).toBeVisible()
  // A failed read is tried again for a while before it shows as failed.
  if (state === 'error') await page.waitForTimeout(4000)
  if (state === 'full' || state === 'empty') await expect(page.getByText(/^Cargando/)).toHaveCount(0)
  await expectNoOverflow(page)
  await expectAccessible(page)
}

for (const viewer of ['patient', ...(isWhole ? (['owner'] as const) : []), 'admin'] as const) {
  test(`the screens of the ${viewer} are accessible and fit the window`, { tag: '@phone-in-storm' }, async ({
    page,
  }) => {
    test.slow()
    await signInAs(page, viewer)
    const size = page.viewportSize()
    for (const { path } of privateScreens.filter((screen) => screen.viewer === viewer)) {
      if (!isWhole && !sample.includes(path)) continue
      await expectUsableScreen(page, { path, state: 'full' })
      if (isWhole || !size) continue
      // The width of a phone, where nothing but the layout differs.
      await page.setViewportSize({ width: 360, height: size.height })
      await expectNoOverflow(page)
      await page.setViewportSize(size)
    }
  })
}

const all = [...publicScreens.map((path) => ({ viewer: 'visitor' as const, path })), ...privateScreens]
for (const { viewer, path } of isWhole ? all : []) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test.describe(`${path} of the ${viewer}, ${colorScheme}`, () => {
      test.use({ colorScheme })
      for (const state of states) {
        test(`is accessible while ${state}`, async ({ page }) => {
          const size = page.viewportSize()
          if (size && size.width > 1000) await page.setViewportSize({ width: 1440, height: 900 })
          await signInAs(page, viewer)
          await provoke(page, state)
          await expectUsableScreen(page, { path, state })
          // Requests of the map may still be pending.
          await page.unrouteAll({ behavior: 'ignoreErrors' })
        })
      }
    })
  }
}
