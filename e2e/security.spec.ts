import { randomUUID } from 'node:crypto'
import { expect, type Locator, type Page } from '@playwright/test'

import { enterAs } from './account-page.ts'
import { ageSignIn } from './age-sign-in.ts'
import { expectAccessible, messageOn, test, whenInteractive } from './fixtures.ts'
import { codeInMail, openMail } from './mail-page.ts'
import { newPerson, type Person, signIn } from './person.ts'

const passwordChanged = 'Tu contraseña ha sido actualizada correctamente.'
const newPassword = 'otro-camino-nuevo'

async function signInAt(page: Page, person: Pick<Person, 'email' | 'password'>, next = '/dashboard'): Promise<void> {
  await page.goto(`/login?${new URLSearchParams({ next })}`)
  await whenInteractive(page)
  await signIn(page, person)
  await expect(page).toHaveURL(next)
}

const cardOf = (page: Page, name: string): Locator => page.getByRole('region', { name })

async function choosePassword(card: Locator, password: string): Promise<void> {
  await card.getByLabel(/^Nueva contraseña/).fill(password)
  await card.getByLabel(/^Repite la contraseña/).fill(password)
  await card.getByRole('button', { name: 'Guardar contraseña' }).click()
}

// In `npm test`: web/screens/security.test.tsx.
test('soon after signing in a user changes the password without the old one, and all other sessions are closed', {
  tag: '@storm',
}, async ({ page, visitor }) => {
  const person = newPerson()
  await enterAs(page, person)
  const other = await visitor()
  await signInAt(other, person)

  const card = cardOf(page, 'Contraseña')
  const open = card.getByRole('button', { name: 'Cambiar contraseña' })
  await expect(card.getByText(/se cierran las demás sesiones/)).toBeVisible()
  await open.click()
  await expect(card.getByLabel(/^Nueva contraseña/)).toBeFocused()
  await expect(card.getByLabel(/^Contraseña actual/)).toBeHidden()
  await card.getByLabel(/^Nueva contraseña/).fill('corta')
  await card.getByLabel(/^Repite la contraseña/).fill('otra')
  await card.getByRole('button', { name: 'Guardar contraseña' }).click()
  await expect(card.getByText('La contraseña debe tener al menos 6 caracteres.')).toBeVisible()
  await expect(card.getByText('Las contraseñas no coinciden.')).toBeVisible()
  await expectAccessible(page)
  await choosePassword(card, person.password)
  await expect(card.getByText('La nueva contraseña tiene que ser distinta de la anterior.')).toBeVisible()
  await choosePassword(card, newPassword)
  await expect(messageOn(page, passwordChanged)).toBeVisible()
  await expect(open).toBeFocused()

  await other.goto('/dashboard?tab=profile')
  await expect(other).toHaveURL('/login?next=%2Fdashboard%3Ftab%3Dprofile')
  await signIn(other, person)
  await expect(messageOn(other, 'No fue posible iniciar sesión')).toBeVisible()
  await signIn(other, { ...person, password: newPassword })
  await expect(other).toHaveURL('/dashboard?tab=profile')
  await page.reload()
  await expect(open).toBeVisible()
})

// In `npm test`: web/screens/security.test.tsx.
test('a while after signing in the form requires the current password', { tag: '@storm' }, async ({ page }) => {
  const person = newPerson()
  await enterAs(page, person)
  const card = cardOf(page, 'Contraseña')

  await test.step('also when the time passed with the form open', async () => {
    await card.getByRole('button', { name: 'Cambiar contraseña' }).click()
    await ageSignIn(person.email)
    await choosePassword(card, newPassword)
    await expect(card.getByText('Por seguridad, confirma que eres tú para continuar.')).toBeVisible()
    await expect(card.getByLabel(/^Contraseña actual/)).toBeFocused()
    await expectAccessible(page)
  })

  await page.reload()
  await card.getByRole('button', { name: 'Cambiar contraseña' }).click()
  await expect(card.getByLabel(/^Contraseña actual/)).toBeFocused()
  await choosePassword(card, newPassword)
  await expect(card.getByText('Escribe tu contraseña actual.')).toBeVisible()
  await card.getByLabel(/^Contraseña actual/).fill('no es la mía')
  await card.getByRole('button', { name: 'Guardar contraseña' }).click()
  await expect(card.getByText('La contraseña actual no es esa.')).toBeVisible()
  await card.getByLabel(/^Contraseña actual/).fill(person.password)
  await card.getByRole('button', { name: 'Guardar contraseña' }).click()
  await expect(messageOn(page, passwordChanged)).toBeVisible()
})

// In `npm test`: web/screens/security.test.tsx.
test('a user who does not remember the current password gets a mailed code', { tag: '@storm' }, async ({
  page,
  context,
}) => {
  const person = newPerson()
  await enterAs(page, person)
  await ageSignIn(person.email)
  await page.reload()
  const card = cardOf(page, 'Contraseña')
  await card.getByRole('button', { name: 'Cambiar contraseña' }).click()
  await card.getByRole('button', { name: /^No la recuerdo/ }).click()
  await choosePassword(card, newPassword)
  await expect(card.getByText('Pide el código y escríbelo aquí.')).toBeVisible()
  await expectAccessible(page)
  await card.getByRole('button', { name: 'Enviarme el código' }).click()
  await expect(card.getByText(/^Te enviamos un código a/)).toBeVisible()
  await card.getByRole('button', { name: 'Enviar otro código' }).click()
  await expect(card.getByText(/Ya enviamos un correo hace un momento/)).toBeVisible()

  const mail = await context.newPage()
  await openMail(mail, { to: person.email, subject: 'Tu código para confirmar que eres tú' })
  const code = await codeInMail(mail)
  await mail.close()
  await card.getByLabel('Código del correo').fill(code.startsWith('1') ? '234567' : '123456')
  await card.getByRole('button', { name: 'Guardar contraseña' }).click()
  await expect(card.getByText(/^Ese código no es correcto o venció/)).toBeVisible()
  await card.getByLabel('Código del correo').fill(` ${code} `)
  await card.getByRole('button', { name: 'Guardar contraseña' }).click()
  await expect(messageOn(page, passwordChanged)).toBeVisible()
})

/** A reset ends every session, including that of the page on which it was made. */
async function expectSignedOut(page: Page): Promise<void> {
  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Regístrate' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('senda.session'))).toBeNull()
}

// In `npm test`: web/screens/security.test.tsx.
test('a centre has to set a stronger password', { tag: '@storm' }, async ({ page, request }) => {
  const account = { email: `centro-${randomUUID()}@example.com`, password: 'Camino-1!' }
  const data = { user_type: 'center', full_name: 'Alma Ferreira', centerName: 'Centro Alma', phone: '099 123 456' }
  expect((await request.post('/auth/v1/signup', { data: { ...account, data } })).ok()).toBe(true)
  await signInAt(page, account, '/account?seccion=seguridad')
  const rule = 'La contraseña debe tener mínimo 8 caracteres, una mayúscula, un número y un símbolo.'
  const card = cardOf(page, 'Contraseña')
  await card.getByRole('button', { name: 'Cambiar contraseña' }).click()
  await expect(card.getByText(/^Mínimo 8 caracteres/)).toBeVisible()
  await choosePassword(card, newPassword)
  await expect(card.getByText(rule)).toBeVisible()

  await page.goto('/reset-password')
  await choosePassword(page.getByRole('main'), newPassword)
  await expect(page.getByRole('main').getByText(rule)).toBeVisible()
  await choosePassword(page.getByRole('main'), 'Sendero-2!')
  await expect(messageOn(page, passwordChanged)).toBeVisible()
  await expectSignedOut(page)
})

// In `npm test`: web/screens/security.test.tsx.
test('/reset-password requires the current password from a user who signed in a while ago', { tag: '@storm' }, async ({
  page,
}) => {
  const person = newPerson()
  await enterAs(page, person)
  await ageSignIn(person.email)
  await page.goto('/reset-password')
  const main = page.getByRole('main')
  await choosePassword(main, newPassword)
  await expect(main.getByText('Escribe tu contraseña actual.')).toBeVisible()
  await expectAccessible(page)
  await main.getByLabel(/^Contraseña actual/).fill(person.password)
  await main.getByRole('button', { name: 'Guardar contraseña' }).click()
  await expect(messageOn(page, passwordChanged)).toBeVisible()
  await expectSignedOut(page)
})

// In `npm test`: web/screens/security.test.tsx, and email-change.test.ts of server/features/auth/links for the two links.
test('an address changes once both mailboxes have confirmed it', { tag: '@storm' }, async ({
  page,
  context,
  patient,
}) => {
  const person = newPerson()
  const newEmail = `nueva-${randomUUID()}@example.com`
  await enterAs(page, person)
  const card = cardOf(page, 'Correo electrónico')

  await test.step('cancels a first change', async () => {
    await card.getByRole('button', { name: 'Cambiar correo' }).click()
    await card.getByLabel('Nuevo correo electrónico').fill(`otra-${randomUUID()}@example.com`)
    await card.getByRole('button', { name: 'Cambiar correo' }).click()
    await card.getByRole('button', { name: 'Cancelar el cambio' }).click()
    await expect(messageOn(page, `Sigues con ${person.email}.`)).toBeVisible()
    await expect(card.getByText('Falta confirmar el cambio')).toBeHidden()
  })

  await test.step('requests the change', async () => {
    await card.getByRole('button', { name: 'Cambiar correo' }).click()
    const field = card.getByLabel('Nuevo correo electrónico')
    const send = card.getByRole('button', { name: 'Cambiar correo' })
    await expect(field).toBeFocused()
    await field.fill('no-es-un-correo')
    await send.click()
    await expect(card.getByText('Por favor ingresa un email válido')).toBeVisible()
    await field.fill(person.email.toUpperCase())
    await send.click()
    await expect(card.getByText('Ese ya es tu correo.')).toBeVisible()
    await field.fill(patient.email)
    await send.click()
    await expect(card.getByText('Ya existe una cuenta con ese correo.')).toBeVisible()
    await expectAccessible(page)
    await field.fill(` ${newEmail} `)
    await send.click()
    await expect(card.getByText('Falta confirmar el cambio')).toBeVisible()
    await expect(card.getByText(newEmail)).toBeVisible()
    await expectAccessible(page)
    await card.getByRole('button', { name: 'Reenviar' }).click()
    await expect(messageOn(page, `Búscalo en ${person.email} y en ${newEmail}.`)).toBeVisible()
  })

  await test.step('confirms it in both', async () => {
    const mail = await context.newPage()
    const follow = async (to: string, subject: string, count: number) => {
      await openMail(mail, { to, subject, count })
      await mail.frameLocator('iframe').getByRole('link', { name: 'Confirmar el cambio' }).click()
      await mail.getByRole('button').click()
    }
    // The mails of the cancelled change, of this one, and of the repeated request.
    await follow(person.email, 'Confirma el cambio de tu correo', 3)
    await expect(messageOn(mail, 'Abre también el enlace que enviamos a tu otro correo.')).toBeVisible()
    await page.reload()
    await expect(card.getByText('Falta confirmar el cambio')).toBeVisible()
    await follow(newEmail, 'Confirma tu nueva dirección de correo', 2)
    await expect(messageOn(mail, 'Tu correo quedó confirmado.')).toBeVisible()
    await mail.close()
  })

  await page.goto('/account?seccion=seguridad')
  await expect(card.getByText(`Entras con ${newEmail}.`)).toBeVisible()
  await expect(card.getByText('Falta confirmar el cambio')).toBeHidden()
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.clear())
  await signInAt(page, { email: newEmail, password: person.password })
})

// In `npm test`: web/screens/failures.test.tsx.
test('a request that fails shows an error and can be retried', { tag: '@storm' }, async ({ page }) => {
  await enterAs(page, newPerson())
  // A live change could fetch it again before the press, so it fails until then.
  let isPressed = false
  await page.route('**/api/v1/me/security', (route) =>
    isPressed ? route.continue() : route.fulfill({ status: 500, json: {} }),
  )
  await page.reload()
  await expect(page.getByText('No se pudo cargar la seguridad de tu cuenta')).toBeVisible({ timeout: 20_000 })
  await expectAccessible(page)
  const retry = page.getByRole('button', { name: 'Reintentar' })
  await retry.hover()
  isPressed = true
  await retry.click()
  await expect(cardOf(page, 'Contraseña')).toBeVisible()
})

test.describe('sessions', () => {
  // In `npm test`: web/screens/failures.test.tsx.
  test('a list that fails to load shows an error and can be retried', { tag: '@storm' }, async ({ page }) => {
    await enterAs(page, newPerson())
    // A live change could fetch it again before the press, so it fails until then.
    let isPressed = false
    await page.route('**/api/v1/me/sessions', (route) =>
      isPressed ? route.continue() : route.fulfill({ status: 500, json: {} }),
    )
    await page.goto('/account?seccion=sesiones')
    await expect(page.getByText('No se pudieron cargar tus sesiones')).toBeVisible({ timeout: 20_000 })
    await expectAccessible(page)
    const retry = page.getByRole('button', { name: 'Reintentar' })
    await retry.hover()
    isPressed = true
    await retry.click()
    await expect(page.getByText('Esta sesión')).toBeVisible()
  })
})
