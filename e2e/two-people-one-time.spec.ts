import { expect, type Page } from '@playwright/test'

import { appointmentErrors } from '#contract/appointments.ts'

import {
  bookingSteps,
  clock,
  holdFirstTime,
  openNextWeek,
  openService,
  registerInPlace,
  searchFromHome,
} from './booking-page.ts'
import { expectAccessible, test } from './fixtures.ts'
import { newPerson } from './person.ts'

const nearest = 'Las horas libres más cercanas:'
const ranOut = 'La reserva estuvo guardada 10 minutos y venció. Elige el horario de nuevo.'

/** A week of massages in which no other journey books. */
async function openMassages(page: Page): Promise<void> {
  await page.goto('/')
  await searchFromHome(page, { need: 'masaje', place: 'Pocitos' })
  await openService(page, /^Reservar .*masaje/i)
  await openNextWeek(bookingSteps(page).when)
}

test('when two visitors choose one time, the second reads that it is taken, and other times are offered', async ({
  page,
  visitor,
}) => {
  const { when, countdown } = bookingSteps(page)
  const other = await visitor()
  await openMassages(page)
  // The same page, opened before any time was held.
  await other.goto(page.url())
  const free = bookingSteps(other).when.getByRole('button', { name: clock })
  await expect(free.first()).toBeVisible()

  const taken = await holdFirstTime(other)
  await when.getByRole('button', { name: clock }).first().click()
  const notice = page.getByRole('alert').filter({ hasText: 'Ese horario ya está ocupado. Elige otro, por favor.' })
  await expect(notice).toContainText(nearest)
  await expect(countdown).toBeHidden()
  await expectAccessible(page)

  await notice
    .getByRole('button', { name: /\d\d:\d\d$/ })
    .first()
    .click()
  await expect(countdown).toBeVisible()
  await expect(when).not.toContainText(taken)
  await expect(notice).toBeHidden()
})

test('a hold that expires on the screen is released, and its time is offered again', async ({ page }) => {
  const { when, confirm, countdown } = bookingSteps(page)
  await page.clock.install()
  await openMassages(page)
  await holdFirstTime(page)
  await page.clock.fastForward('08:30')
  await expect(countdown).toHaveText(/^Tu hora, guardada 1:\d\d$/)
  await expect(page.getByText('Quedan menos de dos minutos para confirmar la hora.')).toBeAttached()
  await page.clock.fastForward('02:00')
  await expect(page.getByRole('alert').filter({ hasText: ranOut })).toBeVisible()
  await expect(countdown).toBeHidden()
  await expect(when.getByRole('button', { name: clock }).first()).toBeVisible()
  await expect(confirm).toContainText('Al elegir una hora te la guardamos 10 minutos, sin compromiso.')
  await expectAccessible(page)
})

test('confirming a hold that expired on the server says so', async ({ page }) => {
  const { countdown } = bookingSteps(page)
  await openMassages(page)
  await holdFirstTime(page)
  const { status, message } = appointmentErrors['appointments.hold_expired']
  // Ten minutes are too long for a test, so it replaces this one response with that of an expired hold.
  await page.route('**/api/v1/appointments/*/confirm', (route) =>
    route.fulfill({
      status,
      json: { defined: true, code: 'appointments.hold_expired', status, message, requestId: 'journey' },
    }),
  )
  await registerInPlace(page, newPerson())
  const notice = page.getByRole('alert').filter({ hasText: ranOut })
  await expect(notice).toContainText(nearest)
  await expect(countdown).toBeHidden()
  await expectAccessible(page)

  await page.unroute('**/api/v1/appointments/*/confirm')
  await notice
    .getByRole('button', { name: /\d\d:\d\d$/ })
    .first()
    .click()
  await expect(countdown).toBeVisible()
  await page.getByRole('button', { name: 'Confirmar reserva' }).click()
  await expect(page.getByRole('heading', { name: '¡Reserva confirmada!' })).toBeVisible()
})
