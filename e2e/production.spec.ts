import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, type Page } from '@playwright/test'

import { expectAccessible, test, whenInteractive } from './fixtures.ts'
import { type OwnServer, projectFolder, startOwnServer, startTimeoutMs } from './own-server.ts'
import { newPerson, type Person, register, signIn } from './person.ts'
import { activateSecondFactor } from './second-factor.ts'

let server: OwnServer
test.beforeAll(async () => {
  test.setTimeout(startTimeoutMs)
  server = await startOwnServer({ REQUIRE_EMAIL_CONFIRMATION: 'true' })
})
test.afterAll(async () => {
  await server.stop()
})

/** Opens the link of the mail. */
async function confirmByMail(page: Page, { email }: Person): Promise<void> {
  const mail = await server.mailTo(email)
  const link = mail.text?.match(/http\S+\/auth\/v1\/verify\S+/)?.[0] ?? ''
  expect(link.startsWith(`${server.origin}/`)).toBe(true)
  await page.goto(link)
  // In the browser that signed up, the page behind the link asks nothing.
  await expect(page.getByText('Tu correo quedó confirmado.')).toBeVisible()
}

test('when addresses have to be confirmed, a sign-up ends at /thank-you and the mailed link signs the user in', async ({
  page,
}) => {
  const person = newPerson()
  await page.goto(`${server.origin}/register`)
  await whenInteractive(page)
  await register(page, person)
  await expect(page).toHaveURL(`${server.origin}/thank-you`)
  const resend = page.getByRole('button', { name: 'Reenviar correo' })
  const tooSoon = page.getByText(/^Ya enviamos un correo hace un momento\./)
  await resend.click()
  await expect(tooSoon).toBeVisible()
  // The page doesn't redirect a user who waits for the mail.
  await expect(page.getByRole('timer')).toBeHidden()

  await page.goto(`${server.origin}/login`)
  await whenInteractive(page)
  await signIn(page, person)
  await expect(page.getByText('No fue posible iniciar sesión')).toBeVisible()
  await expect(page.getByText('Por favor, confirma tu correo electrónico antes de iniciar sesión.')).toHaveCount(1)
  await resend.click()
  await expect(tooSoon).toBeVisible()

  await confirmByMail(page, person)
  await page.goto(`${server.origin}/dashboard`)
  await expect(page.getByText(`Hola, ${person.firstName}.`)).toBeVisible()
})

test('a provider without settings is not offered', async ({ page }) => {
  for (const path of ['/login', '/register', '/auth']) {
    await page.goto(server.origin + path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByText(/Continuar con|o con tu correo|o con otra cuenta/)).toHaveCount(0)
  }
})

// In `npm test`: second-factor-gate.test.ts of server/http, server/admin/run-command.test.ts, and web/screens/failures.test.tsx.
test('the first administrator may open the staff area only with a second factor', { tag: '@storm' }, async ({
  page,
}) => {
  const person = newPerson()
  await page.goto(`${server.origin}/register`)
  await whenInteractive(page)
  await register(page, person)
  await expect(page).toHaveURL(`${server.origin}/thank-you`)
  await confirmByMail(page, person)

  await page.goto(`${server.origin}/admin/dashboard`)
  await expect(page).toHaveURL(`${server.origin}/`)
  await promisify(execFile)('npm', ['run', 'admin', '--', 'grant', person.email], {
    cwd: projectFolder,
    env: server.env,
  })
  await page.goto(`${server.origin}/admin/dashboard`)
  await expect(page.getByRole('heading', { name: 'Activa antes tu segundo factor' })).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Ir a Seguridad' }).click()
  await activateSecondFactor(page)
  await page.goto(`${server.origin}/admin/dashboard`)
  const team = page.getByRole('region', { name: 'Equipo de administración' })
  await expect(team.getByRole('cell', { name: person.email })).toBeVisible()
  await expect(team.getByRole('cell', { name: 'Activo', exact: true })).toBeVisible()
  await expectAccessible(page)
})
