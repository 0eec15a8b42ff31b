import { expect, type Page } from '@playwright/test'
import { test as withDesk } from './agenda-page.ts'
import { expectAccessible, said } from './fixtures.ts'
import { openMail } from './mail-page.ts'
import { newPerson, type Person } from './person.ts'
import { openPracticeSection } from './practice-page.ts'

type Role = 'Recepción' | 'Profesional'
/** `name`: the name of the professional, for a member with that role. */
type Colleague = { page: Page; name: string }

export const test = withDesk.extend<{ join: (role: Role) => Promise<Colleague> }>({
  // Members are invited by mail to the demo centre, and removed after the test.
  join: async ({ page, openAgenda, visitor }, provide) => {
    const joined: Person[] = []
    await provide(async (role) => {
      await openAgenda()
      await openPracticeSection(page, 'Equipo')
      const person = newPerson()
      joined.push(person)
      const name = await invite(page, { email: person.email, role })
      const theirs = await visitor()
      await openMail(theirs, { to: person.email, subject: 'Te invitaron a un equipo en Senda' })
      await theirs.frameLocator('iframe').getByRole('link', { name: 'Ver la invitación' }).click()
      await theirs.getByLabel('Tu nombre').fill(`${person.firstName} ${person.lastName}`)
      await theirs.getByLabel('Teléfono').fill(person.phone)
      await theirs.getByLabel(/^Contraseña/).fill(person.password)
      await theirs.getByRole('checkbox', { name: /acepto los términos/ }).check()
      await expectAccessible(theirs)
      await theirs.getByRole('button', { name: 'Aceptar la invitación' }).click()
      await expect(theirs).toHaveURL(/\/center\/dashboard\?seccion=agenda&centro=/)
      await expect(theirs.getByText('Confirma tu correo')).toBeHidden()
      return { page: theirs, name }
    })
    for (const { email } of joined) {
      await page.reload()
      const row = page.getByRole('listitem').filter({ hasText: email })
      await row.getByRole('button', { name: /^Quitar/ }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Quitar del equipo' }).click()
      await expect(row).toHaveCount(0)
    }
  },
})

async function invite(page: Page, { email, role }: { email: string; role: Role }): Promise<string> {
  const dialog = page.getByRole('dialog')
  let name = ''
  await page.getByRole('button', { name: 'Invitar por correo' }).click()
  await dialog.getByLabel('Correo electrónico').fill(email)
  await dialog.getByRole('radio', { name: role }).check()
  if (role === 'Profesional') {
    const whose = dialog.getByLabel('Qué profesional es')
    const options = whose.locator('option:not([value=""])')
    // A different professional for each project, because the projects run in parallel.
    const option = withDesk.info().project.name === 'phone' ? options.last() : options.first()
    name = (await option.textContent()) ?? ''
    await whose.selectOption({ label: name })
  }
  await dialog.getByRole('button', { name: 'Enviar invitación' }).click()
  await expect(said(page, 'Invitación enviada')).toBeVisible()
  return name
}
