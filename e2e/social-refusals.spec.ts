import { expect, type Page } from '@playwright/test'

import { stormSize } from '#server/testing/storm.ts'
import { expectAccessible, test } from './fixtures.ts'
import { confirmByMail } from './mail-page.ts'
import { newPerson, type Person, register, signIn } from './person.ts'
import {
  completeAsPatient,
  continueWith,
  expectCleanAddress,
  newOtherAccount,
  type ProviderName,
  startOAuth,
} from './provider-page.ts'

const lost = 'El intento venció o se abrió en otro navegador. Empieza de nuevo.'

/** Expects the reason above the form, the toast, and no session. */
async function expectRefused(
  page: Page,
  { path, reason, toast }: { reason: string; toast: string; path?: string },
): Promise<void> {
  await expectCleanAddress(page, path ?? '/login')
  await expect(page.getByRole('main').getByRole('alert').filter({ hasText: reason })).toBeVisible()
  await expect(page.getByRole('alert').filter({ hasText: 'Error' }).filter({ hasText: toast }).last()).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('senda.session'))).toBeNull()
}

async function signUpAndConfirm(page: Page, person: Person): Promise<void> {
  await page.goto('/register')
  await register(page, person)
  await expect(page).toHaveURL('/patient-welcome')
  await confirmByMail(page, person)
}

// In `npm test`: Google; server/features/auth/providers/social-refusals.test.ts has what differs at the others.
for (const provider of ['Google', 'Facebook', 'Apple'] as const satisfies readonly ProviderName[]) {
  const tag = provider === 'Google' ? [] : '@storm'
  test(`a visitor who cancels at ${provider} reads the reason above the form, and nothing else changes`, {
    tag,
  }, async ({ page }) => {
    await page.goto('/login?next=%2Faccount')
    await startOAuth(page, provider)
    await page.getByRole('button', { name: 'Cancelar' }).click()
    await expectRefused(page, {
      reason: `No nos diste permiso en ${provider}.`,
      toast: `Error al conectar con ${provider}. Inténtalo de nuevo.`,
      path: '/login?next=%2Faccount',
    })
    await expectAccessible(page)
  })
}

test('a refusal while registering leads to the login page, which clears the reason on the next attempt', async ({
  page,
  patient,
}) => {
  await page.goto('/register')
  await startOAuth(page, 'Google')
  await page.getByRole('button', { name: 'Cancelar' }).click()
  const reason = 'No nos diste permiso en Google.'
  await expectRefused(page, { reason, toast: 'Error al conectar con Google. Inténtalo de nuevo.' })
  await signIn(page, { email: patient.email, password: 'no es la mía' })
  await expect(page.getByText(/^Credenciales incorrectas/)).toBeVisible()
  await expect(page.getByText(reason)).toBeHidden()
})

// In `npm test`: social-messages.test.ts of web/features/auth/social.
test('/auth asks a visitor who cancelled at the provider to try again', { tag: '@storm' }, async ({ page }) => {
  await page.goto('/auth')
  await startOAuth(page, 'Apple')
  await page.getByRole('button', { name: 'Cancelar' }).click()
  await expect(page.getByText('Error al conectar con Apple. Intenta de nuevo.')).toBeVisible()
  await expect(page).toHaveURL('/login')
})

for (const provider of ['Google', 'Facebook', 'Apple'] as const satisfies readonly ProviderName[]) {
  // In `npm test`: server/features/auth/providers/social-refusals.test.ts.
  test(`${provider} without an e-mail address opens no session`, { tag: '@storm' }, async ({ page }) => {
    await page.goto('/login')
    await startOAuth(page, provider)
    await page.getByRole('button', { name: 'Seguir como Caro, sin correo' }).click()
    await expectRefused(page, {
      reason: `${provider} no nos dio tu correo`,
      toast: `Error al conectar con ${provider}. Inténtalo de nuevo.`,
    })
  })
}

// Any error of React fails the test: the server's HTML has to hydrate before the page changes.
test('on a slow phone the rendered page stays until it can show the reason', async ({ page, context }) => {
  test.slow()
  const phone = await context.newCDPSession(page)
  await page.goto('/login')
  await startOAuth(page, 'Apple')
  await phone.send('Emulation.setCPUThrottlingRate', { rate: stormSize({ short: 4, long: 8 }) })
  await page.getByRole('button', { name: 'Seguir como Caro, sin correo' }).click()
  await expect(page.getByText('Apple no nos dio tu correo').first()).toBeVisible({ timeout: 30_000 })
  await expect(page).toHaveURL('/login')
})

for (const { provider, about } of [
  { provider: 'Google', about: { hd: '' } },
  { provider: 'Apple', about: {} },
  { provider: 'Facebook', about: {} },
] as const) {
  // In `npm test`: server/features/auth/providers/social-linking.test.ts.
  test(`an address that ${provider} doesn’t vouch for opens no account`, { tag: '@storm' }, async ({
    page,
    patient,
  }) => {
    await page.goto('/login')
    await continueWith(page, provider, newOtherAccount({ email: patient.email, ...about }))
    const reason = `Ya hay una cuenta con el correo que nos dio ${provider}`
    await expectRefused(page, { reason, toast: reason })
    await expectAccessible(page)
  })
}

// In `npm test`: server/features/auth/providers/social-linking.test.ts.
test('an address that Google vouches for opens its own account, with everything in it', { tag: '@storm' }, async ({
  page,
  visitor,
}) => {
  const person = newPerson()
  const ownPage = await visitor()
  await signUpAndConfirm(ownPage, person)

  await page.goto('/login?next=%2Faccount')
  await continueWith(page, 'Google', newOtherAccount({ email: person.email, name: 'Otro Nombre' }))
  await expectCleanAddress(page, '/account')
  await expect(page.getByRole('button', { name: `Tu cuenta, ${person.firstName} ${person.lastName}` })).toBeVisible()

  const elsewhere = await visitor()
  await elsewhere.goto('/login')
  await signIn(elsewhere, person)
  await expect(elsewhere).toHaveURL('/dashboard')
})

// What the stranger typed stays, because no page asked the owner (docs/decisions/0015).
// In `npm test`: server/features/auth/providers/social-linking.test.ts.
test('a stranger who signed up with an address is signed out for good when its owner signs in with Google', {
  tag: '@storm',
}, async ({ page, visitor }) => {
  const stranger = await visitor()
  const person = newPerson()
  await stranger.goto('/register')
  await register(stranger, person)
  await expect(stranger).toHaveURL('/patient-welcome')

  await page.goto('/login')
  await continueWith(page, 'Google', newOtherAccount({ email: person.email, name: 'La Dueña' }))
  await expect(page.getByRole('button', { name: `Tu cuenta, ${person.firstName} ${person.lastName}` })).toBeVisible()
  await stranger.goto('/dashboard')
  await expect(stranger).toHaveURL(/^[^?]*\/login/)
  await signIn(stranger, person)
  await expect(stranger.getByText(/^Credenciales incorrectas/)).toBeVisible()
})

test.describe('the return from the provider', () => {
  // In `npm test`: server/features/auth/providers/oauth-states.test.ts.
  test('works once', { tag: '@storm' }, async ({ page }) => {
    let callback = ''
    page.on('request', (request) => {
      if (request.url().includes('/auth/v1/callback?')) callback = request.url()
    })
    await page.goto('/login')
    await continueWith(page, 'Google', newOtherAccount())
    await completeAsPatient(page)
    await expect(page).toHaveURL('/patient-welcome')

    // A signed-in user sees a toast and nothing changes. The welcome of a first visit would cover it.
    await page.evaluate(() => localStorage.setItem('senda.welcome-seen', 'true'))
    await page.goto(callback)
    await expectCleanAddress(page, '/')
    await expect(page.getByRole('alert').filter({ hasText: 'Error al conectar con la otra cuenta.' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Tu cuenta, Julia Otormín' })).toBeVisible()
  })

  // In `npm test`: server/features/auth/providers/oauth-states.test.ts.
  test('has no effect in another browser', { tag: '@storm' }, async ({ page, visitor }) => {
    const other = await visitor()
    let callback = ''
    let landing = ''
    page.on('request', (request) => {
      if (request.url().includes('/auth/v1/callback?')) callback = request.url()
      if (request.url().includes('sb_flow_id') && request.isNavigationRequest()) landing = request.url()
    })
    await page.goto('/login')
    await continueWith(page, 'Google', newOtherAccount())
    await expect(page.getByRole('heading', { level: 1, name: 'Completa tu registro' })).toBeVisible()

    await other.goto(callback)
    await expectRefused(other, { reason: lost, toast: 'Error al conectar con la otra cuenta.' })
    await other.goto(landing)
    await expect(other).toHaveURL('/login?next=%2Fcenter%2Fdashboard')
    await other.goto(landing.replace('/center/dashboard', '/centers'))
    await expectCleanAddress(other, '/centers')
    await expect(other.getByRole('banner').getByRole('link', { name: 'Regístrate' })).toBeVisible()
  })

  // In `npm test`: web/platform/social-return.test.ts.
  test('keeps the parameters of a page that have the same names', { tag: '@storm' }, async ({ page }) => {
    await page.goto('/centers?q=yoga&code=PROMO10')
    await expect(page.getByRole('heading', { level: 1, name: 'Centros Terapéuticos' })).toBeVisible()
    await expect(page.getByRole('banner').getByRole('link', { name: 'Regístrate' })).toBeVisible()
    await expect(page).toHaveURL(/code=PROMO10/)
  })
})
