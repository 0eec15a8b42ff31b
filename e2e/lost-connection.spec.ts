import { expect } from '@playwright/test'

import { enterAs } from './account-page.ts'
import { test, whenInteractive, withoutLiveStream } from './fixtures.ts'
import { newPerson, signIn } from './person.ts'

const lost = 'No pudimos conectarnos. Revisa tu conexión e inténtalo de nuevo.'

test('a sign-in without a connection keeps what was typed, and works once the connection is back', async ({
  page,
  context,
  patient,
}) => {
  await page.goto('/login')
  await whenInteractive(page)
  await context.setOffline(true)
  await signIn(page, patient)
  await expect(page.getByRole('main').getByText(lost)).toBeVisible()
  await expect(page.getByLabel('Correo electrónico')).toHaveValue(patient.email)

  await context.setOffline(false)
  await page.getByRole('button', { name: 'Iniciar sesión' }).click()
  await expect(page).toHaveURL('/dashboard')
})

test('a dialog whose code fails to load leaves the page as it is, and opens once the connection is back', async ({
  page,
  context,
}) => {
  await withoutLiveStream(page)
  await enterAs(page, newPerson(), 'sesiones')
  const end = page.getByRole('button', { name: 'Cerrar todas' })
  await expect(end).toBeVisible()
  // The code of the message was loaded with the page.
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await end.click()
  await expect(page.getByText(lost)).toBeVisible()
  await expect(end).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()

  await context.setOffline(false)
  await end.click()
  await expect(page.getByRole('dialog', { name: '¿Cerrar todas las sesiones?' })).toBeVisible()
})
