import { expect, type Locator, type Page } from '@playwright/test'

import { bookingSteps } from './booking-page.ts'
import { registerPatient } from './by-api.ts'
import { countOnlyRealPresses, test, whenInteractive } from './fixtures.ts'
import { newPerson } from './person.ts'

/** Taps and fills in fields, and counts both. */
function countingActions() {
  const count = { taps: 0, fields: 0 }
  return {
    count,
    async tap(target: Locator): Promise<void> {
      count.taps++
      await target.click()
    },
    async fill(field: Locator, text: string): Promise<void> {
      count.fields++
      await field.fill(text)
    },
    async choose(field: Locator, label: string): Promise<void> {
      count.fields++
      await field.selectOption({ label })
    },
  }
}

// Only taps on a phone are counted. Each test has a service of its own, which no other journey books.
/** The next free time of a card whose service is given at the centre, so that the booking needs no address. */
const firstTime = (page: Page) =>
  page
    .getByRole('article')
    .getByRole('link', { name: /: reservar (?!.*domicilio)/ })
    .first()

async function expectBooked(page: Page): Promise<void> {
  await expect(
    page.getByRole('heading', { level: 1, name: /^(¡Reserva confirmada!|Tu hora está reservada|¡Pedido enviado!)$/ }),
  ).toBeVisible()
}

test('a visitor gets from the home page to a booked appointment, registering on the way, in at most 8 taps and 6 fields', {
  tag: '@phone-only',
}, async ({ page }) => {
  const { count, tap, fill, choose } = countingActions()
  const person = newPerson()
  await countOnlyRealPresses(page)
  await page.goto('/')
  await tap(
    page.getByRole('dialog', { name: 'Te damos la bienvenida a Senda' }).getByRole('button', { name: 'Saltar' }),
  )
  await fill(page.getByLabel('Qué necesitas'), 'tartamudez')
  // Late in the day nothing is free today.
  await choose(page.getByLabel('Cuándo'), 'Cualquier día')
  await tap(page.getByRole('button', { name: 'Buscar', exact: true }))
  await tap(firstTime(page))
  await expect(bookingSteps(page).countdown).toBeVisible()
  await fill(page.getByLabel('Nombre y apellido'), `${person.firstName} ${person.lastName}`)
  await fill(page.getByLabel('Teléfono'), person.phone)
  await fill(page.getByLabel('Correo electrónico'), person.email)
  await fill(page.getByLabel(/^Contraseña/), person.password)
  await tap(page.getByRole('checkbox', { name: /acepto los términos/ }))
  await tap(page.getByRole('button', { name: /^Crear cuenta y / }))
  await expectBooked(page)
  expect(count.taps).toBeLessThanOrEqual(8)
  expect(count.fields).toBeLessThanOrEqual(6)
})

test('a patient with an account books in at most 4 taps after the search', { tag: '@phone-only' }, async ({ page }) => {
  await registerPatient(page, newPerson())
  await page.goto('/centers?q=acupuntura&when=any')
  await whenInteractive(page)
  const { count, tap } = countingActions()
  await tap(firstTime(page))
  await expect(bookingSteps(page).countdown).toBeVisible()
  await tap(page.getByRole('button', { name: /^(Confirmar|Pedir) reserva$/ }))
  await expectBooked(page)
  expect(count.taps).toBeLessThanOrEqual(4)
})
