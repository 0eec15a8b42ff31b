import { expect, type Page } from '@playwright/test'

import { stormSize } from '#server/testing/storm.ts'
import { test, whenInteractive } from './fixtures.ts'
import { watchShifts } from './layout-shifts.ts'

test('fonts that arrive late move nothing on the home page', { tag: '@desktop-in-storm' }, async ({ page }) => {
  const fonts: (() => void)[] = []
  await page.route('**/*.woff2', async (route) => {
    await new Promise<void>((resolve) => fonts.push(resolve))
    await route.continue()
  })
  await watchShifts(page)
  await page.goto('/', { waitUntil: 'domcontentloaded' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect.poll(() => fonts.length).toBeGreaterThan(0)
  // Hydration and data that arrive before the fonts are not what is tested here.
  await page.waitForTimeout(1000)
  await page.evaluate(() => window.shifts.splice(0))
  for (const arrive of fonts) arrive()
  await page.evaluate(() => document.fonts.ready)
  await page.waitForTimeout(300)
  const shifts = await page.evaluate(() => window.shifts.filter(({ by }) => by > 0.005))
  expect(shifts).toEqual([])
})

const pages = ['/', '/centers', '/contact', '/search-centers', '/services/psicoterapia', '/privacy']

test('public pages load no font beyond the two that they preload', async ({ page }) => {
  const fonts = watchFonts(page)
  for (const path of stormSize({ short: 0, long: 1 }) ? pages : pages.slice(0, 3)) {
    fonts.clear()
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.evaluate(() => document.fonts.ready)
    expect([...fonts].sort(), path).toEqual(['figtree', 'fraunces'])
  }
})

test('a letter that is neither Spanish nor Portuguese loads the whole Latin file of its font, and of no other font', async ({
  page,
}) => {
  const fonts = watchFonts(page)
  await page.goto('/faq')
  // React refuses a text that changed before the page was hydrated.
  await whenInteractive(page)
  const heading = page.getByRole('heading', { level: 1 })
  await heading.evaluate((element) => element.append(' Björn'))
  await expect.poll(() => [...fonts]).toContain('fraunces-latin-wght-normal')
  expect([...fonts]).not.toContain('figtree-latin-wght-normal')
})

/** The names of the fonts that the page requests, without their hash. */
function watchFonts(page: Page): Set<string> {
  const fonts = new Set<string>()
  page.on('request', (request) => {
    const [, name] = request.url().match(/([\w-]{1,40})-[\w-]{8}\.woff2$/) ?? []
    if (name) fonts.add(name)
  })
  return fonts
}
