import { screen, waitFor, within } from '@testing-library/dom'
import type { UserEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'

import { completionPoints, pointsExpiryMonths } from '#contract/loyalty-words.ts'
import { reservationMinutes } from '#contract/promotion-codes.ts'
import { buildCenter, buildPatient } from '#server/testing/builders.ts'
import { buildConversation } from '#server/testing/conversations.ts'
import { buildSignedIn } from '#server/testing/signed-in.ts'

import { markWelcomeSeen } from '#web/platform/welcome-seen.ts'
import { expectAccessible, fill, press, startScreens, watchTimers } from './screens.tsx'

const { platform, open } = await startScreens()
const password = 'camino-de-prueba'

async function signIn(user: UserEvent, credentials: { email: string; password: string }): Promise<void> {
  await fill(user, /^Correo electrónico/, credentials.email)
  await fill(user, /^Contraseña/, credentials.password)
  await press(user, 'Iniciar sesión')
}

const address = () => location.pathname + location.search

test('an empty sign-in shows what is missing beside each field, and the first one has the focus', async () => {
  const user = await open('/login')
  await press(user, 'Iniciar sesión')
  await screen.findByText('Por favor ingresa tu email')
  await screen.findByText('Por favor ingresa tu contraseña')
  expect(document.activeElement).toBe(screen.getByLabelText(/^Correo electrónico/))
  await expectAccessible()
})

test('a wrong password is refused, and the typed address stays', async () => {
  const { email } = await buildSignedIn(platform, { password })
  const user = await open('/login')
  await signIn(user, { email, password: 'no es la mía' })
  await screen.findByText('Credenciales incorrectas. Verifica tu correo electrónico y contraseña.')
  await screen.findByText('No fue posible iniciar sesión')
  expect(screen.getByLabelText(/^Correo electrónico/)).toHaveProperty('value', email)
  expect(address()).toBe('/login')
  const typed = screen.getByLabelText<HTMLInputElement>(/^Contraseña/)
  expect(typed).toMatchObject({ type: 'password', value: 'no es la mía' })
  await press(user, 'Mostrar contraseña')
  expect(typed.type).toBe('text')
  await press(user, 'Ocultar contraseña')
  expect(typed.type).toBe('password')
})

test('a suspended account reads until when and why with the right password only', async () => {
  const { userId, email } = await buildSignedIn(platform, { password })
  const suspension = { status: 'suspended', suspended_until: new Date('2026-12-03T15:00:00Z') }
  await platform.db
    .updateTable('profiles')
    .set({ ...suspension, suspension_reason: 'Cancelaciones repetidas' })
    .where('id', '=', userId)
    .execute()
  const user = await open('/login')
  await signIn(user, { email, password: 'no es la mía' })
  await screen.findByText('Credenciales incorrectas. Verifica tu correo electrónico y contraseña.')
  await signIn(user, { email, password })
  await screen.findByText(
    /^Tu cuenta está suspendida hasta el 3 de diciembre de 2026\. Motivo: Cancelaciones repetidas\. Si crees que es un error, escribe a /,
  )
  expect(address()).toBe('/login')
})

test('the right password opens the dashboard, and the login page leads there from then on', async () => {
  const { email } = await buildSignedIn(platform, { password, fullName: 'Emilia Bentancor' })
  const user = await open('/login')
  await signIn(user, { email: `  ${email} `, password })
  await screen.findByText('Has iniciado sesión correctamente')
  await screen.findByText('Hola, Emilia.')
  expect(address()).toBe('/dashboard')
  await open('/login')
  await screen.findByText('Hola, Emilia.')
  expect(address()).toBe('/dashboard')
})

test('an address pasted with a link and invisible marks opens the dashboard of its account', async () => {
  const { email } = await buildSignedIn(platform, { password, fullName: 'Emilia Bentancor' })
  const user = await open('/login')
  await signIn(user, { email: `\u2068mailto:${email}\u2069`, password })
  await screen.findByText('Hola, Emilia.')
  expect(address()).toBe('/dashboard')
})

test('a page that requires a session sends the visitor to the login page, and opens after signing in', async () => {
  const { email } = await buildSignedIn(platform, { password })
  const user = await open('/dashboard?tab=profile')
  await screen.findByRole('heading', { level: 1, name: 'Iniciar sesión' })
  expect(address()).toBe('/login?next=%2Fdashboard%3Ftab%3Dprofile')
  await signIn(user, { email, password })
  await waitFor(() => expect(address()).toBe('/dashboard?tab=profile'))
  expect(await screen.findByLabelText(/^Correo electrónico/)).toHaveProperty('value', email)
})

test('a sign-in never leads to another site', async () => {
  const { email } = await buildSignedIn(platform, { password })
  const user = await open('/login?next=%2F%2Fexample.com%2Fdashboard%3Ftab%3Dprofile')
  await signIn(user, { email, password })
  await screen.findByRole('heading', { level: 1, name: 'Mi Dashboard' })
  expect(location.href).toBe(`${platform.settings.publicUrl}/dashboard`)
})

test('the login page offers centres and professionals their own registration', async () => {
  const user = await open('/login')
  await user.click(await screen.findByRole('link', { name: 'Acceso para centros' }))
  await screen.findByText('Entra con la cuenta de tu centro.')
  expect(address()).toBe('/login?next=%2Fcenter%2Fdashboard')
  await user.click(screen.getByRole('link', { name: 'Regístrate como profesional' }))
  await waitFor(() => expect(address()).toBe('/register-center'))
})

test('signing in and creating an account are one choice, which says why it is asked', async () => {
  const to = '00000000-0000-4000-8000-000000000001'
  const user = await open(`/chat?to=${to}`)
  await screen.findByText('Entra para escribirle al centro.')
  const choice = within(screen.getByRole('navigation', { name: 'Entrar o crear una cuenta' }))
  expect(choice.getByRole('link', { name: 'Ya tengo cuenta' }).getAttribute('aria-current')).toBe('page')
  // No provider is set up here, so none is spoken of.
  expect(document.body.textContent).not.toMatch(/Google|Facebook|Apple|otra cuenta|_ID/)
  await user.click(choice.getByRole('link', { name: 'Crear mi cuenta' }))
  await screen.findByText(/^Crea tu cuenta para escribirle al centro\. Lleva menos de 2 minutos\./)
  expect(address()).toBe(`/register?next=%2Fchat%3Fto%3D${to}`)
  await expectAccessible()
})

test('a signed-in patient has a bar with their places and the unread conversations, and centres and staff have none', async () => {
  const { patientId, centerId, reception, write } = await buildConversation(platform)
  await write(reception, 'Te esperamos mañana.')
  const user = await open('/dashboard', { as: patientId })
  const bar = within(await screen.findByRole('navigation', { name: 'Tus lugares' }))
  const messages = await bar.findByRole('link', { name: /^Mensajes.*1 conversación sin leer$/ })
  expect(bar.getByRole('link', { name: 'Citas' }).getAttribute('aria-current')).toBe('page')
  await expectAccessible()
  await user.click(messages)
  await waitFor(() => expect(messages.getAttribute('aria-current')).toBe('page'))
  expect(bar.getByRole('link', { name: 'Citas' }).getAttribute('aria-current')).toBeNull()
  await user.click(bar.getByRole('link', { name: 'Buscar' }))
  await waitFor(() => expect(address()).toBe('/centers'))
  const staff = await buildSignedIn(platform, { roles: ['moderator'] })
  for (const as of [centerId, staff.userId]) {
    await open('/services', { as })
    await screen.findByRole('button', { name: /^Tu cuenta/ })
    expect(screen.queryByRole('navigation', { name: 'Tus lugares' })).toBeNull()
  }
})

test('the sign-in that promotions and points need first explains them, with the figures of the programme', async () => {
  await open('/loyalty')
  const points = await screen.findByRole('region', { name: 'Programa de Lealtad' })
  expect(address()).toBe('/login?next=%2Floyalty')
  expect(points.textContent).toContain(`+${completionPoints}`)
  expect(points.textContent).toContain(`${pointsExpiryMonths} meses`)
  await screen.findByRole('heading', { level: 1, name: 'Iniciar sesión' })
  await expectAccessible()
  await open('/promotions')
  const promotions = await screen.findByRole('region', { name: 'Promociones' })
  expect(address()).toBe('/login?next=%2Fpromotions')
  expect(promotions.textContent).toContain(`Queda reservado ${reservationMinutes} minutos`)
  await expectAccessible()
  await open('/chat')
  await screen.findByRole('heading', { level: 1, name: 'Iniciar sesión' })
  expect(screen.queryByRole('region', { name: 'Promociones' })).toBeNull()
})

test('the home page offers a signed-in user their own pages instead of a registration', async () => {
  const offered = ['Ver tus citas', 'Ver tus mensajes']
  const { patientId } = await buildPatient(platform)
  const { centerId } = await buildCenter(platform)
  // On a slow machine the welcome would open over the links.
  markWelcomeSeen()
  for (const [as, links] of [
    [patientId, offered],
    [centerId, ['Ir a tu centro', 'Ver tu agenda']],
  ] as const) {
    await open('/', { as })
    for (const name of links) await screen.findAllByRole('link', { name })
    await screen.findByText('Ya tienes tu cuenta')
    await waitFor(() => expect(document.body.textContent).not.toMatch(/Reg[ií]strate|Registra tu|Crear mi cuenta/))
  }
})

test('a user signs out in the menu', async () => {
  const { userId } = await buildSignedIn(platform, { fullName: 'Emilia Bentancor' })
  const user = await open('/centers', { as: userId })
  await press(user, 'Tu cuenta, Emilia Bentancor')
  await user.click(await screen.findByRole('menuitem', { name: 'Cerrar Sesión' }))
  await screen.findByText('Has cerrado sesión correctamente')
  await within(screen.getByRole('banner')).findAllByRole('link', { name: 'Regístrate' })
  const sessions = await platform.db.selectFrom('sessions').select('id').where('user_id', '=', userId).execute()
  expect(sessions).toEqual([])
})

test('each step of the registration says what is missing, and the last one that the address is taken', async () => {
  const { email } = await buildSignedIn(platform, { password })
  const user = await open('/register')
  await press(user, 'Siguiente')
  await screen.findAllByText('Por favor ingresa tu nombre')
  await screen.findByText('Por favor ingresa tu apellido')
  await fill(user, /^Nombre/, 'Emilia')
  await fill(user, /^Apellido/, 'Bentancor')
  await press(user, 'Siguiente')
  await screen.findByText('Paso 2 de 3')
  await expectAccessible()

  await fill(user, /^Correo electrónico/, 'emilia@')
  await press(user, 'Siguiente')
  await screen.findByText('Email inválido')
  await fill(user, /^Correo electrónico/, email)
  await fill(user, /^Contraseña/, 'corta')
  await press(user, 'Siguiente')
  await screen.findByText('Contraseña muy corta')
  await fill(user, /^Contraseña/, 'ya no es corta')
  await press(user, 'Siguiente')

  await press(user, 'Crear cuenta')
  await screen.findAllByText('Por favor ingresa tu teléfono')
  await fill(user, /^Teléfono/, '+598 90 123 456')
  await press(user, 'Crear cuenta')
  await screen.findAllByText('Debes aceptar los términos y condiciones.')
  await user.click(screen.getByRole('checkbox', { name: /acepto los términos/ }))
  await press(user, 'Crear cuenta')
  await screen.findAllByText('Ya existe una cuenta con ese correo. Inicia sesión o recupera tu contraseña.')
  expect(address()).toBe('/register?paso=3')
})

test('a new patient is welcomed, and the registration leads to the dashboard from then on', async () => {
  const user = await open('/register')
  await fill(user, /^Nombre/, 'Emilia')
  await fill(user, /^Apellido/, 'Bentancor')
  await press(user, 'Siguiente')
  await fill(user, /^Correo electrónico/, 'emilia@ejemplo.uy')
  await fill(user, /^Contraseña/, password)
  await press(user, 'Siguiente')
  await fill(user, /^Teléfono/, '+598 90 123 456')
  await fill(user, /^Dirección/, 'Benito Blanco 1020')
  await user.click(screen.getByRole('checkbox', { name: /acepto los términos/ }))
  await press(user, 'Crear cuenta')
  await screen.findByRole('heading', { level: 1, name: 'Emilia, ya eres parte de Senda' })
  const paths = within(screen.getByRole('list', { name: 'Por dónde empezar' })).getAllByRole('link')
  expect(paths).toHaveLength(6)
  expect(paths[0]?.getAttribute('href')).toBe('/centers?q=dolor+de+espalda')
  for (const name of ['Ver los servicios', 'Buscar un centro', 'Ir a mi dashboard', 'Preguntas frecuentes']) {
    within(screen.getByRole('region', { name: 'Cómo es Senda' })).getByRole('link', { name })
  }
  await expectAccessible()
  expect(address()).toBe('/patient-welcome')
  const profiles = platform.db.selectFrom('profiles').select('full_name').where('email', '=', 'emilia@ejemplo.uy')
  expect(await profiles.execute()).toEqual([{ full_name: 'Emilia Bentancor' }])
  await user.type(screen.getByRole('searchbox', { name: 'Qué necesitas' }), 'no duermo{Enter}')
  await waitFor(() => expect(address()).toBe('/centers?q=no+duermo'))
  await open('/register')
  await screen.findByText('Hola, Emilia.')
})

test('the welcome pages of new accounts send every other visitor away', async () => {
  for (const path of ['/thank-you', '/patient-welcome', '/admin/dashboard']) {
    await open(path)
    await waitFor(() => expect(address(), path).toBe('/'))
  }
  await open('/center/thank-you')
  await waitFor(() => expect(address()).toBe('/login?next=%2Fcenter%2Fdashboard'))
  const { userId } = await buildSignedIn(platform)
  await open('/dashboard', { as: userId })
  for (const path of ['/thank-you', '/center/thank-you']) {
    await open(path)
    await waitFor(() => expect(address(), path).toBe('/dashboard'))
    await screen.findByRole('heading', { level: 1, name: 'Mi Dashboard' })
    expect(screen.queryByText('Acceso denegado')).toBeNull()
  }
})

test('staff who sign in arrive at the administration', async () => {
  const { email } = await buildSignedIn(platform, { password, roles: ['moderator'] })
  const user = await open('/login')
  await signIn(user, { email, password })
  await waitFor(() => expect(address()).toBe('/admin/dashboard'))
})

test('a patient opens the welcome page again, and /thank-you while the address is not confirmed', async () => {
  const { userId, email } = await buildSignedIn(platform)
  await platform.db
    .updateTable('profiles')
    .set({ created_at: new Date('2026-01-01T12:00:00Z') })
    .where('id', '=', userId)
    .execute()
  const delays = watchTimers('setInterval')
  const figures = { professionals: '500+', patientRating: '4,9', onlineBooking: '24/7' }
  await open('/patient-welcome', { as: userId, words: { figures } })
  await screen.findByRole('heading', { level: 1, name: /ya eres parte de Senda$/ })
  const tour = screen.getByRole('region', { name: 'Cómo es Senda' })
  const slides = within(tour).getAllByRole('heading', { level: 2, hidden: true })
  expect(slides.map(({ textContent }) => textContent)).toEqual([
    'Busca con tus palabras',
    'Compara con calma',
    'Reserva una hora libre',
    'Todo en tu dashboard',
  ])
  expect(delays()).toContain(4000)
  const hrefs = within(tour)
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'))
  expect(hrefs).toEqual(['/centers', '/services', '/dashboard', '/faq', '/contact'])
  for (const text of ['500+', 'profesionales', '4,9', '24/7', 'para reservar en línea']) screen.getByText(text)
  await platform.db.updateTable('users').set({ email_verified_at: null }).where('id', '=', userId).execute()
  const user = await open('/thank-you')
  await screen.findByRole('heading', { level: 1, name: '¡Gracias por registrarte!' })
  for (const [name, to] of [
    ['Buscar centros', '/centers'],
    ['Ver los servicios', '/services'],
  ] as const)
    expect(within(screen.getByRole('main')).getByRole('link', { name }).getAttribute('href')).toBe(to)
  await press(user, 'Reenviar correo')
  await screen.findAllByText(new RegExp(`Búscalo en ${email}`))
  const { centerId } = await buildCenter(platform)
  await open('/patient-welcome', { as: centerId })
  await waitFor(() => expect(address()).toBe('/center/dashboard'))
})

test('a user whose session was closed elsewhere is sent to the login page by the next request, and back after signing in', async () => {
  const { userId, email } = await buildSignedIn(platform, { password })
  const user = await open('/dashboard', { as: userId })
  await screen.findByText('No tienes citas próximas')
  await platform.db.deleteFrom('sessions').where('user_id', '=', userId).execute()
  await user.click(screen.getByRole('tab', { name: 'Historial' }))
  await screen.findByRole('heading', { level: 1, name: 'Iniciar sesión' })
  await signIn(user, { email, password })
  await screen.findByText('Tu historial está vacío')
  expect(address()).toBe('/dashboard?tab=history')
})

test('at /auth an address with an account is refused, and what was typed stays beside the link to sign in', async () => {
  const { email } = await buildSignedIn(platform, { password })
  const user = await open('/auth')
  await fill(user, /^Nombre completo/, 'Emilia Bentancor')
  await fill(user, /^Correo electrónico/, email)
  await fill(user, /^Contraseña/, password)
  await fill(user, /^WhatsApp/, '+598 90 123 456')
  await user.click(screen.getByRole('checkbox', { name: /acepto los términos/ }))
  await press(user, 'Crear cuenta')
  await screen.findAllByText(/Ya existe una cuenta con ese correo/)
  expect(screen.getByLabelText(/^Correo electrónico/)).toHaveProperty('value', email)
  await user.click(within(screen.getByRole('main')).getByRole('link', { name: 'Iniciar sesión' }))
  await waitFor(() => expect(address()).toBe('/login'))
})

test('an address without a page says so, with links to go on', async () => {
  await open('/no-hay-nada')
  await screen.findByRole('heading', { level: 1, name: 'Página no encontrada' })
  expect(screen.getByRole('link', { name: 'Volver al inicio' }).getAttribute('href')).toBe('/')
  await waitFor(() => expect(document.title).toBe('Página no encontrada · Senda'))
})

test('the profile tab of the dashboard changes the address after the password proves who asks', async () => {
  const { userId, email } = await buildSignedIn(platform, { password })
  await open('/contact', { as: userId })
  await platform.db.updateTable('sessions').set({ amr: '[]' }).where('user_id', '=', userId).execute()
  const user = await open('/dashboard?tab=profile')
  const card = await screen.findByRole('region', { name: 'Correo electrónico' })
  within(card).getByText(email)
  await press(user, 'Cambiar correo', card)
  await fill(user, /^Nuevo correo electrónico/, 'otra@ejemplo.uy', card)
  await fill(user, /^Contraseña actual/, password, card)
  await press(user, 'Cambiar correo', card)
  await screen.findAllByText('Enviamos dos correos')
  await within(card).findByText(/otra@ejemplo\.uy/)
})
