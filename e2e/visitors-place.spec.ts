import { expect, type Page } from '@playwright/test'

import { expectAccessible, test, whenInteractive } from './fixtures.ts'

const pocitos = { latitude: -34.9112, longitude: -56.1518 }

async function expectLocationError(page: Page, text: string): Promise<void> {
  const notice = page.getByRole('alert')
  await expect(notice).toContainText(text)
  await expect(notice).toContainText('Los centros aparecen sin ordenar por distancia.')
  // The results stay.
  await expect(page.getByRole('article').first()).toBeVisible()
}

test('a click on the location button sorts the results by distance', async ({ page, context }) => {
  await context.setGeolocation(pocitos)
  await context.grantPermissions(['geolocation'])
  // With a place in the URL, the page requests no location on load.
  await page.goto('/centers?near=salto&when=any')
  await whenInteractive(page)
  await page.getByRole('button', { name: 'Usar mi ubicación' }).click()
  await expect(page).toHaveURL(
    ({ searchParams }) =>
      searchParams.size === 2 && searchParams.get('at') === '-34.911,-56.152' && searchParams.get('when') === 'any',
  )
  await expect(page.getByText('los más cercanos a ti primero')).toBeVisible()
  await expect(page.getByRole('article').first()).toContainText(/a (\d+\sm|pasos|\d,\d\skm)/)
  await expect(page.getByRole('button', { name: 'Actualizar mi ubicación' })).toBeVisible()

  // From now on the browser knows the permission, and the page requests the location on load.
  await page.goto('/centers')
  await expect(page).toHaveURL(/at=-34\.911/)
})

// In `npm test`: the end of the journey above.
test('when the permission was granted before, the page requests the location on load', { tag: '@storm' }, async ({
  page,
  context,
}) => {
  await context.setGeolocation(pocitos)
  await context.grantPermissions(['geolocation'])
  await page.goto('/centers')
  await expect(page).toHaveURL(/at=-34\.911/)
})

test('when the permission is denied, the location stays unknown', async ({ page }) => {
  await page.goto('/centers')
  await whenInteractive(page)
  await page.getByRole('button', { name: 'Usar mi ubicación' }).click()
  await expectLocationError(page, 'Acceso a la ubicación denegado')
  await expectAccessible(page)
})

// In `npm test`: search-screen.test.tsx of web/features/centers/search.
test('when the browser fails, the location stays unknown', { tag: '@storm' }, async ({ page }) => {
  await page.addInitScript(() => {
    const codes = [2, 3, 99]
    navigator.geolocation.getCurrentPosition = (_found, failed) =>
      failed?.({ code: codes.shift(), message: '' } as GeolocationPositionError)
  })
  await page.goto('/centers')
  await whenInteractive(page)
  for (const text of ['Información de ubicación no disponible', 'Tiempo de espera agotado', 'Error desconocido']) {
    await page.getByRole('button', { name: 'Usar mi ubicación' }).click()
    await expectLocationError(page, text)
  }
})

// In `npm test`: search-screen.test.tsx of web/features/centers/search.
test('in a browser without geolocation, the location stays unknown', { tag: '@storm' }, async ({ page }) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(Navigator.prototype, 'geolocation')
  })
  await page.goto('/centers')
  await whenInteractive(page)
  await page.getByRole('button', { name: 'Usar mi ubicación' }).click()
  await expectLocationError(page, 'La geolocalización no es compatible con este navegador')
})
