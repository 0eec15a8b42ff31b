import { expect, type Page } from '@playwright/test'

import { enterAs, sectionHeading } from './account-page.ts'
import { test, whenInteractive, withoutLiveStream } from './fixtures.ts'
import { confirmByMail, openMail } from './mail-page.ts'
import { newPerson, signIn } from './person.ts'

/** The modules whose import has failed: some browsers remember each until the page reloads. */
function failedModules(page: Page): string[] {
  const failed: string[] = []
  page.on('requestfailed', (request) => {
    if (request.resourceType() === 'script') failed.push(request.url())
  })
  return failed
}

const lost = 'No pudimos conectarnos. Revisa tu conexión e inténtalo de nuevo.'

test('a sign-in without a connection keeps what was typed, and works once the connection is back', async ({
  page,
  context,
  patient,
}) => {
  const failed = failedModules(page)
  await page.goto('/login')
  await whenInteractive(page)
  await context.setOffline(true)
  await signIn(page, patient)
  await expect(page.getByRole('main').getByText(lost)).toBeVisible()
  await expect(page.getByLabel('Correo electrónico')).toHaveValue(patient.email)

  await context.setOffline(false)
  await page.getByRole('button', { name: 'Iniciar sesión' }).click()
  await expect(page).toHaveURL('/dashboard')
  expect(failed).toEqual([])
})

test('a dialog whose code fails to load leaves the page as it is, and opens once the connection is back', async ({
  page,
  context,
}) => {
  const failed = failedModules(page)
  await withoutLiveStream(page)
  await enterAs(page, newPerson(), 'sesiones')
  const end = page.getByRole('button', { name: 'Cerrar todas' })
  await expect(end).toBeVisible()
  // The code of the message was loaded with the page.
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await end.click()
  await expect(page.getByText(lost)).toBeVisible()
  await expect(end).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()

  await context.setOffline(false)
  await end.click()
  await expect(page.getByRole('dialog', { name: '¿Cerrar todas las sesiones?' })).toBeVisible()
  expect(failed).toEqual([])
})

test.use({ provokes: /Failed to fetch/ })

test('a page whose code fails to load says so, and opens by itself once the connection is back', async ({
  page,
  context,
}) => {
  const failed = failedModules(page)
  await page.goto('/faq')
  await whenInteractive(page)
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await page.getByRole('main').getByRole('link').first().click()
  await expect(page.getByRole('alert').filter({ hasText: lost })).toBeVisible()

  await context.setOffline(false)
  await expect(page.getByLabel(/^Nombre/)).toBeVisible()
  expect(failed).toEqual([])
})

// In `npm test`: web/ui/lazy-section.test.tsx and web/platform/part-files.test.ts.
test('a section whose code fails to load says so, and appears once the connection is back', { tag: '@storm' }, async ({
  page,
  context,
}) => {
  const failed = failedModules(page)
  await withoutLiveStream(page)
  await enterAs(page, newPerson())
  await expect(sectionHeading(page, 'Seguridad')).toBeVisible()
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await page.getByRole('link', { name: 'Personas a cargo' }).click()
  await expect(page.getByText('seguimos intentándolo', { exact: false })).toBeVisible()

  await context.setOffline(false)
  await expect(page.getByRole('button', { name: 'Agregar a una persona' })).toBeVisible()
  expect(failed).toEqual([])
})

/** The page behind the recovery link of a new account, in a browser without its session. */
async function openRecoveryPage(page: Page, visitor: () => Promise<Page>): Promise<Page> {
  const person = newPerson()
  await enterAs(page, person)
  await confirmByMail(page, person)
  const other = await visitor()
  await other.goto('/forgot-password')
  await whenInteractive(other)
  await other.getByLabel('Correo electrónico').fill(person.email)
  await other.getByRole('button', { name: 'Enviar enlace' }).click()
  await expect(other.getByRole('heading', { level: 1, name: 'Correo enviado' })).toBeVisible()
  await openMail(other, { to: person.email, subject: 'Restablece tu contraseña' })
  await other.frameLocator('iframe').getByRole('link', { name: 'Elegir una contraseña nueva' }).click()
  return other
}

// In `npm test`: web/screens/failures.test.tsx tells what stays of a recovery link.
test('a recovery link whose response is lost after the press opens with the next one', { tag: '@storm' }, async ({
  page,
  visitor,
}) => {
  const other = await openRecoveryPage(page, visitor)
  await expect(other.getByRole('button', { name: 'Continuar' })).toBeVisible()
  const address = other.url()
  await other.route('**/auth/v1/verify', async (route) => {
    await route.fetch({ maxRedirects: 0 })
    await route.abort('connectionreset')
  })
  const lostPress = other.waitForEvent('requestfailed', (request) => request.method() === 'POST')
  await other.getByRole('button', { name: 'Continuar' }).click()
  await lostPress
  await other.unroute('**/auth/v1/verify')

  await other.goto(address)
  await expect(other.getByRole('heading', { name: 'Sigue donde quedaste' })).toBeVisible()
  await other.getByRole('button', { name: 'Continuar' }).click()
  await expect(other.getByRole('button', { name: 'Guardar contraseña' })).toBeVisible()
})

// In `npm test`: web/screens/failures.test.tsx tells what stays of a recovery link.
test('a recovery link that opens while the connection drops stays usable, also after a reload', {
  tag: '@storm',
}, async ({ page, visitor }) => {
  const other = await openRecoveryPage(page, visitor)
  await other.route('**/auth/v1/user', (route) => route.abort())
  await other.getByRole('button', { name: 'Continuar' }).click()
  const failure = other.getByRole('alert').filter({ hasText: 'No pudimos abrir el enlace todavía' })
  await expect(failure).toContainText('El enlace sigue sirviendo.')
  await other.getByRole('button', { name: 'Reintentar' }).click()
  await expect(failure).toBeVisible()

  await other.reload()
  await expect(failure).toBeVisible()
  await other.unroute('**/auth/v1/user')
  await other.getByRole('button', { name: 'Reintentar' }).click()
  await expect(other.getByRole('button', { name: 'Guardar contraseña' })).toBeVisible()
})
