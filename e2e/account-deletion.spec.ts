import { expect, type Locator } from '@playwright/test'

import { enterAs } from './account-page.ts'
import { expectAccessible, test } from './fixtures.ts'
import { expectVisibleFocus, pressOn, tabTo } from './keyboard.ts'
import { newPerson, signIn } from './person.ts'

// In `npm test`: web/screens/account.test.tsx.
test('before deleting an account the page lists the consequences, and afterwards the account is gone', {
  tag: '@storm',
}, async ({ page }) => {
  const person = newPerson()
  await enterAs(page, person, 'eliminar')
  await expect(page.getByRole('heading', { name: 'Qué pasaría' })).toBeVisible()
  await expect(page.getByText('No se puede deshacer.')).toBeVisible()
  await expectAccessible(page)

  const dialog = page.getByRole('dialog', { name: '¿Eliminar tu cuenta?' })
  const open = page.getByRole('button', { name: 'Eliminar mi cuenta' })
  const agreed = dialog.getByRole('checkbox', { name: /^Entiendo/ })
  const confirm = dialog.getByRole('button', { name: 'Eliminar para siempre' })
  const press = (target: Locator) => pressOn(page, target)
  await press(open)
  const password = dialog.getByLabel(/^Contraseña actual/)
  await press(confirm)
  await expect(dialog.getByText('Marca la casilla para seguir')).toBeVisible()
  await expect(password).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(open).toBeFocused()

  await page.keyboard.press('Enter')
  await expect(confirm).toBeVisible()
  await password.fill(person.password)
  await tabTo(page, agreed)
  await expectVisibleFocus(agreed)
  await page.keyboard.press('Space')
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
