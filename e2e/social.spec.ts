import { expect, type Page } from '@playwright/test'

import { stormSize } from '#server/testing/storm.ts'
import { bookingSteps, holdFirstTime, openNextWeek, openService, searchFromHome } from './booking-page.ts'
import { expectAccessible, test, whenInteractive } from './fixtures.ts'
import { completeAsPatient, continueWith, expectCleanAddress, newOtherAccount } from './provider-page.ts'

const completion = { level: 1, name: 'Completa tu registro' } as const

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Tu cuenta/ }).click()
  await page.getByRole('menuitem', { name: 'Cerrar Sesión' }).click()
  await expect(page.getByText('Has cerrado sesión correctamente')).toBeVisible()
}

test('a patient who signs in with Google completes the registration once, and later signs in directly', async ({
  page,
  context,
}) => {
  // It goes to the provider and back several times: alone it has taken 51 of the usual 60 seconds.
  test.slow()
  const julia = newOtherAccount()
  const other = await context.newPage()
  await other.goto('/centers')

  await page.goto('/login')
  await continueWith(page, 'Google', julia)
  await expectCleanAddress(page, '/complete-registration?next=%2Fcenter%2Fdashboard')
  await expect(page.getByRole('heading', completion)).toBeVisible()
  await expect(page.getByText(`Entraste con Google como ${julia.email}.`)).toBeVisible()
  await expect(page.getByLabel('Tu nombre')).toHaveValue(julia.name)
  await expectAccessible(page)

  await test.step('shows what is missing', async () => {
    await page.getByRole('button', { name: 'Crear cuenta' }).click()
    await expect(page.getByText('Elige qué cuenta quieres')).toBeVisible()
    await expect(page.getByRole('radio', { name: /^Paciente/ })).toBeFocused()
    await expect(page.getByText('Por favor ingresa tu teléfono')).toBeVisible()
    await expect(page.getByText('Debes aceptar los términos y condiciones.')).toBeVisible()
    await expectAccessible(page)
  })
  await test.step('can open no other page in the other tab', async () => {
    await other.goto('/account')
    await expect(other).toHaveURL('/complete-registration?next=%2Faccount')
    await other.getByRole('button', { name: /^Tu cuenta/ }).click()
    await expect(other.getByRole('menuitem')).toHaveText(['Completar registro', 'Cerrar Sesión'])
    await other.keyboard.press('Escape')
  })
  await test.step('welcomes', async () => {
    await completeAsPatient(page)
    await expect(page).toHaveURL('/patient-welcome')
    await expect(page.getByRole('heading', { level: 1, name: 'Julia, ya eres parte de Senda' })).toBeVisible()
    await expect(page.getByText('Confirma tu correo')).toBeHidden()
  })
  await test.step('is also signed in in the other tab, which goes on to the page that it was opened for', async () => {
    await expect(other).toHaveURL('/account')
    await expect(other.getByRole('button', { name: `Tu cuenta, ${julia.name}` })).toBeVisible()
    await other.close()
  })
  await test.step('requires nothing the second time', async () => {
    // The redirect URL is the specification's; from there the kind of account decides. landing-pages.test.ts of
    // web/features/auth has each of them.
    for (const { from, landing } of [
      { from: '/login', landing: '/center/dashboard' },
      { from: '/register', landing: '/patient-welcome' },
      { from: '/auth?tipo=centro', landing: '/' },
    ].slice(0, stormSize({ short: 1, long: 3 }))) {
      await signOut(page)
      await page.goto(from)
      const leaves = page.waitForRequest(/\/auth\/v1\/authorize/)
      await continueWith(page, 'Google', julia)
      const redirectTo = new URL((await leaves).url()).searchParams.get('redirect_to') ?? ''
      expect(new URL(redirectTo).pathname).toBe(landing)
      await expectCleanAddress(page, '/dashboard')
      await expect(page.getByText('Has iniciado sesión correctamente')).toBeVisible()
      await expect(page.getByText('Hola, Julia.')).toBeVisible()
      await expect(page.getByText('Acceso denegado')).toBeHidden()
    }
  })
  await test.step('has nothing more to complete', async () => {
    await page.goto('/complete-registration')
    await expect(page).toHaveURL('/dashboard')
  })
})

// In `npm test`: auth.spec.ts signs a centre up; complete-registration.test.ts of server/features/auth/usecases completes its account.
test('a centre that signs in with Google enters its name and specialty, and sees its first steps', {
  tag: '@storm',
}, async ({ page }) => {
  const julia = newOtherAccount()
  await page.goto('/auth?tipo=centro')
  await continueWith(page, 'Google', julia)
  await expect(page.getByRole('heading', completion)).toBeVisible()
  await expect(page.getByRole('radio', { name: /^Centro/ })).toBeChecked()
  await page.getByLabel('Teléfono').fill('+598 90 123 456')
  await page.getByRole('checkbox', { name: /acepto los términos/ }).check()
  await page.getByRole('button', { name: 'Crear cuenta' }).click()
  await expect(page.getByText('Por favor ingresa el nombre del centro')).toBeVisible()
  await expect(page.getByLabel('Nombre del centro')).toBeFocused()
  await expect(page.getByText('Elige la especialidad', { exact: true }).last()).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Nombre del centro').fill('Centro del Arroyo')
  await page.getByLabel('Especialidad').selectOption('Osteopatía')
  await page.getByRole('button', { name: 'Crear cuenta' }).click()
  await expect(page).toHaveURL('/center-welcome')
  await expect(page.getByRole('heading', { level: 1, name: /Centro del Arroyo/ })).toBeVisible()

  await signOut(page)
  await page.goto('/login')
  await continueWith(page, 'Google', julia)
  await expectCleanAddress(page, '/center/dashboard')
  await expect(page.getByRole('heading', { level: 1, name: 'Centro del Arroyo' })).toBeVisible()
})

// In `npm test`: server/features/auth/providers/social-sign-in.test.ts.
test('Apple posts its response and sends the name the first time', { tag: '@storm' }, async ({ page }) => {
  const julia = newOtherAccount()
  await page.goto('/login')
  await continueWith(page, 'Apple', julia)
  await expect(page.getByText(`Entraste con Apple como ${julia.email}.`)).toBeVisible()
  await expect(page.getByLabel('Tu nombre')).toHaveValue(julia.name)
  await completeAsPatient(page)
  await expect(page).toHaveURL('/patient-welcome')
})

// In `npm test`: server/features/auth/providers/social-sign-in.test.ts.
test('a user who registers with Facebook has to confirm the address, because Facebook does not verify it', {
  tag: '@storm',
}, async ({ page }) => {
  const julia = newOtherAccount()
  await page.goto('/register')
  await expectAccessible(page)
  await continueWith(page, 'Facebook', julia)
  await expect(page.getByRole('radio', { name: /^Paciente/ })).toBeChecked()
  await expect(page.getByText('Confirma tu correo')).toBeHidden()
  await completeAsPatient(page)
  await expect(page).toHaveURL('/patient-welcome')
  await expect(page.getByText('Confirma tu correo')).toBeVisible()
  await expectAccessible(page)
})

// In `npm test`: held-time-first.spec.ts.
test('with a held time, the confirm step comes before the welcome', { tag: '@storm' }, async ({ page }) => {
  const { when, confirm, countdown } = bookingSteps(page)
  await page.addInitScript(() => localStorage.setItem('senda.welcome-seen', 'true'))
  await page.goto('/')
  await searchFromHome(page, { need: 'fisio', place: 'Pocitos' })
  await openService(page, 'fisio')
  await openNextWeek(when)
  const held = await holdFirstTime(page)
  const booking = new URL(page.url()).pathname
  await confirm.getByRole('button', { name: 'Ya tengo cuenta' }).click()
  await confirm.getByRole('link', { name: 'Otras formas de entrar' }).click()
  await continueWith(page, 'Google', newOtherAccount())

  await test.step('also for a user who leaves the registration incomplete and returns', async () => {
    await expect(page.getByRole('heading', completion)).toBeVisible()
    await page.goto(booking)
    await expect(confirm).toContainText('Falta un paso: completa tu registro.')
    await expect(page.getByRole('button', { name: 'Confirmar reserva' })).toBeHidden()
    await expectAccessible(page)
    await confirm.getByRole('link', { name: 'Completar registro' }).click()
  })
  await completeAsPatient(page)
  await expect(page).toHaveURL(new RegExp(`^[^?]*${booking}`))
  await expect(when).toContainText(held)
  await expect(countdown).toBeVisible()
  await page.getByRole('button', { name: 'Confirmar reserva' }).click()
  await expect(
    page.getByRole('heading', { level: 1, name: /^(¡Reserva confirmada!|Tu hora está reservada)$/ }),
  ).toBeVisible()
})

// In `npm test`: the first journey sends another tab to the registration and back.
test('a user with an incomplete registration can open no other page, but can use another account', {
  tag: '@storm',
}, async ({ page, context }) => {
  const julia = newOtherAccount()
  await page.goto('/login')
  await continueWith(page, 'Google', julia)
  await expect(page.getByRole('heading', completion)).toBeVisible()

  await page.goto('/account')
  await expect(page).toHaveURL('/complete-registration?next=%2Faccount')
  await page.getByRole('button', { name: /^Tu cuenta/ }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Completar registro', 'Cerrar Sesión'])
  await page.keyboard.press('Escape')

  await test.step('uses another account', async () => {
    await page.getByRole('button', { name: 'Usar otra cuenta' }).click()
    await expect(page).toHaveURL('/login?next=%2Faccount')
  })
  await test.step('completes it in another tab', async () => {
    await continueWith(page, 'Google', julia)
    await expect(page.getByRole('heading', completion)).toBeVisible()
    const other = await context.newPage()
    await other.goto('/complete-registration')
    await completeAsPatient(other)
    await expect(other).toHaveURL('/patient-welcome')
    // The first tab goes on to the page that it was opened for.
    await expect(page).toHaveURL('/account')
  })
})

test.describe('while the provider is loading', () => {
  test('its button is pending, the others are not, and the browser’s back button resets it', async ({ page }) => {
    const reached = Promise.withResolvers<void>()
    // Delays the request, not the navigation: a page can't be inspected during a pending navigation.
    await page.route('**/assets/social-flow-*.js', async (route) => {
      await reached.promise
      await route.continue()
    })
    await page.goto('/login')
    await whenInteractive(page)
    const google = page.getByRole('button', { name: /con Google/ })
    await google.click()
    await expect(google).toHaveText('Conectando con Google…')
    await expect(google).toBeDisabled()
    await expect(google).toHaveAttribute('aria-busy', 'true')
    await expect(page.getByRole('button', { name: 'Continuar con Apple' })).toBeEnabled()

    reached.resolve()
    await expect(page.getByRole('heading', { name: 'Google de prueba' })).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('button', { name: 'Continuar con Google' })).toBeEnabled()
  })

  // Not every test browser has a back/forward cache, but the event for a restored page is always the same.
  test('a page from the back/forward cache is no longer pending', async ({ page }) => {
    const reached = Promise.withResolvers<void>()
    await page.route('**/assets/social-flow-*.js', async (route) => {
      await reached.promise
      await route.continue()
    })
    await page.goto('/login')
    await whenInteractive(page)
    await page.getByRole('button', { name: /con Google/ }).click()
    await expect(page.getByRole('button', { name: 'Conectando con Google…' })).toBeDisabled()
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
    await expect(page.getByRole('button', { name: 'Continuar con Google' })).toBeEnabled()
    reached.resolve()
  })

  // In `npm test`: web/platform/social-flow.test.ts, and the sign-in of lost-connection.spec.ts.
  test('without a connection the page says so, and the sign-in can be retried', { tag: '@storm' }, async ({
    page,
    context,
  }) => {
    // The code of the message is already loaded, or loads once the connection is back.
    const toastCard = page.waitForResponse('**/assets/toast-card-*.js')
    await page.goto('/register')
    await whenInteractive(page)
    await page.evaluate((address) => import(address), (await toastCard).url())
    await context.setOffline(true)
    const google = page.getByRole('button', { name: 'Continuar con Google' })
    await google.click()
    const alert = page.getByRole('alert').filter({ hasText: 'Error al conectar con Google. Inténtalo de nuevo.' })
    await expect(alert).toContainText('Error')
    await expect(google).toBeEnabled()
    await context.setOffline(false)
    await google.click()
    await expect(page.getByRole('heading', { name: 'Google de prueba' })).toBeVisible()
  })
})
