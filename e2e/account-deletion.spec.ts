import { expect, type Locator } from '@playwright/test'

import { enterAs, sectionHeading } from './account-page.ts'
import { expectAccessible, test } from './fixtures.ts'
import { expectVisibleFocus, pressOn, tabTo } from './keyboard.ts'
import { newPerson, signIn } from './person.ts'

test('before deleting an account the page lists the consequences, and afterwards the account is gone', async ({
  page,
  isMobile,
}) => {
  const person = newPerson()
  await enterAs(page, person, 'eliminar')
  await expect(page.getByRole('heading', { name: 'Qué pasaría' })).toBeVisible()
  await expect(page.getByText('No se puede deshacer.')).toBeVisible()
  await expectAccessible(page)

  const dialog = page.getByRole('dialog', { name: '¿Eliminar tu cuenta?' })
  const open = page.getByRole('button', { name: 'Eliminar mi cuenta' })
  const agreed = dialog.getByRole('checkbox', { name: /^Entiendo/ })
  const confirm = dialog.getByRole('button', { name: 'Eliminar para siempre' })
  // A phone has no keyboard for moving the focus.
  const press = isMobile ? (target: Locator) => target.click() : (target: Locator) => pressOn(page, target)
  await press(open)
  await press(confirm)
  await expect(dialog.getByText('Marca la casilla para seguir')).toBeVisible()
  await expect(agreed).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(open).toBeFocused()

  await page.keyboard.press('Enter')
  await expect(confirm).toBeVisible()
  if (isMobile) await agreed.check()
  else {
    await tabTo(page, agreed)
    await expectVisibleFocus(agreed)
    await page.keyboard.press('Space')
  }
  await press(confirm)
  await expect(page).toHaveURL('/')
  await expect(page.getByText('Tu cuenta quedó eliminada')).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Regístrate' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('senda.session'))).toBeNull()
  await expectAccessible(page)

  await page.goto('/login')
  await signIn(page, person)
  await expect(page.getByText('Credenciales incorrectas. Verifica tu correo electrónico y contraseña.')).toBeVisible()
})

test('after an old sign-in the user has to prove their identity before the account is deleted', async ({ page }) => {
  const person = newPerson()
  await enterAs(page, person, 'eliminar')
  const dialog = page.getByRole('dialog', { name: '¿Eliminar tu cuenta?' })
  const security = (hasPassword: boolean) =>
    page.route('**/me/security', (route) =>
      route.fulfill({ json: { hasPassword, isRecentSignIn: false, newEmail: null } }),
    )

  await test.step('with the password', async () => {
    await security(true)
    await page.reload()
    await page.getByRole('button', { name: 'Eliminar mi cuenta' }).click()
    const password = dialog.getByLabel(/^Contraseña actual/)
    await dialog.getByRole('checkbox').check()
    await dialog.getByRole('button', { name: 'Eliminar para siempre' }).click()
    await expect(dialog.getByText('Escribe tu contraseña actual.')).toBeVisible()
    await expect(password).toBeFocused()
    await password.fill('no es la mía')
    await dialog.getByRole('button', { name: 'Eliminar para siempre' }).click()
    await expect(dialog.getByText('La contraseña actual no es esa.')).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('by signing in again, without a password', async () => {
    await security(false)
    await page.reload()
    await page.getByRole('button', { name: 'Eliminar mi cuenta' }).click()
    await expect(dialog.getByText(/vuelve a iniciar sesión/)).toBeVisible()
    await expectAccessible(page)
    await page.unroute('**/me/security')
    await dialog.getByRole('button', { name: 'Volver a iniciar sesión' }).click()
    await expect(page).toHaveURL('/login?next=%2Faccount%3Fseccion%3Deliminar')
    await signIn(page, person)
    await expect(sectionHeading(page, 'Eliminar cuenta')).toBeVisible()
  })
})

for (const { who, email, reason, wayOn } of [
  { who: 'a centre with appointments', email: 'centro@demo.uy', reason: 'citas por delante', wayOn: 'Ir a tu centro' },
  {
    who: 'the only administrator',
    email: 'admin@demo.uy',
    reason: 'la única persona',
    wayOn: 'Ir a la administración',
  },
]) {
  test(`${who} reads why the account can't go yet`, async ({ page }) => {
    await page.goto('/login?next=%2Faccount%3Fseccion%3Deliminar')
    await signIn(page, { email, password: 'Senda-2026!' })
    await expect(page.getByText('Todavía no se puede eliminar')).toBeVisible()
    await expect(page.getByRole('main')).toContainText(reason)
    await expect(page.getByRole('link', { name: wayOn })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Eliminar mi cuenta' })).toBeHidden()
    await expectAccessible(page)
  })
}
