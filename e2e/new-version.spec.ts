import { expect, type Page } from '@playwright/test'

import { registerPatient } from './by-api.ts'
import { test, whenInteractive, withoutLiveStream } from './fixtures.ts'
import { newPerson } from './person.ts'

/** The files of the part no longer exist, as after a deploy. */
async function removeFiles(page: Page, name: string): Promise<void> {
  await page.route(`**/assets/${name}-*.js`, (route) => route.fulfill({ status: 404 }))
}

// React reports the page that cannot hydrate without its part.
test.use({ provokes: /404|422|Hay una versión nueva|React error #520/ })

test('a part that a deploy has replaced reloads the page once, with what was typed', async ({ page }) => {
  let loads = 0
  page.on('load', () => {
    loads += 1
  })
  await page.addInitScript(() => localStorage.setItem('senda.welcome-seen', '1'))
  await page.goto('/')
  await whenInteractive(page)
  const support = page.getByRole('button', { name: /^Soporte/ })
  await support.waitFor()
  // What keeps the text arrives once the page is idle.
  await page.waitForLoadState('networkidle')
  const need = page.getByLabel('Qué necesitas')
  await need.fill('dolor de rodilla')
  await removeFiles(page, 'support-panel')
  await support.click()
  await expect(page.getByText('Actualizamos Senda')).toBeVisible()
  await expect(need).toHaveValue('dolor de rodilla')
  expect(loads).toBe(2)

  await support.click()
  await expect(page.getByText('Hay una versión nueva.', { exact: false })).toBeVisible()
  await expect(need).toHaveValue('dolor de rodilla')
  expect(loads).toBe(2)

  await page.unroute('**/assets/support-panel-*.js')
  await support.click()
  await expect(page.getByRole('dialog', { name: 'Soporte' })).toBeVisible()
})

// In `npm test`: web/platform/part-files.test.ts, and error-page.test.tsx of web/features/shell.
test('a page that a deploy has replaced is opened in its new version, and «Reintentar» is never dead', {
  tag: '@storm',
}, async ({ page }) => {
  await page.goto('/faq')
  await whenInteractive(page)
  await removeFiles(page, 'contact')
  await page.getByRole('main').getByRole('link', { name: 'Hacer otra pregunta' }).click()
  await expect(page.getByRole('button', { name: 'Reintentar' })).toBeVisible()
  await expect(page).toHaveURL('/contact')

  await page.unroute('**/assets/contact-*.js')
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expect(page.getByLabel(/^Nombre/)).toBeVisible()
})

test('what a page of an earlier version sends, and a newer server refuses, opens the new version with what was typed', async ({
  page,
}) => {
  await withoutLiveStream(page)
  await registerPatient(page, newPerson())
  await page.goto('/dashboard?tab=profile')
  await whenInteractive(page)
  const name = page.getByLabel('Nombre completo')
  await name.fill('Ana Paula Duarte')
  await page.waitForLoadState('networkidle')
  // The newer server asks for a field that this page does not know.
  await page.route('**/api/v1/me/profile', (route) => route.continue({ postData: JSON.stringify({ unknown: true }) }))
  await page.route('**/assets/*.js', (route) =>
    route.request().method() === 'HEAD' ? route.fulfill({ status: 404 }) : route.continue(),
  )
  await page.getByRole('button', { name: 'Guardar cambios' }).click()
  await expect(page.getByText('Actualizamos Senda')).toBeVisible()
  await expect(name).toHaveValue('Ana Paula Duarte')
})
