import { expect, type Page } from '@playwright/test'

import { stormSize } from '#server/testing/storm.ts'
import { expectNoOverflow, test, whenInteractive } from './fixtures.ts'
import { expectVisibleFocus } from './keyboard.ts'
import { signIn } from './person.ts'

/** Holds the page's scripts until the returned function runs. */
async function holdScripts(page: Page): Promise<() => void> {
  const release = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await release.promise
    await route.continue()
  })
  return release.resolve
}

test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => {
    try {
      localStorage.setItem('senda.welcome-seen', 'true')
    } catch {
      // A test without storage.
    }
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the contact form sends a message, and gives it back with its errors', async ({ page }) => {
    await page.goto('/contact')
    await page.getByLabel(/^Nombre/).fill('Ana Suárez')
    await page.getByLabel(/^Correo electrónico/).fill('ana@')
    await page.getByLabel(/^Mensaje/).fill('No encuentro mi reserva.')
    await page.getByRole('button', { name: 'Enviar mensaje' }).click()
    await expect(page.getByRole('heading', { name: 'Revisa el formulario.' })).toBeVisible()
    await expect(page.getByText('Correo no válido')).toBeVisible()
    await expect(page.getByLabel('Mensaje')).toHaveValue('No encuentro mi reserva.')
    await page.getByLabel('Correo electrónico').fill('ana@ejemplo.uy')
    await page.getByRole('button', { name: 'Enviar mensaje' }).click()
    await expect(page.getByRole('heading', { name: 'Mensaje enviado, te contactaremos pronto' })).toBeVisible()
    await expect(page.getByText(/Tu referencia es S-/)).toBeVisible()
  })

  test('the forms that need JavaScript say so, and offer no button that would do nothing', async ({ page }) => {
    for (const { path, send } of [
      { path: '/login', send: 'Iniciar sesión' },
      { path: '/register', send: 'Siguiente' },
      { path: '/register-center', send: 'Siguiente' },
      { path: '/auth', send: 'Crear cuenta' },
    ]) {
      await page.goto(path)
      await expect(page.getByText('Tu navegador tiene JavaScript desactivado')).toBeVisible()
      await expect(page.getByRole('button', { name: send, exact: true }), path).toBeHidden()
    }
  })

  test('the answers of closed questions are in the HTML', async ({ page }) => {
    await page.goto('/faq')
    await expect(page.getByText('Los centros pagan una comisión por cada consulta')).toBeHidden()
    await page.getByText('¿Qué pagan los centros?').click()
    await expect(page.getByText('Los centros pagan una comisión por cada consulta')).toBeVisible()
  })
})

test('a visitor who signs in before the scripts arrive is signed in once they do', async ({ page, patient }) => {
  const release = await holdScripts(page)
  await page.goto('/login', { waitUntil: 'commit' })
  await page.getByRole('heading', { level: 1 }).waitFor()
  await signIn(page, patient)
  await expect(page).toHaveURL('/login')
  await expect(page.getByLabel('Correo electrónico')).toHaveValue(patient.email)
  release()
  await expect(page).toHaveURL('/dashboard')
})

test('a visitor who sends the first step of the registration before the scripts arrive gets to the second', async ({
  page,
}) => {
  const release = await holdScripts(page)
  await page.goto('/register', { waitUntil: 'commit' })
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.getByLabel('Nombre').fill('Emilia')
  await page.getByLabel('Apellido').fill('Bentancor')
  await page.getByRole('button', { name: 'Siguiente' }).click()
  release()
  await expect(page.getByText('Paso 2 de 3')).toBeVisible()
  await page.getByRole('button', { name: 'Anterior' }).click()
  await expect(page.getByLabel('Nombre')).toHaveValue('Emilia')
})

test('a name typed before the scripts arrive is in the draft once they do', async ({ page }) => {
  const release = await holdScripts(page)
  await page.goto('/register', { waitUntil: 'commit' })
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.getByLabel('Nombre').fill('Emilia')
  release()
  await expect(page.getByRole('button', { name: 'Borrar borrador' })).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Nombre')).toHaveValue('Emilia')
})

// In `npm test`: unusual-browsers.spec.ts denies storage and more; session.test.ts of web/platform has a full one.
test('the public pages work in a browser that refuses to store anything', { tag: '@storm' }, async ({ page }) => {
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('The operation is insecure.', 'SecurityError')
        },
      })
    }
  })
  for (const path of ['/', '/centers', '/contact', '/login', '/register']) {
    await page.goto(path)
    await whenInteractive(page)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  await page.goto('/register')
  await whenInteractive(page)
  await page.getByLabel('Nombre').fill('Emilia')
  await page.getByLabel('Apellido').fill('Bentancor')
  await page.getByRole('button', { name: 'Siguiente' }).click()
  await expect(page.getByText('Paso 2 de 3')).toBeVisible()
})

const enlarged = ['/', '/centers', '/register', '/contact', '/faq', '/terms', '/login']

test('enlarged to 200 %, no public page is wider than the window', { tag: '@phone-in-storm' }, async ({ page }) => {
  // A window of 1280 by 800 at 200 %.
  await page.setViewportSize({ width: 640, height: 400 })
  for (const path of stormSize({ short: 0, long: 1 }) ? enlarged : enlarged.slice(0, 3)) {
    await page.goto(path)
    await whenInteractive(page)
    await expectNoOverflow(page)
  }
})

test('with forced colours, buttons have borders and the focus is visible', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('/')
  await whenInteractive(page)
  await expect(page.getByRole('button', { name: 'Buscar' })).toHaveCSS('border-top-style', 'solid')
  await page.getByLabel('Qué necesitas').focus()
  await expectVisibleFocus(page.locator('label', { has: page.getByLabel('Qué necesitas') }))
})

test('the search of the home page shows which of its fields has the focus', async ({ page }) => {
  await page.goto('/')
  await whenInteractive(page)
  for (const name of ['Qué necesitas', 'Dónde', 'Cuándo']) {
    await page.keyboard.press('Tab')
    await page.getByLabel(name).focus()
    await expectVisibleFocus(page.locator('label', { has: page.getByLabel(name) }))
  }
})

test('the testimonials advance on their own, wait when asked to, and follow the arrows', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.clock.install()
  await page.goto('/')
  await whenInteractive(page)
  const dot = (number: number) => page.getByRole('button', { name: `Testimonio ${number} de 3` })
  await expect(page.getByRole('button', { name: 'Pausar los testimonios' })).toBeVisible()
  await page.clock.runFor(8500)
  await expect(dot(2)).toHaveAttribute('aria-current', 'true')
  await page.getByRole('button', { name: 'Pausar los testimonios' }).click()
  await page.clock.runFor(30_000)
  await expect(dot(2)).toHaveAttribute('aria-current', 'true')
  await dot(2).focus()
  await page.keyboard.press('ArrowRight')
  await expect(dot(3)).toBeFocused()
  await expect(page.getByText('«Encontramos una fonoaudióloga', { exact: false })).toBeInViewport()
})

test('with reduced motion nothing advances on its own', async ({ page }) => {
  await page.clock.install()
  await page.goto('/')
  await whenInteractive(page)
  await expect(page.getByRole('button', { name: 'Reanudar los testimonios' })).toBeVisible()
  await page.clock.runFor(30_000)
  await expect(page.getByRole('button', { name: 'Testimonio 1 de 3' })).toHaveAttribute('aria-current', 'true')
})

test('on a phone the footer takes less than two thirds of the screen', { tag: '@phone-only' }, async ({ page }) => {
  await page.goto('/faq')
  await whenInteractive(page)
  const height = await page.getByRole('contentinfo').evaluate((footer) => footer.getBoundingClientRect().height)
  expect(height).toBeLessThan(((page.viewportSize()?.height ?? 0) * 2) / 3)
})

test('a list and a profile are connected by a view transition, unless motion is reduced', async ({ page }) => {
  await page.addInitScript(() => {
    const types: unknown[] = []
    Object.assign(window, { transitions: types })
    const { startViewTransition } = Document.prototype
    Document.prototype.startViewTransition = function (options) {
      types.push(typeof options === 'object' ? options.types : undefined)
      return startViewTransition.call(this, options)
    }
  })
  const transitions = () => page.evaluate(() => (window as unknown as { transitions: unknown[] }).transitions)
  for (const { reducedMotion, expected } of [
    { reducedMotion: 'reduce', expected: [] },
    { reducedMotion: 'no-preference', expected: [['profile'], ['profile']] },
  ] as const) {
    await page.emulateMedia({ reducedMotion })
    await page.goto('/centers')
    await whenInteractive(page)
    await page.getByRole('article').first().getByRole('heading').getByRole('link').click()
    await expect(page).toHaveURL(/\/centers\/./)
    await expect(page.getByRole('heading', { level: 1, name: 'Centros Terapéuticos' })).toBeHidden()
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1, name: 'Centros Terapéuticos' })).toBeVisible()
    await expect.poll(transitions).toEqual(expected)
  }
})

test('the head names the manifest and the icons, and the page of components is not part of the build', async ({
  page,
  request,
}) => {
  await page.goto('/')
  for (const rel of ['manifest', 'apple-touch-icon', 'icon']) {
    const href = await page.locator(`link[rel="${rel}"]`).getAttribute('href')
    expect((await request.get(href ?? '')).status(), rel).toBe(200)
  }
  expect((await request.get('/dev/components')).status()).toBe(404)
})
