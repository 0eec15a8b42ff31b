import { expect, type Locator, type Page } from '@playwright/test'

import { holdByApi } from './booking-by-api.ts'
import { registerPatient } from './by-api.ts'
import { expectAccessible, expectNoOverflow, test } from './fixtures.ts'
import { newPerson, type Person } from './person.ts'

/** The patient books on the page, and is taken to the dashboard. */
async function book(page: Page): Promise<void> {
  const { centerId } = await holdByApi(page, { accepts: ({ confirmsManually }) => !confirmsManually })
  await page.goto(`/book/${centerId}?step=confirm`)
  await page.getByRole('button', { name: 'Confirmar reserva' }).click()
  await expect(
    page.getByRole('heading', { level: 1, name: /^(¡Reserva confirmada!|Tu hora está reservada)$/ }),
  ).toBeVisible()
}

async function payByCard(dialog: Locator, person: Person, number: string): Promise<void> {
  await dialog.getByLabel(/^Número de tarjeta/).fill(number)
  await dialog.getByLabel(/^Nombre como/).fill(`${person.firstName} ${person.lastName}`)
  await dialog.getByLabel(/^Vencimiento/).fill('1239')
  await dialog.getByLabel(/^CVV/).fill('123')
  await dialog.getByRole('button', { name: /^Pagar \$/ }).click()
}

test('a patient pays a booking after a declined card, and prints the receipt', { tag: '@phone-in-storm' }, async ({
  page,
}) => {
  const person = newPerson()
  await registerPatient(page, person)
  await book(page)
  await page.goto('/dashboard')
  await page.getByRole('button', { name: /^Más: / }).click()
  await page.getByRole('menuitem', { name: 'Pagar' }).click()
  const dialog = page.getByRole('dialog', { name: 'Pagar' })
  await expect(dialog.getByText('Cómo pagas')).toBeVisible()
  await expectAccessible(page)
  await expectNoOverflow(page)

  await payByCard(dialog, person, '4000000000000002')
  await expect(dialog.getByText(/^Error en el pago\. /)).toBeVisible()
  await payByCard(dialog, person, '4111111111111111')
  await expect(page.getByText('¡Pago exitoso!')).toBeVisible()
  await expect(page.getByText(/Ya está pagada/)).toBeVisible()

  await page.getByText('Ver el recibo').click()
  await expect(page.getByRole('heading', { level: 1, name: /^Recibo nº \d+$/ })).toBeVisible()
  await expect(page.getByText('Visa terminada en 1111')).toBeVisible()
  await expectAccessible(page)
  await expectNoOverflow(page)
  // On paper: the receipt alone, within one page of A4.
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('contentinfo')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Imprimir' })).toBeHidden()
})

// In `npm test`: server/payment-storms.test.ts, and web/screens/payments.test.tsx.
test('two tabs that pay one appointment charge it once', { tag: '@storm' }, async ({ page, context }) => {
  const person = newPerson()
  await registerPatient(page, person)
  await book(page)
  const other = await context.newPage()
  const dialogs = []
  for (const tab of [page, other]) {
    await tab.goto('/dashboard')
    await tab.getByRole('button', { name: /^Más: / }).click()
    await tab.getByRole('menuitem', { name: 'Pagar' }).click()
    const dialog = tab.getByRole('dialog', { name: 'Pagar' })
    await expect(dialog.getByText('Cómo pagas')).toBeVisible()
    dialogs.push(dialog)
  }
  const [first, second] = dialogs
  if (!first || !second) throw new Error('two dialogs')
  await payByCard(first, person, '4111111111111111')
  await expect(page.getByText(/Ya está pagada/)).toBeVisible()
  await payByCard(second, person, '5555555555554444')
  await expect(second.getByText(/ya está paga/i)).toBeVisible()
  await page.goto('/dashboard?tab=history')
  await expect(page.getByText(/^Recibo nº|Ver el recibo/)).toHaveCount(1)
})
