import { expect, type Page } from '@playwright/test'

import { stormSize } from '#server/testing/storm.ts'
import { holdByApi } from './booking-by-api.ts'
import { bookingSteps } from './booking-page.ts'
import { registerPatient } from './by-api.ts'
import { test } from './fixtures.ts'
import { newPerson, signIn } from './person.ts'

const screens = [
  { width: 360, height: 740 },
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
]

/** `npm test` has a phone and a wide screen; toast-place.test.ts of web/ui computes the place for any. */
const shown = stormSize({ short: 0, long: 1 })
  ? screens
  : screens.filter(({ width }) => width === 390 || width === 1440)

const toastOf = (page: Page, text: string) => page.locator('[data-toast]').filter({ hasText: text })

/** The fields, errors, bars and timers that a toast covers, and in a dialog its title and its buttons. */
async function coveredByToasts(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const dialog = document.querySelector('[role=dialog],[role=alertdialog]')
    const selector =
      'body > senda-page > header, input, select, textarea, [role=alert], [role=timer], [data-sticky-bar], [data-bottom-bar], button[type=submit], [role=dialog] :is(h2, button)'
    const toasts = [...document.querySelectorAll('[data-toast]')].map((toast) => toast.getBoundingClientRect())
    return [...document.querySelectorAll(selector)]
      .filter((element) => !element.closest('[data-toast]') && (dialog === null || dialog.contains(element)))
      .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .filter((element) => {
        const { left, right, top, bottom } = element.getBoundingClientRect()
        return toasts.some(
          (toast) => left < toast.right && right > toast.left && top < toast.bottom && bottom > toast.top,
        )
      })
      .map((element) => `${element.nodeName} ${element.textContent?.slice(0, 40)}`)
  })
}

const expectNothingCovered = (page: Page, where: string) =>
  expect.poll(() => coveredByToasts(page), { message: where, timeout: 3000 }).toEqual([])

test('a toast covers no field, error or bar, at any width', { tag: '@phone-in-storm' }, async ({ page }) => {
  for (const screen of shown) {
    await page.setViewportSize(screen)
    await page.goto('/login')
    await signIn(page, { email: 'paciente@demo.uy', password: 'no-es-la-mía' })
    await expect(toastOf(page, 'Error')).toBeVisible()
    await expect(toastOf(page, 'Error')).toBeInViewport({ ratio: 1 })
    await expectNothingCovered(page, `/login at ${screen.width}`)

    await page.goto('/register')
    await page.getByRole('button', { name: 'Siguiente' }).click()
    await expect(toastOf(page, 'Campo requerido')).toBeVisible()
    await expectNothingCovered(page, `/register at ${screen.width}`)
    await page.mouse.wheel(0, 120)
    await expectNothingCovered(page, `/register scrolled at ${screen.width}`)
  }
})

test('a toast moves off the buttons of a dialog that opens below it', { tag: '@phone-in-storm' }, async ({ page }) => {
  await registerPatient(page, newPerson())
  for (const screen of shown) {
    await page.setViewportSize(screen)
    await page.goto('/account?seccion=eliminar')
    await expect(page.getByRole('button', { name: 'Eliminar mi cuenta' })).toBeEnabled()
    await page.route('**/auth/v1/resend*', (route) => route.abort())
    await page.getByRole('status').getByRole('button', { name: 'Reenviar correo' }).click()
    await expect(toastOf(page, 'Error')).toBeVisible()
    await page.getByRole('button', { name: 'Eliminar mi cuenta' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toBeVisible()
    await expect(toastOf(page, 'Error')).toBeVisible()
    await expectNothingCovered(page, `dialog at ${screen.width}`)
    await dialog.getByRole('button', { name: 'Cerrar' }).click()
    await expect(dialog).toBeHidden()
  }
})

for (const screen of shown.filter(({ width }) => width === 390 || width === 1440)) {
  // In `npm test`: on a phone, where the bar and the countdown leave the least room.
  const tag = screen.width === 390 ? '@phone-in-storm' : '@storm'
  test(`a toast leaves the held time and its bar in view at ${screen.width} px`, { tag }, async ({ page }) => {
    await page.setViewportSize(screen)
    const person = newPerson()
    await registerPatient(page, person)
    await page.evaluate(() => localStorage.clear())
    const { centerId } = await holdByApi(page)
    await page.goto(`/login?${new URLSearchParams({ next: `/book/${centerId}?step=confirm` })}`)
    await signIn(page, person)
    await expect(page).toHaveURL(/\/book\//)
    await expect(bookingSteps(page).countdown).toBeVisible()
    await expect(toastOf(page, 'Has iniciado sesión correctamente')).toBeVisible()
    await expectNothingCovered(page, 'the booking page')
  })
}

test('on a phone a toast is above the bar at its end, which covers nothing', { tag: '@desktop-in-storm' }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await registerPatient(page, newPerson())
  await page.goto('/account?seccion=avisos')
  const bar = page.getByRole('navigation', { name: 'Tus lugares' })
  await expect(bar.getByRole('link', { name: 'Cuenta' })).toHaveAttribute('aria-current', 'page')
  await page.route('**/auth/v1/resend*', (route) => route.abort())
  await page.getByRole('status').getByRole('button', { name: 'Reenviar correo' }).click()
  const toast = toastOf(page, 'Error')
  await expect(toast).toBeVisible()
  await expectNothingCovered(page, '/account at 390')
  const [toastBox, barBox] = [await toast.boundingBox(), await bar.boundingBox()]
  expect((toastBox?.y ?? 0) + (toastBox?.height ?? 0)).toBeLessThanOrEqual(barBox?.y ?? 0)
  // The end of the page stays above the bar.
  await page
    .getByRole('contentinfo')
    .getByText(/Todos los derechos/)
    .scrollIntoViewIfNeeded()
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  const end = await page.getByRole('contentinfo').boundingBox()
  expect((end?.y ?? 0) + (end?.height ?? 0)).toBeLessThanOrEqual((await bar.boundingBox())?.y ?? 0)
})
