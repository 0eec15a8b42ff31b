import { expect } from '@playwright/test'

import { expectNoOverflow, test, whenInteractive } from './fixtures.ts'
import { watchShifts } from './layout-shifts.ts'

test.use({ timezoneId: 'Europe/Madrid' })

test('for a visitor in another zone, the note about the hours moves nothing when it is written', {
  tag: '@desktop-in-storm',
}, async ({ page }) => {
  await watchShifts(page)
  const paths = ['/centers', '/services/psicoterapia']
  await page.goto('/centers')
  const profile = page.locator('main a[href^="/centers/"]').first()
  paths.push((await profile.getAttribute('href')) ?? '')
  for (const path of paths) {
    await page.goto(path)
    await whenInteractive(page)
    await expect(
      page.getByText(/^Las horas son las de Uruguay\. En tu zona horaria son \d horas más\.$/).first(),
    ).toBeAttached()
    await expect(page.getByText('Cargando horas libres')).toHaveCount(0)
    await page.waitForLoadState('networkidle')
    expect(await page.evaluate(() => window.shifts.filter(({ by }) => by > 0.005)), path).toEqual([])
    await expectNoOverflow(page)
  }
})
