import { expect, type Page } from '@playwright/test'

import { registerCenter, registerPatient, sessionKey } from './by-api.ts'
import { expectAccessible, expectNoOverflow, messageOn, test } from './fixtures.ts'
import { confirmByMail, openMail } from './mail-page.ts'
import { newPerson, type Person, signIn } from './person.ts'
import { expectEscape, openNewCenter, openPracticeSection } from './practice-page.ts'

/** Opens the link of the invitation's mail on the visitor's page. */
async function followInvitation(page: Page, email: string): Promise<void> {
  await openMail(page, { to: email, subject: 'Te invitaron a un equipo en Senda' })
  await page.frameLocator('iframe').getByRole('link', { name: 'Ver la invitación' }).click()
}

/** Invites a receptionist, with the request of the owner's form. */
async function inviteByApi(page: Page, { email }: Person): Promise<void> {
  const stored = await page.evaluate((key) => localStorage.getItem(key), sessionKey)
  const { access_token: token, user } = JSON.parse(stored ?? '{}') as { access_token: string; user: { id: string } }
  const response = await page.request.post(`/api/v1/centers/${user.id}/invitations`, {
    headers: { authorization: `Bearer ${token}` },
    data: { email, role: 'reception', professionalId: null },
  })
  expect(response.ok(), await response.text()).toBe(true)
}

// In `npm test`: the next journey joins by a mailed link; web/screens/practice.test.tsx has the role.
test('a new receptionist joins by the mailed link, sees what the role allows, and nothing once removed', {
  tag: '@storm',
}, async ({ page, patient, visitor }) => {
  test.slow()
  const center = await openNewCenter(page)
  const person = newPerson()
  await openPracticeSection(page, 'Servicios')
  await page.getByRole('button', { name: 'Invitar por correo' }).click()
  await page.getByRole('dialog').getByLabel('Correo electrónico').fill(person.email)
  await page.getByRole('dialog').getByRole('button', { name: 'Enviar invitación' }).click()
  await expect(messageOn(page, 'Invitación enviada')).toBeVisible()

  await test.step('an account with another address is refused, with links to go on', async () => {
    const theirs = await visitor()
    await theirs.goto('/login')
    await signIn(theirs, patient)
    await expect(theirs).toHaveURL('/dashboard')
    await followInvitation(theirs, person.email)
    await theirs.getByRole('button', { name: 'Aceptar la invitación' }).click()
    await expect(theirs.getByRole('alert').filter({ hasText: `entraste como ${patient.email}` })).toBeVisible()
    await expectAccessible(theirs)
    await theirs.getByRole('button', { name: 'Salir y entrar con otra cuenta' }).click()
    await expect(theirs.getByLabel('Tu nombre')).toBeVisible()
  })

  const theirs = await visitor()
  await test.step('a visitor reads which centre invites, and registers', async () => {
    await followInvitation(theirs, person.email)
    await expect(theirs.getByRole('heading', { level: 1, name: 'Te invitaron a un equipo' })).toBeVisible()
    await expect(theirs.getByRole('main')).toContainText(center.centerName)
    await expect(theirs.getByRole('main')).toContainText('Recepción')
    await expect(theirs.getByRole('main')).not.toContainText(person.email)
    expect(await theirs.title()).toBe('Invitación a un equipo · Senda')
    await expect(theirs.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
    await expectNoOverflow(theirs)
    await expectAccessible(theirs)
  })
  const link = theirs.url()

  await test.step('the visitor registers and accepts on one screen, with the keyboard', async () => {
    await theirs.getByLabel('Tu nombre').fill(`${person.firstName} ${person.lastName}`)
    await theirs.getByLabel('Teléfono').fill(person.phone)
    await theirs.getByLabel(/^Contraseña/).fill(person.password)
    await theirs.getByRole('button', { name: 'Aceptar la invitación' }).focus()
    await theirs.keyboard.press('Enter')
    await expect(theirs.getByText('Debes aceptar los términos y condiciones.')).toBeVisible()
    await expectAccessible(theirs)
    await theirs.getByRole('checkbox', { name: /acepto los términos/ }).check()
    await theirs.getByRole('button', { name: 'Aceptar la invitación' }).focus()
    await theirs.keyboard.press('Enter')
    await expect(messageOn(theirs, 'Ya eres parte del equipo')).toBeVisible()
    await expect(theirs).toHaveURL(/\/center\/dashboard\?seccion=agenda&centro=/)
    await expect(theirs.getByRole('heading', { level: 1, name: center.centerName })).toBeVisible()
    await expect(theirs.getByText('Confirma tu correo')).toBeHidden()
    await theirs.goto('/center/dashboard')
  })

  await test.step('the receptionist has the agenda, but neither revenue nor the owner’s sections', async () => {
    const sections = theirs.getByRole('navigation', { name: 'Secciones de tu centro' })
    await expect(theirs.getByText('Total de citas')).toBeVisible()
    await expect(theirs.getByText('Ingresos totales')).toBeHidden()
    await expectAccessible(theirs)
    for (const name of ['Agenda', 'Pacientes']) await expect(sections.getByRole('link', { name })).toBeVisible()
    await openPracticeSection(theirs, 'Sincronizar')
    const more = sections.getByRole('button', { name: /^Más/ })
    if (await more.isVisible()) await more.click()
    for (const name of ['Dinero', 'Equipo', 'Perfil', 'Documentos']) {
      await expect(theirs.getByRole('link', { name, exact: true })).toHaveCount(0)
    }
  })

  await test.step('the menu on every page leads to the agenda, and so does the used link', async () => {
    await theirs.goto('/')
    await theirs.getByRole('button', { name: /^Tu cuenta/ }).click()
    await theirs.getByRole('menuitem', { name: 'Mi centro' }).click()
    await expect(theirs).toHaveURL(/\/center\/dashboard/)
    await theirs.goto(link)
    await expect(theirs.getByRole('heading', { level: 1, name: 'Esta invitación ya no sirve' })).toBeVisible()
    await expectAccessible(theirs)
    await theirs.getByRole('link', { name: 'Ir a mi centro' }).click()
    await expect(theirs.getByRole('heading', { level: 1, name: center.centerName })).toBeVisible()
  })

  await test.step('after removal, access ends immediately', async () => {
    await page.reload()
    const name = `${person.firstName} ${person.lastName}`
    const remove = page
      .getByRole('listitem')
      .filter({ hasText: person.email })
      .getByRole('button', { name: /Quitar/ })
    await remove.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog')).toContainText(name)
    await expectAccessible(page)
    await expectEscape(page, remove)
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Quitar del equipo' }).click()
    await expect(page.getByRole('listitem').filter({ hasText: person.email })).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Invitar por correo' })).toBeFocused()
    await theirs.reload()
    await expect(theirs.getByText('Esta página es solo para centros terapéuticos.')).toBeVisible()
    await expect(theirs).toHaveURL('/dashboard')
  })
})

test('an account with an unverified address has to verify it, and then joins the team', async ({ page, visitor }) => {
  test.slow()
  await registerCenter(page)
  const person = newPerson()
  await inviteByApi(page, person)

  const theirs = await visitor()
  await registerPatient(theirs, person)
  await followInvitation(theirs, person.email)
  const link = theirs.url()
  await theirs.getByRole('button', { name: 'Aceptar la invitación' }).click()
  const refusal = theirs.getByRole('alert').filter({ hasText: 'Antes de aceptar, confirma tu correo' })
  await expect(refusal.getByRole('button', { name: 'Reenviar correo' })).toBeVisible()
  await expectNoOverflow(theirs)
  await expectAccessible(theirs)

  await confirmByMail(theirs, person)
  await theirs.goto(link)
  await theirs.getByRole('button', { name: 'Aceptar la invitación' }).click()
  await expect(messageOn(theirs, 'Ya eres parte del equipo')).toBeVisible()
  await expect(theirs).toHaveURL(/\/center\/dashboard\?seccion=agenda&centro=/)
})
