import { expect } from '@playwright/test'

import { enterAs } from './account-page.ts'
import { test, whenInteractive } from './fixtures.ts'
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

test('after a session was closed elsewhere, the next step leads to the sign-in, and back', async ({
  page,
  visitor,
}) => {
  const person = newPerson()
  await enterAs(page, person, 'perfil')
  await expect(page.getByRole('heading', { level: 2, name: 'Perfil' })).toBeVisible()

  const elsewhere = await visitor()
  await elsewhere.goto('/login')
  await whenInteractive(elsewhere)
  await signIn(elsewhere, person)
  await expect(elsewhere).toHaveURL('/dashboard')
  await elsewhere.goto('/account?seccion=sesiones')
  await elsewhere.getByRole('button', { name: 'Cerrar las demás sesiones' }).click()
  await elsewhere.getByRole('dialog').getByRole('button', { name: 'Cerrar las demás' }).click()
  await expect(elsewhere.getByText('Cerraste las demás sesiones')).toBeVisible()

  await page.getByRole('navigation', { name: 'Secciones de tu cuenta' }).getByRole('link', { name: 'Sesiones' }).click()
  await expect(page).toHaveURL(/\/login\?next=%2Faccount/)
  await signIn(page, person)
  await expect(page).toHaveURL(/\/account\?seccion=/)
})
