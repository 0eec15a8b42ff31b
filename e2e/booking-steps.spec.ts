import { expect, type Page } from '@playwright/test'

import { atCenter } from '#contract/center-words.ts'
import type { CenterProfile } from '#contract/centers.ts'

import { holdByApi } from './booking-by-api.ts'
import { bookingSteps, clock, heldMoment, registerInPlace } from './booking-page.ts'
import { expectAccessible, test, whenInteractive } from './fixtures.ts'
import { newPerson } from './person.ts'

/** A team, whose services name who gives them, with several services. */
const hasSeveralServices = ({ professionals }: CenterProfile) =>
  professionals.length > 1 &&
  new Set(professionals.flatMap(({ services }) => services.map(({ name }) => name))).size > 1

/** A centre's booking page, with nothing chosen and nothing held. */
async function openBooking(page: Page): Promise<string> {
  const { centerId } = await holdByApi(page, { accepts: hasSeveralServices })
  await page.request.delete('/api/v1/appointments/hold')
  await page.goto(`/book/${centerId}`)
  await whenInteractive(page)
  return centerId
}

const currentStep = (page: Page) =>
  page.getByRole('navigation', { name: 'Pasos de la reserva' }).locator('[aria-current="step"]')

test('the browser’s back button goes from the third step to the second and the first, and forward again', async ({
  page,
}) => {
  const { when, countdown } = bookingSteps(page)
  await openBooking(page)
  await expect(currentStep(page)).toContainText('Qué')
  const services = page.getByRole('region', { name: 'Qué necesitas' }).getByRole('listitem')
  // Each service names its specialty and its professional.
  await expect(services.first()).toContainText(/\scon\s\p{Lu}/u)
  await services.first().getByRole('link').click()
  await expect(currentStep(page)).toContainText('Cuándo')
  await expect(page).toHaveURL(/step=when/)
  const free = when.getByRole('button', { name: clock })
  const nextFree = when.getByRole('button', { name: /^Próximo día libre/ })
  await expect(free.first().or(nextFree)).toBeVisible()
  if (await nextFree.isVisible()) await nextFree.click()
  await free.last().click()
  await expect(currentStep(page)).toContainText('Confirmar')
  const held = await heldMoment(page)

  await page.goBack()
  await expect(currentStep(page)).toContainText('Cuándo')
  await expect(countdown).toBeVisible()
  await expect(when.getByRole('button', { name: held.split(', ')[1], pressed: true })).toBeVisible()
  await page.goBack()
  await expect(currentStep(page)).toContainText('Qué')
  await expect(services.first()).toBeVisible()
  await page.goForward()
  await page.goForward()
  await expect(currentStep(page)).toContainText('Confirmar')
  expect(await heldMoment(page)).toBe(held)

  await page.goBack()
  await page.getByRole('button', { name: 'Seguir con esta hora' }).click()
  await expect(currentStep(page)).toContainText('Confirmar')
})

test('when a visitor with a hold chooses another centre’s time, the page asks first and then continues', async ({
  page,
}) => {
  const other = await holdByApi(page)
  await page.request.delete('/api/v1/appointments/hold')
  const { centerId } = await holdByApi(page, { accepts: ({ id }) => id !== other.centerId })
  const { service, startsAt, place } = other.appointment
  await page.goto(`/book/${other.centerId}?${new URLSearchParams({ offer: service.id, at: startsAt, place })}`)
  const take = page.getByRole('button', { name: /^Guardar (lunes|martes|miércoles|jueves|viernes|sábado|domingo)/ })
  await expect(take).toBeVisible()
  await expectAccessible(page)

  await test.step('also after a look at the other booking', async () => {
    await page.getByRole('link', { name: 'Terminar esa reserva' }).click()
    await expect(page).toHaveURL(new RegExp(`/book/${centerId}`))
    await page.goBack()
  })
  await take.click()
  await expect(currentStep(page)).toContainText('Confirmar')
  const { name: centerName, worksAlone, professionals } = other.center
  const where = atCenter({ centerName, worksAlone, professionalName: professionals[0]?.name })
  await expect(page.getByRole('heading', { level: 1, name: `Reservar ${where}` })).toBeVisible()
  await expect(bookingSteps(page).countdown).toBeVisible()
})

// In `npm test`: web/screens/booking.test.tsx has the page, and dashboard.test.tsx there the links to moving and cancelling.
test('the page after booking shows price, map, directions and telephone, and leads to moving and cancelling', {
  tag: '@storm',
}, async ({ page }) => {
  const { centerId } = await holdByApi(page, {
    accepts: ({ latitude, phone, professionals }) =>
      latitude !== null &&
      phone !== null &&
      professionals.every(({ modalities }) => modalities.some((name) => name === 'Presencial' || name === 'Mixta')),
  })
  await page.goto(`/book/${centerId}?step=confirm`)
  await registerInPlace(page, newPerson())
  await expect(
    page.getByRole('heading', {
      level: 1,
      name: /^(¡Reserva confirmada!|Tu hora está reservada|Tu pedido de reserva)/,
    }),
  ).toBeVisible()
  const main = page.getByRole('main')
  await expect(main).toContainText(/Precio\$\s[\d.]+/)
  // The map loads when it is nearly in view, and how far below it lies depends on the centre's terms.
  await main.getByRole('link', { name: /^Ver cómo llegar/ }).scrollIntoViewIfNeeded()
  await expect(main.getByRole('group', { name: /^Mapa con el lugar de/ })).toBeVisible()
  await expect(main.getByRole('link', { name: /^Ver cómo llegar/ })).toHaveAttribute('href', /destination=-3\d\./)
  await expect(main.getByRole('link', { name: /^Llamar al centro/ })).toHaveAttribute('href', /^tel:\+?\d+$/)
  await expect(main.getByRole('button', { name: 'Agregar al calendario' })).toBeVisible()
  await expectAccessible(page)

  await main.getByRole('link', { name: 'Cambiar la hora' }).click()
  await expect(page.getByRole('dialog', { name: 'Mover la cita' })).toBeVisible()
  await expect(page).toHaveURL('/dashboard')
  await page.goBack()
  await main.getByRole('link', { name: 'Cancelar la cita' }).click()
  await expect(page.getByRole('dialog', { name: /^¿Cancelar la cita del/ })).toBeVisible()
})
