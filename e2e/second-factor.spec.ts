import { expect } from '@playwright/test'

import { enterAs } from './account-page.ts'
import { expectAccessible, test } from './fixtures.ts'
import { newPerson, signIn } from './person.ts'
import {
  activateSecondFactor,
  codeField,
  codeHeading,
  codeOf,
  readSecret,
  signInAt,
  untilEarlyInStep,
  verifyCode,
} from './second-factor.ts'

// The tests wait for codes: each works once, for half a minute.
test.slow()
// They share nothing, and the waits are long.
test.describe.configure({ mode: 'parallel' })

test('a user activates a second factor, enters its code at sign-in, and removes it', async ({ page, visitor }) => {
  const person = newPerson()
  await enterAs(page, person)
  const other = await visitor()
  await signInAt(other, person, '/dashboard')
  await expect(other).toHaveURL('/dashboard')
  const card = page.getByRole('region', { name: 'Segundo factor' })
  const dialog = page.getByRole('dialog')
  let secret = ''
  let used = ''

  await test.step('activates it', async () => {
    await card.getByRole('button', { name: 'Activar segundo factor' }).click()
    const name = dialog.getByLabel('Nombre del dispositivo')
    await expect(name).toHaveValue('Mi teléfono')
    await expectAccessible(page)
    await name.fill(' ')
    await dialog.getByRole('button', { name: 'Continuar' }).click()
    await expect(dialog.getByText('Ponle un nombre para reconocerlo.')).toBeVisible()
    await name.fill('El teléfono azul')
    await dialog.getByRole('button', { name: 'Continuar' }).click()

    const qr = dialog.getByRole('img', { name: /^Código QR/ })
    await expect(qr).toBeVisible()
    expect(await qr.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth > 0))).toBe(true)
    secret = await readSecret(page)
    const app = dialog.getByRole('link', { name: 'Abrir en la app' })
    await expect(app).toHaveAttribute('href', new RegExp(`^otpauth://totp/.*secret=${secret}`))
    await expectAccessible(page)

    await dialog.getByRole('button', { name: 'Activar', exact: true }).click()
    await expect(dialog.getByText('Escribe los seis dígitos.')).toBeVisible()
    await untilEarlyInStep()
    used = codeOf(secret, -1)
    await codeField(page).fill(used === '000000' ? '111111' : '000000')
    await dialog.getByRole('button', { name: 'Activar', exact: true }).click()
    await expect(dialog.getByText(/^Ese código no es correcto/)).toBeVisible()
    await expect(codeField(page)).toBeFocused()
    await expectAccessible(page)
    await codeField(page).fill(`${used.slice(0, 3)} ${used.slice(3)}`)
    await expect(codeField(page)).toHaveValue(used)
    await codeField(page).press('Enter')
    await expect(dialog).toBeHidden()
    await expect(page.getByText('Cerramos las demás sesiones de tu cuenta.')).toBeVisible()
    await expect(card.getByRole('listitem')).toContainText('El teléfono azul')
    await expect(card.getByText('Agrega otro dispositivo', { exact: true }).first()).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('all other sessions are closed, and signing in requires the code', async () => {
    await other.goto('/dashboard?tab=history')
    await expect(other).toHaveURL('/login?next=%2Fdashboard%3Ftab%3Dhistory')
    await signIn(other, person)
    await expect(codeHeading(other)).toBeVisible()
    await expect(codeField(other)).toBeFocused()
    await expectAccessible(other)
    // Neither private pages nor another visit to /login bypass the code.
    await other.goto('/dashboard')
    await expect(other).toHaveURL('/login')
    await expect(codeHeading(other)).toBeVisible()
    await verifyCode(other, '12')
    await expect(other.getByText('Escribe los seis dígitos.')).toBeVisible()
    // A used code is refused like a wrong one.
    await verifyCode(other, used)
    await expect(other.getByText(/^Ese código no es correcto/)).toBeVisible()
    await expectAccessible(other)
    await other.getByRole('button', { name: 'Usar otra cuenta' }).click()
    await expect(other.getByRole('heading', { level: 1, name: 'Iniciar sesión' })).toBeVisible()
  })

  await test.step('signs in with the right code', async () => {
    await signInAt(other, person, '/dashboard?tab=profile')
    await expect(codeHeading(other)).toBeVisible()
    const tab = await other.context().newPage()
    await tab.goto('/login?next=%2Fdashboard')
    await expect(codeHeading(tab)).toBeVisible()
    await verifyCode(other, codeOf(secret))
    await expect(other).toHaveURL('/dashboard?tab=profile')
    await expect(other.getByText('Has iniciado sesión correctamente')).toBeVisible()
    // The code counts for all tabs.
    await expect(tab).toHaveURL('/dashboard')
    await tab.close()
  })

  await test.step('removes it', async () => {
    await page.reload()
    await card.getByRole('button', { name: 'Quitar El teléfono azul' }).click()
    await expect(dialog.getByText(/^Es tu único dispositivo/)).toBeVisible()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Quitar segundo factor' }).click()
    await expect(card.getByRole('button', { name: 'Activar segundo factor' })).toBeVisible()
    const third = await visitor()
    await signInAt(third, person, '/dashboard')
    await expect(third).toHaveURL('/dashboard')
  })
})

// In `npm test`: the journey above; server/features/auth/endpoints/enroll-factor.test.ts has the second device.
test('a second device opens the account as well', { tag: '@storm' }, async ({ page, visitor }) => {
  const person = newPerson()
  await enterAs(page, person)
  await activateSecondFactor(page)
  const card = page.getByRole('region', { name: 'Segundo factor' })
  const dialog = page.getByRole('dialog')
  await card.getByRole('button', { name: 'Agregar otro dispositivo' }).click()
  await dialog.getByLabel('Nombre del dispositivo').fill('Mi teléfono')
  await dialog.getByRole('button', { name: 'Continuar' }).click()
  await expect(dialog.getByText('Ya tienes un dispositivo con ese nombre. Elige otro.')).toBeVisible()
  await dialog.getByLabel('Nombre del dispositivo').fill('La tableta')
  await dialog.getByRole('button', { name: 'Continuar' }).click()
  const secret = await readSecret(page)
  await untilEarlyInStep()
  await codeField(page).fill(codeOf(secret, -1))
  await dialog.getByRole('button', { name: 'Agregar', exact: true }).click()
  await expect(card.getByRole('listitem')).toHaveCount(2)
  await expectAccessible(page)

  const other = await visitor()
  await signInAt(other, person, '/dashboard')
  await expect(codeHeading(other)).toBeVisible()
  await expectAccessible(other)
  await other.getByLabel('Dispositivo').selectOption('La tableta')
  // A user on a slow connection does not have to enter it again.
  const expired = {
    status: 422,
    headers: { 'X-Supabase-Api-Version': '2024-01-01' },
    json: { code: 'mfa_challenge_expired', message: 'MFA challenge has expired' },
  }
  await other.route('**/factors/*/verify', (route) => route.fulfill(expired), { times: 1 })
  await verifyCode(other, codeOf(secret))
  await expect(other).toHaveURL('/dashboard')

  await card.getByRole('button', { name: 'Quitar La tableta' }).click()
  await dialog.getByRole('button', { name: 'Quitar dispositivo' }).click()
  await expect(card.getByRole('listitem')).toHaveCount(1)
})
