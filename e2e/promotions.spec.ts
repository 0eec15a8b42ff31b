import { expect } from '@playwright/test'

import { holdByApi } from './booking-by-api.ts'
import { registerPatient, signInByApi } from './by-api.ts'
import { expectAccessible, expectNoOverflow, test, withoutLiveStream } from './fixtures.ts'
import { confirmByMail } from './mail-page.ts'
import { newPerson } from './person.ts'

// In `npm test`: web/screens/promotions.test.tsx and payments.test.tsx there.
test('a patient applies a published promotion, pays less with it, and the centre of the code sees the use', {
  tag: '@storm',
}, async ({ page }) => {
  await withoutLiveStream(page)
  const person = newPerson()
  await registerPatient(page, person)
  await confirmByMail(page, person)
  const { centerId } = await holdByApi(page, { accepts: ({ confirmsManually }) => !confirmsManually })
  await page.goto(`/book/${centerId}?step=confirm`)
  await page.getByRole('button', { name: 'Confirmar reserva' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '¡Reserva confirmada!' })).toBeVisible()
  await page.goto('/promotions')
  await page.getByRole('button', { name: 'Usar el código SENDA5' }).click()
  const panel = page.getByRole('region', { name: 'Aplicar Código de Descuento' })
  await panel.getByLabel(/^Monto del pedido/).fill('2000')
  await panel.getByRole('button', { name: 'Validar' }).click()
  await expect(page.getByText(/^Ahorrarás \$\s100$/)).toBeVisible()
  await panel.getByRole('button', { name: 'Aplicar' }).click()
  await expect(page.getByText('¡Promoción aplicada!')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Promociones que aplicaste' }).getByText('Reservada')).toBeVisible()
  await expectAccessible(page)
  await expectNoOverflow(page)

  await page.goto('/dashboard')
  await page.getByRole('button', { name: /^Más: / }).click()
  await page.getByRole('menuitem', { name: 'Pagar' }).click()
  const dialog = page.getByRole('dialog', { name: 'Pagar' })
  await expect(dialog.getByText(/Senda te acompaña \(SENDA5\)/).first()).toBeVisible()
  await expectAccessible(page)
  await expectNoOverflow(page)
  await dialog.getByLabel(/^Número de tarjeta/).fill('4111111111111111')
  await dialog.getByLabel(/^Nombre como/).fill('Ana Suárez')
  await dialog.getByLabel(/^Vencimiento/).fill('1239')
  await dialog.getByLabel(/^CVV/).fill('123')
  await dialog.getByRole('button', { name: /^Pagar \$/ }).click()
  await expect(page.getByText('¡Pago exitoso!')).toBeVisible()
  await page.goto('/promotions')
  await expect(page.getByRole('region', { name: 'Promociones que aplicaste' }).getByText('Usada')).toBeVisible()
})

// In `npm test`: web/screens/loyalty.test.tsx; accessibility.spec.ts opens the page.
test('the loyalty page shows points, rewards and movements, and its tabs work by keyboard', { tag: '@storm' }, async ({
  page,
}) => {
  await withoutLiveStream(page)
  await signInByApi(page, { email: 'paciente@demo.uy', password: 'Senda-2026!' })
  await page.goto('/loyalty')
  await expect(page.getByRole('region', { name: 'Mis Puntos' })).toBeVisible()
  await expectAccessible(page)
  await expectNoOverflow(page)
  await page.getByRole('tab', { name: 'Recompensas', exact: true }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByText('$ 150 de descuento').first()).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByText('Canje de recompensa: $ 150 de descuento')).toBeVisible()
  await expectAccessible(page)
  await expectNoOverflow(page)
})

// In `npm test`: web/screens/promotions.test.tsx.
test('the owner of a centre sees the figures of its promotions, and the dialog fits the screen', {
  tag: '@storm',
}, async ({ page }) => {
  await withoutLiveStream(page)
  await signInByApi(page, { email: 'centro@demo.uy', password: 'Senda-2026!' })
  await page.goto('/promotions')
  await expect(page.getByText('PRIMERAVEZ').first()).toBeVisible()
  await expectAccessible(page)
  await expectNoOverflow(page)
  await page.getByRole('button', { name: 'Crear promoción' }).click()
  await expect(page.getByRole('dialog', { name: 'Crear promoción' })).toBeVisible()
  await expectAccessible(page)
  await expectNoOverflow(page)
})
