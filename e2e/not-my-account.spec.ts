import { expect } from '@playwright/test'

import { expectAccessible, expectNoOverflow, test } from './fixtures.ts'
import { openMail } from './mail-page.ts'
import { newPerson, register, signIn } from './person.ts'

// In `npm test`: server/processes/reset-account.test.ts, and the mailed links of made-up-link.spec.ts.
test('the owner of an address with which a stranger signed up gets the account, and the stranger loses it', {
  tag: '@storm',
}, async ({ page, visitor }) => {
  const stranger = newPerson()
  const theirs = await visitor()
  await theirs.goto('/register')
  await register(theirs, stranger)
  await expect(theirs).toHaveURL('/patient-welcome')

  await test.step('the page asks whose account it is', async () => {
    await openMail(page, { to: stranger.email, subject: 'Confirma tu correo' })
    await page
      .frameLocator('iframe')
      .getByRole('link', { name: /^Confirmar/ })
      .click()
    await expect(page.getByRole('heading', { level: 1, name: '¿Creaste tú esta cuenta?' })).toBeVisible()
    await expect(page.getByText(stranger.email)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Sí, confirmar mi correo' })).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('button', { name: 'No fui yo: quiero una contraseña nueva' })).toBeInViewport({
      ratio: 1,
    })
    await expectNoOverflow(page)
    await expectAccessible(page)
  })

  await test.step('the page says what is deleted of an account that was used, and asks again', async () => {
    await page.getByRole('button', { name: 'No fui yo: quiero una contraseña nueva' }).click()
    await expect(page.getByRole('heading', { level: 1, name: '¿Borramos esta cuenta?' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'No borrar y volver' })).toBeInViewport({ ratio: 1 })
    await expectNoOverflow(page)
    await expectAccessible(page)
  })

  const password = 'la-que-yo-elijo'
  await test.step('the owner chooses a password', async () => {
    await page.getByRole('button', { name: 'No es mía: borrar la cuenta' }).click()
    await expect(page).toHaveURL(/\/reset-password/)
    await page.getByLabel(/^Nueva contraseña/).fill(password)
    await page.getByLabel(/^Repite la contraseña/).fill(password)
    await page.getByRole('button', { name: 'Guardar contraseña' }).click()
    await expect(page).toHaveURL('/login')
    await signIn(page, { email: stranger.email, password })
    await expect(page).toHaveURL(/\/complete-registration/)
    await expect(page.getByText(stranger.phone)).toBeHidden()
  })

  await test.step('the stranger can no longer sign in', async () => {
    await theirs.goto('/login')
    await theirs.reload()
    await expect(theirs).toHaveURL('/login')
    await signIn(theirs, stranger)
    await expect(
      theirs.getByText('Credenciales incorrectas. Verifica tu correo electrónico y contraseña.'),
    ).toBeVisible()
    await signIn(theirs, { email: stranger.email, password })
    await expect(theirs).toHaveURL(/\/complete-registration/)
  })
})
