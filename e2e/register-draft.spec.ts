import { expect } from '@playwright/test'

import { expectAccessible, test, whenInteractive } from './fixtures.ts'
import { newPerson, signIn } from './person.ts'

const key = 'senda.draft.register'
const lifetime =
  'Lo que escribes queda en este navegador hasta 7 días después de tu último cambio, salvo la contraseña.'

test("a patient's registration stays on its step over a reload, in another tab, and keeps no password", async ({
  page,
  context,
}) => {
  const person = newPerson()
  await page.goto('/register')
  await whenInteractive(page)
  await page.getByLabel('Nombre').fill(person.firstName)
  await page.getByLabel('Apellido').fill(person.lastName)
  await page.getByRole('button', { name: 'Siguiente' }).click()
  await page.getByLabel('Correo electrónico').fill(person.email)
  await page.getByLabel(/^Contraseña/).fill(person.password)
  await page.getByRole('button', { name: 'Siguiente' }).click()
  await page.getByLabel('Teléfono').fill('099 123 456')

  await page.reload()
  await expect(page).toHaveURL('/register?paso=3')
  await expect(page.getByText('Paso 3 de 3')).toBeVisible()
  await expect(page.getByLabel('Teléfono')).toHaveValue('099 123 456')
  await expect(page.getByText(lifetime)).toBeVisible()
  await expectAccessible(page)

  const other = await context.newPage()
  await other.goto('/register?paso=2')
  await expect(other.getByLabel('Correo electrónico')).toHaveValue(person.email)
  await expect(other.getByLabel(/^Contraseña/)).toHaveValue('')
  expect(await other.evaluate((name) => localStorage.getItem(name), key)).not.toContain(person.password)

  await other.getByRole('button', { name: 'Borrar borrador' }).click()
  await expect(other.getByText('Paso 1 de 3')).toBeVisible()
  await expect(other.getByLabel('Nombre')).toHaveValue('')
  expect(await other.evaluate((name) => localStorage.getItem(name), key)).toBeNull()
})

// In `npm test`: web/platform/session.test.ts.
test('signing out deletes the draft of a registration on the same device', { tag: '@storm' }, async ({
  page,
  patient,
}) => {
  await page.goto('/register')
  await page.getByLabel('Nombre').fill('Emilia')
  await expect(page.getByRole('button', { name: 'Borrar borrador' })).toBeVisible()
  await page.goto('/login')
  await signIn(page, patient)
  await expect(page).toHaveURL('/dashboard')
  await page.getByRole('button', { name: /^Tu cuenta/ }).click()
  await page.getByRole('menuitem', { name: 'Cerrar Sesión' }).click()
  await expect(page.getByText('Has cerrado sesión correctamente')).toBeVisible()
  expect(await page.evaluate((name) => localStorage.getItem(name), key)).toBeNull()
  await page.goto('/register')
  await whenInteractive(page)
  await expect(page.getByLabel('Nombre')).toHaveValue('')
})
