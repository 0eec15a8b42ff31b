import { expect } from '@playwright/test'

import {
  bookingSteps,
  clock,
  expectFree,
  holdFirstTime,
  momentIn,
  openNextWeek,
  openService,
  registerInPlace,
  searchFromHome,
} from './booking-page.ts'
import { countOnlyRealPresses, expectAccessible, test } from './fixtures.ts'
import { newPerson } from './person.ts'

// In `npm test`: book-by-keyboard.spec.ts books, moves and cancels, and few-taps.spec.ts books on a phone.
test('a visitor registers while booking, moves the appointment, cancels it, and the time is free again', {
  tag: '@storm',
}, async ({ page }) => {
  const { when, confirm, countdown } = bookingSteps(page)
  const accessible = () => expectAccessible(page)
  let held = ''
  let moved = ''

  await countOnlyRealPresses(page)
  await test.step('searches from the home page', async () => {
    await page.goto('/')
    const welcome = page.getByRole('dialog', { name: 'Te damos la bienvenida a Senda' })
    await expect(welcome).toBeVisible()
    await accessible()
    await welcome.getByRole('button', { name: 'Saltar' }).click()
    await expect(welcome).toBeHidden()
    await accessible()
    await searchFromHome(page, { need: 'fisio', place: 'Pocitos' })
    await expect(page).toHaveURL(/\/centers\?q=fisio&near=pocitos/)
    await accessible()
  })

  await test.step('chooses a time, which is held for ten minutes', async () => {
    await openService(page, 'fisio')
    await openNextWeek(when)
    await accessible()
    held = await holdFirstTime(page)
    await accessible()
  })

  await test.step('registers inside the confirm step, and confirms with the same click', async () => {
    await expect(confirm).toContainText('Crea tu cuenta para confirmar')
    await expect(countdown).toBeVisible()
    await registerInPlace(page, newPerson())
    await expect(
      page.getByRole('heading', { level: 1, name: /^(¡Reserva confirmada!|Tu hora está reservada)$/ }),
    ).toBeVisible()
    await expect(page.getByRole('main')).toContainText(held)
    await accessible()
  })

  const next = page.getByRole('region', { name: /Tu próxima cita/ })

  await test.step('sees it in the dashboard', async () => {
    await page.getByRole('link', { name: 'Ver mis citas' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Mi Dashboard' })).toBeVisible()
    await expect(next).toContainText(held)
    await expect(next).toContainText('Próxima')
    await accessible()
  })

  await test.step('moves it', async () => {
    await next.getByRole('button', { name: /^Mover/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Mover la cita' })
    await openNextWeek(dialog)
    await dialog.getByRole('button', { name: clock }).first().click()
    moved = await momentIn(dialog.getByText(/^Elegiste el/))
    await accessible()
    await dialog.getByRole('button', { name: /^Mover al/ }).click()
    await expect(page.getByText('Cita movida')).toBeVisible()
    await expect(next).toContainText(moved)
  })

  await test.step('cancels it', async () => {
    await next.getByRole('button', { name: /^Más: / }).click()
    await page.getByRole('menuitem', { name: 'Cancelar la cita' }).click()
    const dialog = page.getByRole('dialog', { name: `¿Cancelar la cita del ${moved}?` })
    await dialog.getByLabel('Motivo').fill('Me surgió un viaje.')
    await accessible()
    await dialog.getByRole('button', { name: 'Cancelar la cita' }).click()
    await expect(page.getByText('Cita cancelada')).toBeVisible()
    await expect(page.getByText('No tienes citas próximas')).toBeVisible()
    await page.getByRole('tab', { name: 'Historial' }).click()
    await expect(page.getByRole('tabpanel')).toContainText('La cancelaste tú')
    await accessible()
  })

  await test.step('finds both times free', async () => {
    await page
      .getByRole('tabpanel')
      .getByRole('button', { name: /^Ver detalles/ })
      .click()
    await page.getByRole('dialog').getByRole('link', { name: 'Elegir otra hora' }).click()
    await expectFree(when, held)
    await expectFree(when, moved)
  })
})
