import { expect } from '@playwright/test'

import { registerPatient, signInByApi } from './by-api.ts'
import { expectAccessible, messageOn, test } from './fixtures.ts'
import { confirmByMail, openMail } from './mail-page.ts'
import { newPerson, signIn } from './person.ts'

const wrongCredentials = 'Credenciales incorrectas. Verifica tu correo electrónico y contraseña.'

test('signing out in one tab signs out the other', async ({ page, context, patient }) => {
  await signInByApi(page, patient)
  await page.goto('/dashboard')
  await expect(page.getByText(`Hola, ${patient.firstName}.`)).toBeVisible()
  const other = await context.newPage()
  await other.goto('/centers')
  const account = { name: /^Tu cuenta/ }
  await expect(other.getByRole('button', account)).toBeVisible()

  await other.getByRole('button', account).click()
  await expectAccessible(other)
  await other.getByRole('menuitem', { name: 'Cerrar Sesión' }).click()
  await expect(other.getByText('Has cerrado sesión correctamente')).toBeVisible()
  await expect(other.getByRole('banner').getByRole('link', { name: 'Regístrate' })).toBeVisible()
  await expect(page).toHaveURL('/login?next=%2Fdashboard')
})

test('a patient replaces a forgotten password with a mailed link', async ({ page, visitor }) => {
  const person = newPerson()
  const password = 'otro-camino-nuevo'
  const ownPage = await visitor()
  await registerPatient(ownPage, person)
  // A password reset would delete all data of an unconfirmed account.
  await confirmByMail(ownPage, person)

  await test.step('requests the mail', async () => {
    await page.goto('/login')
    await page.getByRole('link', { name: '¿Olvidaste tu contraseña?' }).click()
    await expect(page.getByRole('button', { name: 'Enviar enlace' })).toBeDisabled()
    await page.getByLabel('Correo electrónico').fill(person.email)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Enviar enlace' }).click()
    await expect(
      messageOn(page, 'Correo enviado', 'Te hemos enviado un enlace para restablecer tu contraseña.'),
    ).toBeVisible()
    await expect(page.getByRole('heading', { level: 1, name: 'Correo enviado' })).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('opens its link', async () => {
    await openMail(page, { to: person.email, subject: 'Restablece tu contraseña' })
    await page.frameLocator('iframe').getByRole('link', { name: 'Elegir una contraseña nueva' }).click()
    await expect(page.getByRole('heading', { name: 'Elige una contraseña nueva' })).toBeVisible()
    await page.getByRole('button', { name: 'Continuar' }).click()
    await expect(page).toHaveURL(/\/reset-password/)
  })

  await test.step('sets another password', async () => {
    const first = page.getByLabel(/^Nueva contraseña/)
    const second = page.getByLabel(/^Repite la contraseña/)
    const save = page.getByRole('button', { name: 'Guardar contraseña' })
    await first.fill('corta')
    await second.fill('corta')
    await save.click()
    await expect(messageOn(page, 'Error', 'La contraseña debe tener al menos 6 caracteres.')).toBeVisible()
    await first.fill(password)
    await save.click()
    await expect(messageOn(page, 'Error', 'Las contraseñas no coinciden.')).toBeVisible()
    await expectAccessible(page)
    await second.fill(password)
    await save.click()
    await expect(messageOn(page, 'Éxito', 'Tu contraseña ha sido actualizada correctamente.')).toBeVisible()
    await expect(page).toHaveURL('/login')
  })

  await test.step('signs in with the new password only', async () => {
    const elsewhere = await visitor()
    await elsewhere.goto('/login')
    await signIn(elsewhere, person)
    await expect(elsewhere.getByText(wrongCredentials)).toBeVisible()
    await signIn(elsewhere, { email: person.email, password })
    await expect(elsewhere).toHaveURL('/dashboard')
  })
})

test.describe('registering', () => {
  const next = { name: 'Siguiente' }

  // In `npm test`: register-draft.spec.ts, and registration.test.ts of web/features/auth/registration for the lost password.
  test('a reload keeps typed text, but never the password', { tag: '@storm' }, async ({ page }) => {
    const { firstName, lastName, email, password } = newPerson()
    await page.goto('/register')
    await page.getByLabel('Nombre').fill(firstName)
    await page.getByLabel('Apellido').fill(lastName)
    await page.getByRole('button', next).click()
    await page.getByLabel('Correo electrónico').fill(email)
    await page.getByLabel(/^Contraseña/).fill(password)
    await page.getByRole('button', next).click()
    await page.getByLabel('Teléfono').fill('+598 90 000 000')

    await page.reload()
    await expect(page.getByText('Paso 3 de 3')).toBeVisible()
    await expect(page.getByLabel('Teléfono')).toHaveValue('+598 90 000 000')
    await page.getByRole('checkbox', { name: /Tengo 18 años/ }).check()
    await page.getByRole('button', { name: 'Crear cuenta' }).click()
    await expect(page.getByText('Paso 2 de 3')).toBeVisible()
    await expect(page.getByText('No guardamos la que escribiste: vuelve a escribirla.')).toBeVisible()
    await expect(page.getByLabel('Correo electrónico')).toHaveValue(email)
    await expect(page.getByLabel(/^Contraseña/)).toHaveValue('')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Anterior' }).click()
    await expect(page.getByLabel('Nombre')).toHaveValue(firstName)
    await page.goForward()
    const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
    expect(stored).toContain(email)
    expect(stored).not.toContain(password)
  })
})
