import { expect, type Page } from '@playwright/test'

import { countOnlyRealPresses, test, whenInteractive } from './fixtures.ts'

const welcomeOf = (page: Page) => page.getByRole('dialog', { name: 'Te damos la bienvenida a Senda' })

/** Waits longer than the delay of the welcome, and expects that it stayed closed. */
async function expectNoWelcome(page: Page): Promise<void> {
  await whenInteractive(page)
  await page.clock.runFor(10_000)
  await expect(welcomeOf(page)).toBeHidden()
  expect(await page.evaluate(() => localStorage.getItem('senda.welcome-seen'))).toBeNull()
}

test.beforeEach(({ page }) => countOnlyRealPresses(page))

// In `npm test`: pages.spec.ts, where it opens on the first visit only.
test('the welcome opens for an idle visitor, on the first visit only', { tag: '@storm' }, async ({ page }) => {
  await page.goto('/')
  await expect(welcomeOf(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(welcomeOf(page)).toBeHidden()
  await page.reload()
  await whenInteractive(page)
  // Longer than the delay of the welcome.
  await page.waitForTimeout(2000)
  await expect(welcomeOf(page)).toBeHidden()
})

const signs = [
  { sign: 'presses a key', act: (page: Page) => page.keyboard.press('Tab') },
  { sign: 'presses somewhere', act: (page: Page) => page.mouse.click(5, 300) },
  { sign: 'scrolls', act: (page: Page) => page.mouse.wheel(0, 300) },
  { sign: 'types in the search', act: (page: Page) => page.getByLabel('Qué necesitas').fill('masaje') },
]

test('the welcome stays away from a visitor who presses, scrolls or types', async ({ page }) => {
  await page.clock.install()
  for (const { sign, act } of signs) {
    await test.step(sign, async () => {
      await page.goto('/')
      await whenInteractive(page)
      await act(page)
      await expectNoWelcome(page)
    })
  }
})

test('the welcome stays away from a visitor who presses, scrolls or types before the page is hydrated', async ({
  page,
}) => {
  await page.clock.install()
  let begun = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await begun.promise
    await route.continue()
  })
  for (const { sign, act } of signs) {
    await test.step(sign, async () => {
      begun = Promise.withResolvers<void>()
      await page.goto('/', { waitUntil: 'commit' })
      await page.getByRole('heading', { level: 1 }).waitFor()
      await act(page)
      if (sign === 'scrolls') await page.waitForFunction(() => scrollY > 0)
      begun.resolve()
      await expectNoWelcome(page)
    })
  }
})

test('the welcome does not open for a visitor who starts while its code is loading', async ({ page }) => {
  const begun = Promise.withResolvers<void>()
  await page.route('**/assets/welcome-dialog-*.js', async (route) => {
    await begun.promise
    await route.continue()
  })
  const loading = page.waitForRequest('**/assets/welcome-dialog-*.js')
  await page.goto('/')
  await loading
  await page.getByLabel('Qué necesitas').fill('masaje')
  begun.resolve()
  await page.waitForTimeout(500)
  await expect(welcomeOf(page)).toBeHidden()
  await expect(page.getByLabel('Qué necesitas')).toHaveValue('masaje')
})
