import { expect } from '@playwright/test'

import { enterAs } from './account-page.ts'
import { ageSignIn } from './age-sign-in.ts'
import { expectAccessible, test, whenInteractive } from './fixtures.ts'
import { confirmByMail, openMail } from './mail-page.ts'
import { newPerson, signIn } from './person.ts'
import { activateSecondFactor, codeHeading, codeOf, signInAt, verifyCode } from './second-factor.ts'

const security = '/account?seccion=seguridad'

// The tests wait for codes: each works once, for half a minute.
test.slow()
// They share nothing, and the waits are long.
test.describe.configure({ mode: 'parallel' })

// In `npm test`: web/screens/security.test.tsx.
test('a while after signing in, adding a first device requires another sign-in', { tag: '@storm' }, async ({
  page,
}) => {
  const person = newPerson()
  await enterAs(page, person)
  const open = page.getByRole('button', { name: 'Activar segundo factor' })
  const signInAgain = page.getByRole('dialog', { name: 'Vuelve a iniciar sesión' })

  await test.step('also when the time passed with the dialog open', async () => {
    await open.click()
    await ageSignIn(person.email)
    await page.getByRole('dialog').getByRole('button', { name: 'Continuar' }).click()
    await expect(signInAgain).toBeVisible()
    await expectAccessible(page)
    await signInAgain.getByRole('button', { name: 'Volver' }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
  })

  await page.reload()
  await open.click()
  await signInAgain.getByRole('button', { name: 'Iniciar sesión de nuevo' }).click()
  await signIn(page, person)
  await expect(page).toHaveURL(security)
  await activateSecondFactor(page)
  await expect(page.getByRole('region', { name: 'Segundo factor' }).getByRole('listitem')).toHaveCount(1)
})

// In `npm test`: the second tab of second-factor.spec.ts.
test('a code that is entered in one tab counts for all tabs', { tag: '@storm' }, async ({ page, context }) => {
  const person = newPerson()
  await enterAs(page, person)
  const secret = await activateSecondFactor(page)
  await page.goto('/contact')
  await page.evaluate(() => localStorage.removeItem('senda.session'))
  await signInAt(page, person, '/dashboard')
  await expect(codeHeading(page)).toBeVisible()
  const other = await context.newPage()
  await other.goto('/login?next=%2Fdashboard')
  await expect(codeHeading(other)).toBeVisible()
  await verifyCode(other, codeOf(secret))
  await expect(other).toHaveURL('/dashboard')
  await expect(page).toHaveURL('/dashboard')
})

test('a response to a request from before the code does not block a user who has entered it', async ({
  page,
  visitor,
}) => {
  const person = newPerson()
  await enterAs(page, person)
  const secret = await activateSecondFactor(page)
  const other = await visitor()
  await other.goto('/login?next=%2Fdashboard')
  await whenInteractive(other)
  const proven = other.waitForResponse('**/factors/*/verify')
  // Sent with the session before the code, and its response arrives after the code was entered.
  await other.route('**/api/v1/me', async (route) => {
    await proven
    await route.continue().catch(() => undefined)
  })
  await signIn(other, person)
  await expect(codeHeading(other)).toBeVisible()
  await verifyCode(other, codeOf(secret))
  await expect(other).toHaveURL('/dashboard')
})

// In `npm test`: server/features/auth/links/link-proof.test.ts tells that a link does not replace the code.
test('a recovery link opens the new password only after the code', { tag: '@storm' }, async ({ page, visitor }) => {
  const person = newPerson()
  await enterAs(page, person)
  // Through the mail of the sign-up: a link of another kind would delete the data of an unconfirmed account.
  await confirmByMail(page, person)
  await page.goto(security)
  const secret = await activateSecondFactor(page)
  const other = await visitor()
  await other.goto('/forgot-password')
  await whenInteractive(other)
  await other.getByLabel('Correo electrónico').fill(person.email)
  await other.getByRole('button', { name: 'Enviar enlace' }).click()
  await expect(other.getByRole('heading', { level: 1, name: 'Correo enviado' })).toBeVisible()
  await openMail(other, { to: person.email, subject: 'Restablece tu contraseña' })
  await other.frameLocator('iframe').getByRole('link', { name: 'Elegir una contraseña nueva' }).click()
  await other.getByRole('button', { name: 'Continuar' }).click()
  await expect(codeHeading(other)).toBeVisible()
  await expect(other).toHaveURL(/\/reset-password/)
  await expectAccessible(other)
  await verifyCode(other, codeOf(secret))
  await other.getByLabel(/^Nueva contraseña/).fill('otro-camino-nuevo')
  await other.getByLabel(/^Repite la contraseña/).fill('otro-camino-nuevo')
  await expect(other.getByLabel(/^Contraseña actual/)).toBeHidden()
  await other.getByRole('button', { name: 'Guardar contraseña' }).click()
  await expect(other.getByText('Tu contraseña ha sido actualizada correctamente.')).toBeVisible()
  await expect(other).toHaveURL('/login')
})
