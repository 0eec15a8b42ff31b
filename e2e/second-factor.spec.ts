import { expect, type Page } from '@playwright/test'

import { enterAs } from './account-page.ts'
import { ageSignIn } from './age-sign-in.ts'
import { expectAccessible, test, whenInteractive } from './fixtures.ts'
import { openMail } from './mail-page.ts'
import { newPerson, type Person, signIn } from './person.ts'
import { activateSecondFactor, codeOf, readSecret, untilEarlyInStep } from './second-factor.ts'

const security = '/account?seccion=seguridad'

// Codes have to be waited for: each works once, and lasts for half a minute.
test.slow()
// Nor do they share anything, and the waits are long.
test.describe.configure({ mode: 'parallel' })

async function signInAt(page: Page, person: Person, next: string): Promise<void> {
  await page.goto(`/login?${new URLSearchParams({ next })}`)
  await whenInteractive(page)
  await signIn(page, person)
}

const doorOf = (page: Page) => page.getByRole('heading', { level: 1, name: 'Escribe tu código' })
const codeField = (page: Page) => page.getByLabel('Código', { exact: true })

/** Through the mail of the sign-up: a link of another kind would take everything from an address that nobody has confirmed. */
async function confirmEmail(page: Page, { email }: Person): Promise<void> {
  await openMail(page, { to: email, subject: 'Confirma tu correo' })
  await page.frameLocator('iframe').getByRole('link', { name: 'Confirmar mi correo' }).click()
  await page.getByRole('button', { name: 'Sí, confirmar mi correo' }).click()
  await expect(page.getByText('Tu correo quedó confirmado.').first()).toBeVisible()
}

async function enterCode(page: Page, code: string): Promise<void> {
  await codeField(page).fill(code)
  await page.getByRole('button', { name: 'Continuar' }).click()
}

test('a second factor is activated, asked for at the door, and removed', async ({ page, visitor }) => {
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

  await test.step('has signed out everybody else, who meets the code at the door', async () => {
    await other.goto('/dashboard?tab=history')
    await expect(other).toHaveURL('/login?next=%2Fdashboard%3Ftab%3Dhistory')
    await signIn(other, person)
    await expect(doorOf(other)).toBeVisible()
    await expect(codeField(other)).toBeFocused()
    await expectAccessible(other)
    // Neither the private pages nor another visit to /login let anybody past.
    await other.goto('/dashboard')
    await expect(other).toHaveURL('/login?next=%2Fdashboard')
    await expect(doorOf(other)).toBeVisible()
    await other.goto('/register')
    await expect(other).toHaveURL('/login')
    await expect(doorOf(other)).toBeVisible()
    await other.reload()
    await enterCode(other, '12')
    await expect(other.getByText('Escribe los seis dígitos.')).toBeVisible()
    // Used already, and so refused like any other wrong one.
    await enterCode(other, used)
    await expect(other.getByText(/^Ese código no es correcto/)).toBeVisible()
    await expectAccessible(other)
    await other.getByRole('button', { name: 'Usar otra cuenta' }).click()
    await expect(other.getByRole('heading', { level: 1, name: 'Iniciar sesión' })).toBeVisible()
  })

  await test.step('lets in with the right code', async () => {
    await signInAt(other, person, '/dashboard?tab=profile')
    await enterCode(other, codeOf(secret))
    await expect(other).toHaveURL('/dashboard?tab=profile')
    await expect(other.getByText('Has iniciado sesión correctamente')).toBeVisible()
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

test('a while after signing in, a first device asks to sign in again', async ({ page }) => {
  const person = newPerson()
  await enterAs(page, person)
  const open = page.getByRole('button', { name: 'Activar segundo factor' })
  const again = page.getByRole('dialog', { name: 'Vuelve a iniciar sesión' })

  await test.step('also when the while passed with the dialog open', async () => {
    await open.click()
    await ageSignIn(person.email)
    await page.getByRole('dialog').getByRole('button', { name: 'Continuar' }).click()
    await expect(again).toBeVisible()
    await expectAccessible(page)
    await again.getByRole('button', { name: 'Volver' }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
  })

  await page.reload()
  await open.click()
  await again.getByRole('button', { name: 'Iniciar sesión de nuevo' }).click()
  await signIn(page, person)
  await expect(page).toHaveURL(security)
  await activateSecondFactor(page)
  await expect(page.getByRole('region', { name: 'Segundo factor' }).getByRole('listitem')).toHaveCount(1)
})

test('the code is proven in one tab for all of them', async ({ page, context }) => {
  const person = newPerson()
  await enterAs(page, person)
  const secret = await activateSecondFactor(page)
  await page.goto('/contact')
  await page.evaluate(() => localStorage.removeItem('senda.session'))
  await signInAt(page, person, '/dashboard')
  await expect(doorOf(page)).toBeVisible()
  const other = await context.newPage()
  await other.goto('/login?next=%2Fdashboard')
  await expect(doorOf(other)).toBeVisible()
  await enterCode(other, codeOf(secret))
  await expect(other).toHaveURL('/dashboard')
  await expect(page).toHaveURL('/dashboard')
})

test('an answer to what was asked before the code does not hold up whoever has typed it', async ({ page, visitor }) => {
  const person = newPerson()
  await enterAs(page, person)
  const secret = await activateSecondFactor(page)
  const other = await visitor()
  await other.goto('/login?next=%2Fdashboard')
  await whenInteractive(other)
  const proven = other.waitForResponse('**/factors/*/verify')
  // Asked with the session that owes the code, and answered once the code is proven.
  await other.route('**/api/v1/me', async (route) => {
    await proven
    await route.continue().catch(() => undefined)
  })
  await signIn(other, person)
  await expect(doorOf(other)).toBeVisible()
  await enterCode(other, codeOf(secret))
  await expect(other).toHaveURL('/dashboard')
})

test('a second device opens the account as well', async ({ page, visitor }) => {
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
  await expect(doorOf(other)).toBeVisible()
  await expectAccessible(other)
  await other.getByLabel('Dispositivo').selectOption('La tableta')
  // Whoever hesitated on a slow connection is not asked to type it again.
  const expired = {
    status: 422,
    headers: { 'X-Supabase-Api-Version': '2024-01-01' },
    json: { code: 'mfa_challenge_expired', message: 'MFA challenge has expired' },
  }
  await other.route('**/factors/*/verify', (route) => route.fulfill(expired), { times: 1 })
  await enterCode(other, codeOf(secret))
  await expect(other).toHaveURL('/dashboard')

  await card.getByRole('button', { name: 'Quitar La tableta' }).click()
  await dialog.getByRole('button', { name: 'Quitar dispositivo' }).click()
  await expect(card.getByRole('listitem')).toHaveCount(1)
})

test('a recovery link opens the new password only after the code', async ({ page, visitor }) => {
  const person = newPerson()
  await enterAs(page, person)
  await confirmEmail(page, person)
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
  await expect(doorOf(other)).toBeVisible()
  await expect(other).toHaveURL(/\/reset-password/)
  await expectAccessible(other)
  await enterCode(other, codeOf(secret))
  await other.getByLabel(/^Nueva contraseña/).fill('otro-camino-nuevo')
  await other.getByLabel(/^Repite la contraseña/).fill('otro-camino-nuevo')
  await expect(other.getByLabel(/^Contraseña actual/)).toBeHidden()
  await other.getByRole('button', { name: 'Guardar contraseña' }).click()
  await expect(other.getByText('Tu contraseña ha sido actualizada correctamente.')).toBeVisible()
  await expect(other).toHaveURL('/dashboard')
})
