import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'

import { enterAs, sectionHeading } from './account-page.ts'
import { expectAccessible, test } from './fixtures.ts'
import { newPerson, signIn } from './person.ts'

test('Mi Cuenta is in the menu, requires a sign-in, and keeps its section in the URL', {
  tag: '@phone-in-storm',
}, async ({ page, patient, isMobile }) => {
  await page.goto('/account?seccion=avisos')
  await expect(page).toHaveURL('/login?next=%2Faccount%3Fseccion%3Davisos')
  await signIn(page, patient)
  await expect(page).toHaveURL('/account?seccion=avisos')
  await expect(sectionHeading(page, 'Avisos')).toBeVisible()
  await expect(page).toHaveTitle(/Avisos · Mi Cuenta/)

  await page.goto('/account?seccion=%3Cno%3E')
  await expect(page.getByRole('heading', { level: 1, name: 'Mi Cuenta' })).toBeVisible()

  await page.goto('/')
  await page.getByRole('button', { name: /^Tu cuenta/ }).click()
  await page.getByRole('menuitem', { name: 'Mi Cuenta' }).click()
  await expect(page).toHaveURL('/account')
  const sections = page.getByRole('navigation', { name: 'Secciones de tu cuenta' })
  await expect(sections.locator('[aria-current=page]')).toHaveText(/^Perfil/)
  await expectAccessible(page)
  await sections.getByRole('link', { name: 'Personas a cargo' }).click()
  await expect(sectionHeading(page, 'Personas a cargo')).toBeFocused()
  await expect(page.getByRole('main').locator('[aria-current=page]')).toHaveCount(1)
  if (isMobile) {
    // On a phone the section replaces the list, which returns at its old scroll position.
    await expect(sections).toBeHidden()
    await page.getByRole('main').getByRole('link', { name: 'Mi Cuenta' }).click()
    await expect(sections.getByRole('link', { name: 'Personas a cargo' })).toBeFocused()
    await page.getByRole('button', { name: 'Menú', exact: true }).or(page.locator('summary')).first().click()
    await expect(page.getByRole('navigation', { name: 'Menú' }).getByRole('link', { name: 'Mi Cuenta' })).toBeVisible()
  }
})

// web/screens/account.test.tsx tells what the profile stores and refuses.
test('a patient copies the ID of the profile, and asks for another mail', async ({ page, context }) => {
  const person = newPerson()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await enterAs(page, person, 'perfil')
  await page.getByRole('button', { name: 'Copiar ID' }).click()
  await expect(page.getByText('ID copiado')).toBeVisible()
  const id = await page.evaluate(() => navigator.clipboard.readText())
  expect(id).toMatch(/^[0-9a-f-]{36}$/)
  await expect(page.getByText(id)).toBeVisible()

  // Without access to the clipboard, the page selects the ID for copying by hand.
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
  await page.getByRole('button', { name: 'Copiar ID' }).click()
  await expect(page.getByText('No pudimos copiarlo')).toBeVisible()
  expect(await page.evaluate(() => getSelection()?.toString())).toBe(id)

  await expect(page.getByText('Sin confirmar')).toBeVisible()
  await page.getByRole('button', { name: 'Reenviar correo de confirmación' }).click()
  await expect(page.getByText(`Búscalo en ${person.email}.`)).toBeVisible()
  await page.getByRole('button', { name: 'Reenviar correo de confirmación' }).click()
  await expect(page.getByText(/Ya enviamos un correo hace un momento/)).toBeVisible()
})

// In `npm test`: web/screens/account.test.tsx downloads both; server/http/downloads.test.ts has their addresses.
test('a data export is prepared and downloaded in both formats', { tag: '@storm' }, async ({ page, patient }) => {
  await page.goto('/login?next=%2Faccount%3Fseccion%3Ddatos')
  await signIn(page, patient)
  await page.getByRole('button', { name: 'Pedir mi copia' }).click()
  await expect(page.getByRole('heading', { name: 'Una copia de todo lo tuyo' })).toBeFocused()
  const ready = page.getByText('Tu copia está lista.')
  await expect(page.getByRole('progressbar').or(ready)).toBeVisible()
  await expectAccessible(page)
  // A patient who leaves the page finds the export on returning.
  await page.reload()
  await expect(ready).toBeVisible({ timeout: 30_000 })
  await expectAccessible(page)

  for (const [button, ending] of [
    ['Archivo JSON', /\.json$/],
    ['Página para leer', /\.html$/],
  ] as const) {
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: button }).click()
    const file = await download
    expect(file.suggestedFilename()).toMatch(ending)
    const content = await readFile(await file.path(), 'utf8')
    expect(content).toContain(`${patient.firstName} ${patient.lastName}`)
    expect(content).toContain(patient.email)
  }
})
