import { expect, type Locator, type Page, test } from '@playwright/test'

import type { Person } from './person.ts'

/** The name of a time's button. */
export const clock = /^\d\d:\d\d$/
/** A day and time as the screens format them: "lunes 2 de noviembre, 09:00". */
const moment = /(lunes|martes|miércoles|jueves|viernes|sábado|domingo) \d+ de \p{L}+, \d\d:\d\d/u

/** The steps of /book, by their names on the screen. */
export function bookingSteps(page: Page) {
  return {
    when: page.getByRole('region', { name: 'Cuándo' }),
    confirm: page.getByRole('region', { name: 'Confirmar' }),
    countdown: page.getByRole('timer', { name: 'Tiempo que la hora queda guardada' }),
  }
}

export async function searchFromHome(page: Page, { need, place }: { need: string; place: string }): Promise<void> {
  await page.getByLabel('Qué necesitas').fill(need)
  await page.getByLabel('Dónde').selectOption({ label: place })
  // Any day; otherwise the list depends on today's free times.
  await page.getByLabel('Cuándo').selectOption({ label: 'Cualquier día' })
  await page.getByRole('button', { name: 'Buscar', exact: true }).click()
  await expect(page.getByText(`los más cercanos a ${place} primero`)).toBeVisible()
}

/** From the results to the booking page of a nearby centre that offers the service. Parallel tests use different centres. */
export async function openService(page: Page, service: string): Promise<void> {
  const selling = page
    .getByRole('article')
    .filter({ hasText: new RegExp(`: reservar [^:]*${service}[^:]* (en|con) `, 'i') })
  await expect(selling.first()).toBeVisible()
  const index = test.info().parallelIndex % (await selling.count())
  await selling.nth(index).getByRole('heading').getByRole('link').click()
  const prices = page.getByRole('region', { name: 'Servicios y precios' })
  await prices
    .getByRole('link', { name: new RegExp(`^Reservar .*${service}`, 'i') })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1, name: /^Reservar (en|con) / })).toBeVisible()
}

/** Shows the next week with free times, far enough ahead that no time passes during the test. */
export async function openNextWeek(picker: Locator): Promise<void> {
  const times = picker.getByRole('button', { name: clock })
  const nextFree = picker.getByRole('button', { name: /^Próximo día libre/ })
  const range = picker.getByText(/^\d+( de \p{L}+)? al \d+ de \p{L}+$/u)
  await expect(times.first()).toBeVisible()
  const before = (await range.textContent()) ?? ''
  await picker.getByRole('button', { name: 'Semana siguiente' }).click()
  await expect(range).not.toHaveText(before)
  await expect(times.first().or(nextFree)).toBeVisible()
  if (await nextFree.isVisible()) await nextFree.click()
  await expect(times.first()).toBeVisible()
}

/** The day and time in a text. */
export async function momentIn(place: Locator): Promise<string> {
  await expect(place).toContainText(moment)
  const [found] = moment.exec((await place.textContent()) ?? '') ?? []
  if (!found) throw new Error('The text lost its day and time.')
  return found
}

/** Selects the first free time of the visible day and waits until it is held. */
export async function holdFirstTime(page: Page): Promise<string> {
  const { when, countdown } = bookingSteps(page)
  await when.getByRole('button', { name: clock }).first().click()
  await expect(countdown).toHaveText(/^Tu hora, guardada (10:00|9:[0-5]\d)$/)
  return await heldMoment(page)
}

/** The day and time in the confirm step: in the summary on a phone, beside "Cuándo" on a wide screen. */
export async function heldMoment(page: Page): Promise<string> {
  return await momentIn(page.getByText(moment).filter({ visible: true }).first())
}

/** Fills in and sends the registration in the open confirm step, which also confirms the booking. */
export async function registerInPlace(page: Page, person: Person): Promise<void> {
  await page.getByLabel('Nombre y apellido').fill(`${person.firstName} ${person.lastName}`)
  await page.getByLabel('Teléfono').fill(person.phone)
  await page.getByLabel('Correo electrónico').fill(person.email)
  await page.getByLabel(/^Contraseña/).fill(person.password)
  await page.getByRole('checkbox', { name: /acepto los términos/ }).check()
  const address = page.getByLabel('Dirección de la visita')
  if (await address.isVisible()) await address.fill(person.address)
  await page.getByRole('button', { name: 'Crear cuenta y confirmar' }).click()
}

/** Whether the time is free; the picker shows the week of its day, or an earlier one, as others may have booked the times before it. */
export async function expectFree(picker: Locator, at: string): Promise<void> {
  const [day = '', time = ''] = at.split(', ')
  const radio = picker.getByRole('radio', { name: new RegExp(`^${day},`) })
  await expect(picker.getByRole('button', { name: clock }).first()).toBeVisible()
  for (let weeks = 0; weeks < 4 && (await radio.count()) === 0; weeks += 1) await openNextWeek(picker)
  await radio.check()
  await expect(picker.getByRole('button', { name: time, exact: true })).toBeEnabled()
}
