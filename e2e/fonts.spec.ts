import { expect } from '@playwright/test'

import { test } from './fixtures.ts'
import { watchShifts } from './layout-shifts.ts'

test('fonts that arrive late move nothing on the home page', async ({ page }) => {
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
