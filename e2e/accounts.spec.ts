import { expect } from '@playwright/test'

import { expectAccessible, said, test, whenInteractive } from './fixtures.ts'
import { confirmByMail } from './mail-page.ts'
import { newPerson, register, signIn } from './person.ts'

const wrongCredentials = 'Credenciales incorrectas. Verifica tu correo electrónico y contraseña.'

test.describe('signing in', () => {
  test('shows what is missing and what is wrong', async ({ page, patient }) => {
    await page.goto('/login')
    await page.getByRole('button', { name: 'Iniciar sesión' }).click()
    await expect(page.getByText('Por favor ingresa tu email')).toBeVisible()
    await expect(page.getByText('Por favor ingresa tu contraseña')).toBeVisible()
    await expect(page.getByLabel('Correo electrónico')).toBeFocused()

    await signIn(page, { email: patient.email, password: 'no es la mía' })
    await expect(page.getByText(wrongCredentials)).toBeVisible()
    await expect(said(page, 'Error', 'No fue posible iniciar sesión')).toBeVisible()
    await expect(page.getByLabel('Correo electrónico')).toHaveValue(patient.email)
    await expectAccessible(page)
  })

  test('opens the dashboard of the account', async ({ page, patient }) => {
    await page.goto('/login')
    await signIn(page, { email: `  ${patient.email} `, password: patient.password })
    await expect(said(page, 'Éxito', 'Has iniciado sesión correctamente')).toBeVisible()
    await expect(page).toHaveURL('/dashboard')
    await expect(page.getByText(`Hola, ${patient.firstName}.`)).toBeVisible()

    await page.goto('/login')
    await expect(page).toHaveURL('/dashboard')
  })

  test('returns to the page that required it', async ({ page, patient }) => {
    await page.goto('/dashboard?tab=profile')
    await expect(page).toHaveURL('/login?next=%2Fdashboard%3Ftab%3Dprofile')
    await signIn(page, patient)
    await expect(page).toHaveURL('/dashboard?tab=profile')
    await expect(page.getByLabel('Correo electrónico')).toHaveValue(patient.email)
    await expectAccessible(page)
  })

  test('offers centres and professionals their own registration', async ({ page }) => {
    await page.goto('/login')
    await page.getByRole('link', { name: 'Acceso para centros' }).click()
    await expect(page).toHaveURL('/login?next=%2Fcenter%2Fdashboard')
    await expect(page.getByText('Entra con la cuenta de tu centro.')).toBeVisible()
    await page.getByRole('link', { name: 'Regístrate como profesional' }).click()
    await expect(page).toHaveURL('/register-center')
  })

  test('never redirects to another site', async ({ page, patient }) => {
    await page.goto('/login?next=https%3A%2F%2Fexample.com%2F')
    await signIn(page, patient)
    await expect(page).toHaveURL('/dashboard')
  })
})

test('signing out in one tab signs out the other', async ({ page, context, patient }) => {
  await page.goto('/login')
  await signIn(page, patient)
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
  const own = await visitor()
  await own.goto('/register')
  await register(own, person)
  await expect(own).toHaveURL('/patient-welcome')
  // A password reset would delete all data of an unconfirmed account.
  await confirmByMail(own, person)

  await test.step('requests the mail', async () => {
    await page.goto('/login')
    await page.getByRole('link', { name: '¿Olvidaste tu contraseña?' }).click()
    await expect(page.getByRole('button', { name: 'Enviar enlace' })).toBeDisabled()
    await page.getByLabel('Correo electrónico').fill(person.email)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Enviar enlace' }).click()
    await expect(
      said(page, 'Correo enviado', 'Te hemos enviado un enlace para restablecer tu contraseña.'),
    ).toBeVisible()
    await expect(page.getByRole('heading', { level: 1, name: 'Correo enviado' })).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('opens its link', async () => {
    await page.goto('/dev/mail')
    await page
      .getByRole('listitem')
      .filter({ hasText: person.email })
      .getByRole('link', { name: 'Restablece tu contraseña' })
      .click()
    const mail = page.getByRole('heading', { level: 1, name: 'Restablece tu contraseña' })
    await expect(mail).toBeVisible()
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
    await expect(said(page, 'Error', 'La contraseña debe tener al menos 6 caracteres.')).toBeVisible()
    await first.fill(password)
    await save.click()
    await expect(said(page, 'Error', 'Las contraseñas no coinciden.')).toBeVisible()
    await expectAccessible(page)
    await second.fill(password)
    await save.click()
    await expect(said(page, 'Éxito', 'Tu contraseña ha sido actualizada correctamente.')).toBeVisible()
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

  test('each step shows what is missing', async ({ page, patient }) => {
    await page.goto('/register')
    await page.getByRole('button', next).click()
    await expect(said(page, 'Campo requerido', 'Por favor ingresa tu nombre')).toBeVisible()
    await expect(page.getByText('Por favor ingresa tu apellido')).toBeVisible()
    await expectAccessible(page)
    await page.getByLabel('Nombre').fill('Emilia')
    await page.getByRole('button', next).click()
    await expect(said(page, 'Campo requerido', 'Por favor ingresa tu apellido')).toBeVisible()
    await page.getByLabel('Apellido').fill('Bentancor')
    await page.getByRole('button', next).click()
    await expect(page.getByText('Paso 2 de 3')).toBeVisible()

    const email = page.getByLabel('Correo electrónico')
    const password = page.getByLabel(/^Contraseña/)
    await page.getByRole('button', next).click()
    await expect(said(page, 'Campo requerido', 'Por favor ingresa tu email')).toBeVisible()
    await email.fill('emilia@')
    await page.getByRole('button', next).click()
    await expect(said(page, 'Email inválido', 'Por favor ingresa un email válido')).toBeVisible()
    await email.fill(patient.email)
    await page.getByRole('button', next).click()
    await expect(said(page, 'Campo requerido', 'Por favor ingresa tu contraseña')).toBeVisible()
    await password.fill('corta')
    await page.getByRole('button', next).click()
    await expect(said(page, 'Contraseña muy corta', 'La contraseña debe tener al menos 6 caracteres.')).toBeVisible()
    await password.fill('ya no es corta')
    await page.getByRole('button', next).click()

    const create = page.getByRole('button', { name: 'Crear cuenta' })
    await create.click()
    await expect(said(page, 'Campo requerido', 'Por favor ingresa tu teléfono')).toBeVisible()
    await page.getByLabel('Teléfono').fill('+598 90 123 456')
    await create.click()
    await expect(said(page, 'Campo requerido', 'Debes aceptar los términos y condiciones.')).toBeVisible()
    await page.getByRole('checkbox', { name: /acepto los términos/ }).check()
    await create.click()
    await expect(
      said(
        page,
        'Error al registrarse',
        'Ya existe una cuenta con ese correo. Inicia sesión o recupera tu contraseña.',
      ),
    ).toBeVisible()
    await expect(page).toHaveURL('/register?paso=3')
  })

  test('a reload keeps typed text, but never the password', async ({ page }) => {
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
    const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
    expect(kept).toContain(email)
    expect(kept).not.toContain(password)
  })

  test('the new patient is welcomed once', async ({ page }) => {
    const person = newPerson()
    await page.goto('/register')
    await whenInteractive(page)
    await register(page, person)
    await expect(said(page, 'Te damos la bienvenida a Senda', 'Cuenta creada.')).toBeVisible()
    await expect(page).toHaveURL('/patient-welcome')
    await expect(
      page.getByRole('heading', { level: 1, name: `${person.firstName}, ya eres parte de Senda` }),
    ).toBeVisible()
    await page.goto('/register')
    await expect(page).toHaveURL('/dashboard')
  })
})
