import { expect, type Page } from '@playwright/test'

import { enterAs } from './account-page.ts'
import { ageSignIn } from './age-sign-in.ts'
import { expectAccessible, test, whenInteractive } from './fixtures.ts'
import { codeInMail, openMail } from './mail-page.ts'
import { newPerson, signIn } from './person.ts'
import { choose, completeAsPatient, continueWith, expectCleanAddress, newOtherAccount } from './provider-page.ts'
import { activateSecondFactor, codeOf } from './second-factor.ts'

const security = '/account?seccion=seguridad'

const accounts = (page: Page) => page.getByRole('list', { name: 'Cuentas que puedes conectar' })
const google = (page: Page) => accounts(page).getByRole('listitem').filter({ hasText: 'Google' })

// In `npm test`: identities.test.ts of server/features/auth/providers, web/platform/social-flow.test.ts for the return, and social.spec.ts.
test('a user connects an account of another provider, signs in with it, and disconnects it', { tag: '@storm' }, async ({
  page,
  visitor,
}) => {
  const person = newPerson()
  const julia = newOtherAccount()
  await enterAs(page, person)
  await google(page).getByRole('button', { name: 'Conectar Google' }).click()
  await choose(page, julia)
  await expectCleanAddress(page, security)
  await expect(page.getByText('Conectaste Google')).toBeVisible()
  await expect(google(page)).toContainText('Conectada')
  await expect(google(page)).toContainText(julia.email)
  await expectAccessible(page)

  const other = await visitor()
  await other.goto('/login')
  await continueWith(other, 'Google', julia)
  await expect(other.getByRole('button', { name: `Tu cuenta, ${person.firstName} ${person.lastName}` })).toBeVisible()

  await google(page).getByRole('button', { name: 'Desconectar Google' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(`Ya no podrás entrar con ${julia.email}.`)).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Desconectar' }).click()
  await expect(google(page).getByRole('button', { name: 'Conectar Google' })).toBeVisible()
})

// In `npm test`: server/features/auth/providers/identities.test.ts tells both.
test('an identity that belongs to another account is refused, and cancelling changes nothing', {
  tag: '@storm',
}, async ({ page, visitor }) => {
  const julia = newOtherAccount()
  const owner = await visitor()
  await owner.goto('/login')
  await continueWith(owner, 'Google', julia)
  await completeAsPatient(owner)
  await expect(owner).toHaveURL('/patient-welcome')

  await enterAs(page, newPerson())
  const connect = google(page).getByRole('button', { name: 'Conectar Google' })
  await connect.click()
  await choose(page, julia)
  await expectCleanAddress(page, security)
  await expect(page.getByText(/^Esa cuenta de Google ya está conectada/)).toBeVisible()
  await connect.click()
  await page.getByRole('button', { name: 'Cancelar' }).click()
  await expectCleanAddress(page, security)
  await expect(page.getByText('Error al conectar con Google. Inténtalo de nuevo.')).toBeVisible()
  await expect(connect).toBeVisible()
})

// In `npm test`: server/features/auth/providers/identities.test.ts; web/screens/security.test.tsx has the dialog.
test('a while after signing in, a user has to sign in again before connecting an account', { tag: '@storm' }, async ({
  page,
}) => {
  const person = newPerson()
  await enterAs(page, person)
  await ageSignIn(person.email)
  await google(page).getByRole('button', { name: 'Conectar Google' }).click()
  const dialog = page.getByRole('dialog', { name: 'Vuelve a iniciar sesión' })
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Iniciar sesión de nuevo' }).click()
  await expect(page).toHaveURL('/login?next=%2Faccount%3Fseccion%3Dseguridad')
  await signIn(page, person)
  await google(page).getByRole('button', { name: 'Conectar Google' }).click()
  await expect(page.getByRole('heading', { name: 'Google de prueba' })).toBeVisible()
})

// In `npm test`: server/features/auth/providers/social-linking.test.ts, and the mailed code of web/screens/security.test.tsx.
test('a user who signed up with Google sets a password, with a mailed code a while later', { tag: '@storm' }, async ({
  page,
  context,
}) => {
  const julia = newOtherAccount({ verified: false })
  await page.goto('/login')
  await continueWith(page, 'Google', julia)
  await completeAsPatient(page)
  await expect(page).toHaveURL('/patient-welcome')
  await page.goto(security)

  await test.step('cannot give up the only way in', async () => {
    await google(page).getByRole('button', { name: 'Desconectar Google' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Desconectar' }).click()
    await expect(dialog.getByText(/^Es tu única forma de entrar/)).toBeVisible()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Volver' }).click()
  })

  await ageSignIn(julia.email)
  await page.reload()
  const card = page.getByRole('region', { name: 'Contraseña' })
  await card.getByRole('button', { name: 'Crear contraseña' }).click()
  await card.getByLabel(/^Nueva contraseña/).fill('camino-propio')
  await card.getByLabel(/^Repite la contraseña/).fill('camino-propio')
  await expect(card.getByRole('button', { name: 'Usar mi contraseña actual' })).toBeHidden()
  await expectAccessible(page)
  await card.getByRole('button', { name: 'Enviarme el código' }).click()
  await expect(card.getByText(/^Te enviamos un código a/)).toBeVisible()
  const mail = await context.newPage()
  await openMail(mail, { to: julia.email, subject: 'Tu código para confirmar que eres tú' })
  await card.getByLabel('Código del correo').fill(await codeInMail(mail))
  await mail.close()
  await card.getByRole('button', { name: 'Guardar contraseña' }).click()
  await expect(page.getByText('Tu contraseña ha sido actualizada correctamente.')).toBeVisible()
  await expect(card.getByRole('button', { name: 'Cambiar contraseña' })).toBeVisible()
})

// In `npm test`: server/features/auth/providers/identities.test.ts, and second-factor.spec.ts for the page of the code.
test('a sign-in with Google also requires the second factor', { tag: '@storm' }, async ({ page, visitor }) => {
  test.slow()
  const person = newPerson()
  const julia = newOtherAccount()
  await enterAs(page, person)
  await google(page).getByRole('button', { name: 'Conectar Google' }).click()
  await choose(page, julia)
  await expect(google(page)).toContainText('Conectada')
  const secret = await activateSecondFactor(page)

  const other = await visitor()
  for (const { path, leads } of [
    { path: '/login', leads: '/login' },
    {
      path: `/login?${new URLSearchParams({ next: security })}`,
      leads: '/login?next=%2Faccount%3Fseccion%3Dseguridad',
    },
  ]) {
    await other.goto(path)
    await continueWith(other, 'Google', julia)
    await expect(other.getByRole('heading', { level: 1, name: 'Escribe tu código' })).toBeVisible()
    await expectCleanAddress(other, leads)
    await other.getByRole('button', { name: 'Usar otra cuenta' }).click()
    await expect(other.getByRole('heading', { level: 1, name: 'Iniciar sesión' })).toBeVisible()
  }
  await whenInteractive(other)
  await continueWith(other, 'Google', julia)
  await other.getByLabel('Código', { exact: true }).fill(codeOf(secret))
  await other.getByRole('button', { name: 'Continuar' }).click()
  await expect(other).toHaveURL(security)
  await expect(google(other)).toContainText('Conectada')
})
