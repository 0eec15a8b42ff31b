import { expect, type Page } from '@playwright/test'

import { stormSize } from '#server/testing/storm.ts'
import { expectAccessible, messageOn, test, whenInteractive } from './fixtures.ts'
import { newPerson } from './person.ts'

async function fillPatient(page: Page, email: string): Promise<void> {
  await page.getByLabel('Nombre completo').fill('Emilia Bentancor')
  await page.getByLabel('Correo electrónico').fill(email)
  await page.getByLabel(/^Contraseña/).fill('camino-de-prueba')
  await page.getByLabel('WhatsApp').fill('+598 90 123 456')
}

// In `npm test`: web/screens/booking.test.tsx registers at /auth, and sign-in.test.tsx there has what it refuses.
test('a patient signs up at /auth and is welcomed', { tag: '@storm' }, async ({ page }) => {
  await page.goto('/auth')
  await whenInteractive(page)
  await expect(page.getByRole('tab', { name: 'Soy Paciente' })).toHaveAttribute('aria-selected', 'true')
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Crear cuenta' }).click()
  await expect(page.getByText('Debes aceptar los términos y condiciones.').first()).toBeVisible()
  await expect(page.getByText('Por favor, completa todos los campos obligatorios.').first()).toBeVisible()
  await expectAccessible(page)

  await fillPatient(page, newPerson().email)
  await page.getByRole('checkbox', { name: /acepto los términos/ }).check()
  await page.getByRole('button', { name: 'Crear cuenta' }).click()
  await expect(page.getByText('Cuenta creada. Revisa tu correo para verificar tu email.')).toBeVisible()
  await expect(page).toHaveURL('/patient-welcome')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Emilia')

  await page.goto('/account')
  await expect(page.getByLabel('Teléfono')).toHaveValue('+598 90 123 456')
})

test('a centre signs up at /auth, with the stricter password, and sees its first steps', async ({ page }) => {
  await page.goto('/auth')
  await whenInteractive(page)
  await page.getByRole('tab', { name: 'Soy Centro Terapéutico' }).click()
  await expect(page).toHaveURL('/auth?tipo=centro')
  await page.getByLabel('Nombre del centro').fill('Centro del Arroyo')
  await page.getByLabel('Especialidad').selectOption('Osteopatía')
  await page.getByLabel('Responsable').fill('Rosario Silvera')
  await page.getByLabel('Correo electrónico').fill(newPerson().email)
  await page.getByLabel(/^Contraseña/).fill('camino-de-prueba')
  await page.getByRole('checkbox', { name: /acepto los términos/ }).check()
  await page.getByRole('button', { name: 'Crear cuenta' }).click()
  const rule = 'La contraseña debe tener mínimo 8 caracteres, una mayúscula, un número y un símbolo.'
  await expect(page.getByText(rule).first()).toBeVisible()
  await expectAccessible(page)

  await page.getByLabel(/^Contraseña/).fill('Camino-2026!')
  await page.getByRole('button', { name: 'Crear cuenta' }).click()
  await expect(page).toHaveURL('/center-welcome')
  await expect(page.getByRole('heading', { level: 1, name: /Centro del Arroyo/ })).toBeVisible()
  await expect(page.getByText('0/4')).toBeVisible()
  await expectAccessible(page)
  if (!stormSize({ short: 0, long: 1 })) return
  // In `npm test`: web/screens/contact.test.tsx, and practice.test.tsx there for the steps.
  await page.getByRole('link', { name: /Pide ayuda/ }).click()
  await expect(page).toHaveURL('/contact')
  await page.getByLabel('Tu mensaje').fill('No sé qué documentos me faltan subir.')
  await page.getByRole('button', { name: 'Pedir ayuda' }).click()
  await expect(messageOn(page, 'Mensaje enviado')).toBeVisible()
  await page.goBack()
  await expect(page.getByText('1/4')).toBeVisible()
})

test('/thank-you counts down and redirects to the home page, unless the visitor interacts with it', async ({
  page,
}) => {
  await page.clock.install()
  await page.goto('/faq')
  // The URL to which the sign-up redirects when the address has to be confirmed.
  await page.evaluate(() =>
    history.replaceState({ ...history.state, signedUpAs: 'emilia@example.com' }, '', '/thank-you'),
  )
  await page.reload()
  await whenInteractive(page)
  const timer = page.getByRole('timer')
  await expect(timer).toBeVisible()
  await page.getByRole('button', { name: 'Quedarme aquí' }).click()
  await page.clock.runFor(20_000)
  await expect(page).toHaveURL('/thank-you')
  await expectAccessible(page)

  await page.reload()
  await whenInteractive(page)
  // The countdown starts with its screen, whose code arrives after the page is interactive.
  await expect(timer).toBeVisible()
  await page.clock.runFor(11_000)
  await expect(page).toHaveURL('/')
})
