import { expect, type Page } from '@playwright/test'
import { enterAs } from './account-page.ts'
import { expectAccessible, test, whenInteractive } from './fixtures.ts'
import { typeDate } from './keyboard.ts'
import { newPerson, type Person, signIn } from './person.ts'

test.use({ provokes: /status of 401/ })

const coverOf = (page: Page) => page.getByRole('dialog', { name: 'Tu sesión terminó' })
const formOf = (page: Page) => page.getByRole('dialog', { name: 'Agregar a una persona' })
const add = (page: Page) => formOf(page).getByRole('button', { name: 'Agregar', exact: true })

/** Types a dependant, whose session then ends on another device, and tries to save it. */
async function saveAfterTheSessionEnded(page: Page, person: Person): Promise<void> {
  await enterAs(page, person, 'personas')
  await page.getByRole('button', { name: 'Agregar a una persona' }).click()
  await formOf(page).getByLabel('Nombre completo').fill('Lucía Bentancor')
  await typeDate(formOf(page).getByLabel('Fecha de nacimiento'), '2018-05-12')
  await formOf(page).getByLabel('Qué es de ti').fill('Hija')
  await endSessionsElsewhere(page, person)
  await add(page).click()
  await expect(coverOf(page)).toBeVisible()
}

async function endSessionsElsewhere({ request }: Page, { email, password }: Person): Promise<void> {
  const signedIn = await request.post('/auth/v1/token?grant_type=password', { data: { email, password } })
  const { access_token: token } = (await signedIn.json()) as { access_token: string }
  const ended = await request.post('/auth/v1/logout?scope=global', { headers: { authorization: `Bearer ${token}` } })
  expect(ended.status()).toBe(204)
}

test('a patient whose session ended signs in above the open dialog by keyboard, and saves what was typed', async ({
  page,
}) => {
  const person = newPerson()
  await saveAfterTheSessionEnded(page, person)
  const password = coverOf(page).getByLabel(/^Contraseña/)
  await expect(password).toBeFocused()
  await expectAccessible(page)

  await test.step('Escape neither closes the cover nor asks to discard the form behind it', async () => {
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await expect(coverOf(page)).toBeVisible()
  })
  await test.step('the keyboard stays above the page', async () => {
    for (let press = 0; press < 12; press += 1) {
      await page.keyboard.press('Tab')
      expect(await page.evaluate(() => document.querySelector('form input[name=fullName]:focus'))).toBeNull()
    }
  })

  await password.fill(person.password)
  await page.keyboard.press('Enter')
  await expect(coverOf(page)).toBeHidden()
  await expect(page.getByText('¿Descartar lo que escribiste?')).toBeHidden()
  await expect(formOf(page).getByLabel('Nombre completo')).toHaveValue('Lucía Bentancor')
  await expect(formOf(page).locator(':focus')).toBeVisible()
  await add(page).click()
  await expect(page.getByText('Persona agregada')).toBeVisible()
})

// In `npm test`: web/screens/session-ended.test.tsx.
test('a sign-in in another tab uncovers the dialog, and the same account saves what was typed', {
  tag: '@storm',
}, async ({ page, context }) => {
  const person = newPerson()
  await saveAfterTheSessionEnded(page, person)
  const opened = context.waitForEvent('page')
  await coverOf(page).getByRole('link', { name: 'Inicia sesión en otra pestaña' }).click()
  const other = await opened
  await whenInteractive(other)
  await signIn(other, person)
  await expect(other).toHaveURL('/dashboard')

  await page.bringToFront()
  await expect(coverOf(page)).toBeHidden()
  await add(page).click()
  await expect(page.getByText('Persona agregada')).toBeVisible()
})

// In `npm test`: web/screens/session-ended.test.tsx.
test('another account that signs in in another tab gets a new page without what was typed', { tag: '@storm' }, async ({
  page,
  context,
  patient,
}) => {
  await saveAfterTheSessionEnded(page, newPerson())
  const reloaded = page.waitForEvent('load')
  const other = await context.newPage()
  await other.goto('/login')
  await whenInteractive(other)
  await signIn(other, patient)
  await reloaded
  await expect(page.getByRole('heading', { level: 2, name: 'Personas a cargo' })).toBeVisible()
  await expect(coverOf(page)).toBeHidden()
  await expect(formOf(page)).toBeHidden()
})
