import { type APIRequestContext, expect, type Page } from '@playwright/test'

import { stormSize } from '#server/testing/storm.ts'
import { registerPatient, signInByApi } from './by-api.ts'
import { expectAccessible, messageOn, test } from './fixtures.ts'
import { confirmByMail } from './mail-page.ts'
import { newPerson, type Person } from './person.ts'

/**
 * Signs up an account and returns its session as a URL fragment, as an attacker would who wants visitors to enter their data
 * into this account.
 */
async function fragmentOf(
  request: APIRequestContext,
  { person, type }: { person: Person; type: string },
): Promise<string> {
  const { email, password } = person
  const response = await request.post('/auth/v1/signup', {
    data: { email, password, data: { full_name: 'Otra Persona' } },
  })
  const { access_token, refresh_token, expires_at } = await response.json()
  const values = { access_token, refresh_token, expires_at, expires_in: '3600', token_type: 'bearer', type }
  return `#${new URLSearchParams(values)}`
}

/** Loads the address as a link from elsewhere does: from one page to itself, another fragment loads nothing. */
async function loadFromElsewhere(page: Page, address: string): Promise<void> {
  await page.goto('/healthz')
  await page.goto(address)
}

async function expectSignedOut(page: Page): Promise<void> {
  await expect(page.getByRole('banner').getByRole('link', { name: 'Regístrate' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('senda.session'))).toBeNull()
  expect(new URL(page.url()).hash).toBe('')
}

test.describe('a URL in which an attacker put their own session', () => {
  test('opens no session, on any page', async ({ page, request }) => {
    await page.addInitScript(() => localStorage.setItem('senda.welcome-seen', 'true'))
    for (const { path, type, leadsTo } of [
      { path: '/', type: 'signup', leadsTo: '/' },
      { path: '/centers', type: 'signup', leadsTo: '/centers' },
      { path: '/reset-password', type: 'signup', leadsTo: '/forgot-password' },
      { path: '/dashboard', type: 'signup', leadsTo: '/login?next=%2Fdashboard' },
      { path: '/', type: 'recovery', leadsTo: '/' },
      { path: '/', type: 'email_change', leadsTo: '/' },
    ].slice(0, stormSize({ short: 4, long: 6 }))) {
      await test.step(`${path}, ${type}`, async () => {
        await loadFromElsewhere(page, path + (await fragmentOf(request, { person: newPerson(), type })))
        await expect(page).toHaveURL(leadsTo)
        await expectSignedOut(page)
        await expect(page.getByText('Tu correo quedó confirmado.')).toBeHidden()
      })
    }
  })

  test('on the password page, the page names the account first', async ({ page, request }) => {
    const person = newPerson()
    await page.goto(`/reset-password${await fragmentOf(request, { person, type: 'recovery' })}`)
    await expect(page.getByRole('heading', { level: 1, name: '¿Es tu cuenta?' })).toBeVisible()
    await expect(page.getByRole('main')).toContainText(person.email)
    await expectAccessible(page)
    await expectSignedOut(page)
    await page.getByRole('button', { name: 'No es mi cuenta' }).click()
    await expect(page).toHaveURL('/login')
    await expectSignedOut(page)

    // A visitor who says that the account is theirs may continue.
    await page.goto(`/reset-password${await fragmentOf(request, { person: newPerson(), type: 'recovery' })}`)
    await page.getByRole('button', { name: 'Sí, es mi cuenta' }).click()
    await expect(page.getByLabel(/^Nueva contraseña/)).toBeVisible()
  })

  test('a signed-in user stays in their own account', async ({ page, request, patient }) => {
    await signInByApi(page, patient)
    for (const path of ['/', '/contact']) {
      await loadFromElsewhere(page, path + (await fragmentOf(request, { person: newPerson(), type: 'signup' })))
      await expect(
        page.getByRole('button', { name: `Tu cuenta, ${patient.firstName} ${patient.lastName}` }),
      ).toBeVisible()
    }
  })
})

test('an error message that an attacker wrote into a URL is not shown', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('senda.welcome-seen', 'true'))
  for (const address of [
    '/#message=x',
    '/#error=access_denied&error_code=user_banned&error_description=Llama+al+099',
    '/#error=access_denied&error_code=otp_expired',
    '/?error=access_denied&error_code=user_banned&error_description=Llama+al+099',
    '/login?error=access_denied&error_code=user_banned&error_description=Llama+al+099',
    '/?error=access_denied&error_code=bad_oauth_state&error_description=x',
  ]) {
    await test.step(address, async () => {
      await loadFromElsewhere(page, address)
      await expect(page).toHaveURL(new URL(address, page.url()).pathname)
      await expect(page.getByRole('banner').getByRole('link', { name: 'Regístrate' })).toBeVisible()
      for (const alarm of ['099', 'suspendida', 'El enlace ya se usó', 'Falta un paso', 'El intento venció']) {
        await expect(page.getByText(alarm)).toBeHidden()
      }
    })
  }
})

test('the button behind a mailed link signs in, and leaves nothing in the URL that would do so again', async ({
  page,
  context,
  visitor,
}) => {
  const person = newPerson()
  await registerPatient(await visitor(), person)
  await confirmByMail(page, person)
  await expect(page.getByRole('button', { name: `Tu cuenta, ${person.firstName} ${person.lastName}` })).toBeVisible()
  expect((await context.cookies()).filter(({ name }) => name.includes('senda_link'))).toEqual([])

  const addresses: string[] = []
  page.on('framenavigated', (frame) => frame === page.mainFrame() && addresses.push(frame.url()))
  await page.goto('/contact')
  for (let step = 0; step < 3 && new URL(page.url()).pathname !== '/auth/v1/verify'; step++) {
    await page.goBack()
    addresses.push(page.url())
  }
  expect(addresses.length).toBeGreaterThan(1)
  expect(addresses.filter((address) => /access_token|refresh_token/.test(address))).toEqual([])
})

test('an invalid reset link shows an error and leads to /forgot-password', async ({ page }) => {
  for (const link of [
    '/reset-password',
    '/reset-password#error=access_denied&error_code=otp_expired',
    '/reset-password#access_token=no&refresh_token=no&type=recovery',
  ]) {
    await test.step(link, async () => {
      await loadFromElsewhere(page, link)
      await expect(messageOn(page, 'Error', 'Enlace inválido o expirado.')).toBeVisible()
      await expect(page).toHaveURL('/forgot-password')
    })
  }
})
