import { screen, waitFor, within } from '@testing-library/dom'
import type { UserEvent } from '@testing-library/user-event'
import { expect, onTestFinished, test, vi } from 'vitest'

import { claimNames } from '#contract/claims.ts'
import { toastStore } from '#web/ui/toast.ts'
import { expectAccessible, fill, holdResponses, press, startScreens, watchRequests, watchTimers } from './screens.tsx'

const { platform, open } = await startScreens()

/** Typed with spaces around it, which belong to a password. */
const password = ' camino-de-prueba '
const linkTo = async (name: string) => within(await screen.findByRole('main')).findByRole('link', { name })

async function typeNames(user: UserEvent): Promise<void> {
  await fill(user, /^Nombre/, 'Emilia')
  await fill(user, /^Apellido/, 'Bentancor')
  await press(user, 'Siguiente')
  await screen.findByText('Paso 2 de 3')
}

test('both tabs lead users with an account to the sign-in, beside the benefits that the operator has confirmed', async () => {
  for (const path of ['/register', '/register?tipo=centro']) {
    await open(path, { words: { claims: claimNames } })
    expect((await linkTo('Iniciar sesión')).getAttribute('href'), path).toBe('/login')
    const benefits = await screen.findByRole('complementary', { name: 'Lo que trae tu cuenta' })
    const names = ['Registro gratuito', 'Profesionales verificados', 'Reservas al instante', 'Historial médico seguro']
    for (const name of names) within(benefits).getByText(name)
  }
  await open('/register')
  await linkTo('Iniciar sesión')
  expect(screen.queryByRole('complementary', { name: 'Lo que trae tu cuenta' })).toBeNull()
})

test('the steps of a patient show their progress, mark what is required, and hint at the length of the password', async () => {
  const user = await open('/register')
  const progress = () => screen.getByRole('progressbar').getAttribute('aria-valuenow')
  const isRequired = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label).required
  await screen.findByText('Paso 1 de 3')
  expect(progress()).toBe('0')
  expect([/^Nombre/, /^Apellido/].map(isRequired)).toEqual([true, true])
  await typeNames(user)
  expect(progress()).toBe('33')
  expect([/^Correo electrónico/, /^Contraseña/].map(isRequired)).toEqual([true, true])
  screen.getByText('Mínimo 6 caracteres')
  await fill(user, /^Correo electrónico/, 'emilia@ejemplo.uy')
  await fill(user, /^Contraseña/, password)
  await press(user, 'Siguiente')
  await screen.findByText('Paso 3 de 3')
  expect(progress()).toBe('67')
  expect([/^Teléfono/, /^Dirección/, /^Contacto de emergencia/].map(isRequired)).toEqual([true, false, false])
  await expectAccessible()
})

test('the account of a patient is sent with its data under their names, while the button says so, and welcomed for a moment', async () => {
  const user = await open('/register')
  await typeNames(user)
  await fill(user, /^Correo electrónico/, 'emilia@ejemplo.uy')
  await fill(user, /^Contraseña/, password)
  await press(user, 'Siguiente')
  await fill(user, /^Teléfono/, '+598 90 123 456')
  await fill(user, /^Dirección/, 'Benito Blanco 1020')
  await fill(user, /^Contacto de emergencia/, 'Rosa, 099 111 222')
  await user.click(screen.getByRole('checkbox', { name: /acepto los términos/ }))
  const release = holdResponses(/signup$/)
  const sent = watchRequests(/^POST .*\/signup$/)
  const delays = watchTimers('setTimeout')
  await press(user, 'Crear cuenta')
  expect((await screen.findByRole('button', { name: 'Creando tu cuenta…' })).getAttribute('aria-busy')).toBe('true')
  await waitFor(() => expect(sent).toHaveLength(1))
  const [request] = sent
  expect(new URL(request?.url ?? '').searchParams.get('redirect_to')).toBe(`${platform.settings.publicUrl}/`)
  expect(await request?.json()).toMatchObject({
    email: 'emilia@ejemplo.uy',
    password,
    data: {
      full_name: 'Emilia Bentancor',
      phone: '+598 90 123 456',
      address: 'Benito Blanco 1020',
      emergency_contact: 'Rosa, 099 111 222',
      user_type: 'patient',
    },
  })
  release()
  await screen.findByText('Te damos la bienvenida a Senda')
  expect(toastStore.getSnapshot()).toMatchObject([{ title: 'Te damos la bienvenida a Senda', durationMs: 3000 }])
  expect(delays()).toContain(1500)
  expect(location.pathname).toBe('/register')
  await waitFor(() => expect(location.pathname).toBe('/patient-welcome'))
})

test('at /auth a patient may leave out the WhatsApp, reads the length of the password, and finds the way to the sign-in', async () => {
  const user = await open('/auth')
  const whatsapp = await screen.findByLabelText<HTMLInputElement>(/^WhatsApp/)
  expect(whatsapp.required).toBe(false)
  screen.getByText('Mínimo 6 caracteres')
  expect((await linkTo('Inicia sesión')).getAttribute('href')).toBe('/login')
  await fill(user, /^Nombre completo/, 'Emilia Bentancor')
  await fill(user, /^Correo electrónico/, 'sin-whatsapp@ejemplo.uy')
  await fill(user, /^Contraseña/, password)
  await user.click(screen.getByRole('checkbox', { name: /acepto los términos/ }))
  await press(user, 'Crear cuenta')
  await waitFor(() => expect(location.pathname).toBe('/patient-welcome'))
})

test('each tab of /auth offers the other providers that are set up, and the pressed one shows that it connects', async () => {
  await open('/faq')
  const { fetch } = globalThis
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const response = await fetch(input, init)
    const { url } = input instanceof Request ? input : { url: String(input) }
    if (!url.endsWith('/sign-in-methods')) return response
    return Response.json({ ...(await response.json()), providers: ['google', 'apple'] })
  })
  const leave = vi.spyOn(location, 'assign').mockImplementation(() => undefined)
  onTestFinished(() => leave.mockRestore())
  for (const path of ['/auth', '/auth?tipo=centro']) {
    const user = await open(path)
    await screen.findByRole('button', { name: 'Continuar con Google' })
    await press(user, 'Continuar con Apple')
    const pending = await screen.findByRole('button', { name: 'Conectando con Apple…' })
    expect(pending.getAttribute('aria-busy')).toBe('true')
    expect(pending.querySelector('svg')).not.toBeNull()
  }
})
