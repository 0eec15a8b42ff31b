import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test, vi } from 'vitest'

import type { Role } from '#contract/roles.ts'
import { grantPoints } from '#server/features/loyalty/usecases/points.ts'
import { newId } from '#server/platform/ids.ts'
import { monday } from '#server/testing/booking.ts'
import { buildAccount, buildAppointment, buildCenter, buildPatient, buildService } from '#server/testing/builders.ts'
import { buildConversation } from '#server/testing/conversations.ts'
import { buildDesk } from '#server/testing/desk.ts'
import { buildPromotion, buildReward } from '#server/testing/promotions.ts'
import { buildSignedIn } from '#server/testing/signed-in.ts'
import { toastStore } from '#web/ui/toast.ts'
import { chooseMore, expectAccessible, fill, loseResponse, press, startScreens } from './screens.tsx'

// The texts of the specification for what fails. Other tests of screens cause refusals with real rows; here the server
// itself fails, which no row can cause.

const { platform, open } = await startScreens()

const password = 'camino-de-prueba'
const failure = { code: 'request.failed', message: 'Algo falló de nuestro lado.', status: 400 }
const broken = { code: 'service.failure', message: 'Algo falló de nuestro lado.', status: 500 }
const ended = { code: 'session.missing', message: 'Inicia sesión.', status: 401 }

/** From now on, requests whose method and path match get this response. */
function failRequests(matching: RegExp, { code, message, status } = failure): void {
  const { fetch } = globalThis
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input instanceof Request ? input : new URL(String(input), location.href), init)
    if (!matching.test(`${request.method} ${new URL(request.url).pathname}`)) return await fetch(input, init)
    const body = { defined: false, code, error_code: code, message, msg: message, status }
    return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
  })
}

async function buildStaff(role: Role): Promise<string> {
  const { userId } = await buildAccount(platform, { fullName: 'Sofía Equipo' })
  await platform.db.updateTable('user_roles').set({ role }).where('user_id', '=', userId).execute()
  return userId
}

const toastTexts = () => toastStore.getSnapshot().map(({ description }) => description)

const expectAll = async (texts: readonly string[]) => {
  for (const text of texts) await screen.findAllByText((content) => content.includes(text))
}

for (const { path, fails, texts } of [
  {
    path: '/promotions',
    fails: /GET .*\/promotions(\/|$)/,
    texts: ['No se pudieron cargar las promociones'],
  },
  {
    path: '/loyalty',
    fails: /GET .*\/loyalty\//,
    texts: ['No se pudieron cargar tus puntos', 'No se pudieron cargar las recompensas'],
  },
  { path: '/loyalty?pestana=historial', fails: /GET .*\/loyalty\/points/, texts: ['No se pudieron cargar tus puntos'] },
  {
    path: '/loyalty?pestana=mias',
    fails: /GET .*\/redemptions/,
    texts: ['No se pudieron cargar las recompensas'],
  },
  { path: '/chat', fails: /GET .*\/conversations$/, texts: ['No se pudieron cargar las conversaciones'] },
]) {
  test(`a patient whose ${path} cannot be read is told what failed`, async () => {
    const { patientId } = await buildPatient(platform)
    await open('/contact', { as: patientId })
    failRequests(fails)
    await open(path)
    await expectAll(texts)
  })
}

for (const { path, fails, text, shows } of [
  {
    path: '/account?seccion=seguridad',
    fails: /GET .*\/me\/security$/,
    text: 'No se pudo cargar la seguridad de tu cuenta',
    shows: 'Cambiar contraseña',
  },
  {
    path: '/account?seccion=sesiones',
    fails: /GET .*\/me\/sessions$/,
    text: 'No se pudieron cargar tus sesiones',
    shows: 'Cerrar todas',
  },
  {
    path: '/center/dashboard?seccion=agenda',
    fails: /GET .*\/agenda$/,
    text: 'No se pudo cargar la agenda',
    shows: 'Nueva cita',
  },
]) {
  test(`${path} that cannot be read says so, and shows what it has once «Reintentar» is pressed`, async () => {
    const { userId } = await buildSignedIn(platform, { password })
    await open('/contact', { as: path.startsWith('/center/') ? (await buildCenter(platform)).centerId : userId })
    const { fetch } = globalThis
    failRequests(fails)
    const user = await open(path)
    await expectAll([text])
    await expectAccessible()
    vi.stubGlobal('fetch', fetch)
    await press(user, 'Reintentar')
    await screen.findByRole('button', { name: shows })
    await waitFor(() => expect(screen.queryByText(text)).toBeNull())
  })
}

for (const { section, fails, text } of [
  { section: 'usuarios', fails: /GET .*\/staff\/users/, text: 'Error al cargar usuarios' },
  { section: 'centros', fails: /GET .*\/staff\/centers/, text: 'Error al cargar centros' },
  { section: 'financiero', fails: /GET .*\/staff\/commissions/, text: 'Error al cargar datos financieros' },
  { section: 'moderacion', fails: /GET .*\/staff\/reports/, text: 'Error al cargar reseñas' },
  {
    section: 'moderacion&cola=record',
    fails: /GET .*\/staff\/actions/,
    text: 'Error al cargar acciones de moderación',
  },
  {
    section: 'cumplimiento',
    fails: /GET .*\/staff\/documents/,
    text: 'Error al cargar verificaciones de cumplimiento',
  },
]) {
  test(`an administrator whose section ${section} cannot be read is told what failed`, async () => {
    await open('/contact', { as: await buildStaff('admin') })
    failRequests(fails)
    await open(`/admin/dashboard?seccion=${section}`)
    await expectAll([text])
  })
}

test('messages that cannot be read, and one that cannot be sent, are reported in the conversation', async () => {
  const { patientId, conversationId } = await buildConversation(platform)
  const user = await open(`/chat?c=${conversationId}`, { as: patientId })
  const field = await screen.findByRole('textbox', { name: /^Mensaje para/ })
  failRequests(/POST .*\/messages$/)
  await user.type(field, '¿Siguen ahí?{Enter}')
  await expectAll(['No se pudo enviar el mensaje'])
  failRequests(/GET .*\/messages$/)
  await open(`/chat?c=${conversationId}`)
  await expectAll(['No se pudieron cargar los mensajes'])
})

test('a profile that cannot be saved is reported, and keeps what was typed', async () => {
  const { patientId } = await buildPatient(platform)
  const user = await open('/account', { as: patientId })
  await fill(user, /^Nombre completo/, 'Emilia B. Rodríguez')
  failRequests(/PATCH .*\/me\/profile/)
  await press(user, 'Guardar cambios')
  await expectAll(['Error al guardar los datos. Intenta de nuevo.'])
  expect(screen.getByLabelText(/^Nombre completo/)).toHaveProperty('value', 'Emilia B. Rodríguez')
})

test('a code that cannot be validated or applied is reported, and a visitor whose session ended is told to sign in', async () => {
  const { centerId } = await buildCenter(platform)
  const { patientId } = await buildPatient(platform)
  await buildPromotion(platform, { centerId, code: 'JUNIO20' })
  const user = await open('/promotions', { as: patientId })
  const panel = await screen.findByRole('region', { name: 'Aplicar Código de Descuento' })
  await fill(user, /^Código/, 'JUNIO20', panel)
  await fill(user, /^Monto del pedido/, '1500', panel)
  const { fetch } = globalThis
  failRequests(/POST .*\/promotions\/validate/)
  await press(user, 'Validar', panel)
  await expectAll(['No se pudo validar la promoción'])
  vi.stubGlobal('fetch', fetch)
  await press(user, 'Validar', panel)
  await expectAll(['¡Promoción válida!'])
  failRequests(/POST .*\/promotions\/uses/, ended)
  await press(user, 'Aplicar', panel)
  await expectAll(['No se pudo aplicar la promoción', 'Debes estar autenticado para aplicar promociones'])
})

test('a promotion that cannot be switched off is reported', async () => {
  const { centerId } = await buildCenter(platform)
  await buildPromotion(platform, { centerId, code: 'JULIO20' })
  const user = await open('/promotions', { as: centerId })
  const switchOff = await screen.findByRole('button', { name: 'Desactivar JULIO20' })
  failRequests(/PATCH .*\/promotions\//)
  await user.click(switchOff)
  await expectAll(['No se pudo actualizar la promoción'])
})

test('a patient whose session ended while redeeming is told to sign in', async () => {
  const { patientId: userId } = await buildPatient(platform)
  const reference = { type: 'account', id: newId() } as const
  const gift = { userId, points: 250, type: 'bonus', description: 'Un regalo', reference } as const
  await platform.db.transaction().execute((tx) => grantPoints(tx, { ...gift, now: platform.clock.now() }))
  await buildReward(platform, { name: 'Doscientos pesos', pointsCost: 200 })
  const user = await open('/loyalty', { as: userId })
  await press(user, 'Canjear: Doscientos pesos')
  const dialog = await screen.findByRole('dialog', { name: /Doscientos pesos/ })
  failRequests(/POST .*\/loyalty\/redemptions/, ended)
  await press(user, 'Canjear', dialog)
  // Also in a toast, which stays when the page notices that the session has ended and closes the dialog.
  await screen.findAllByText('Debes estar autenticado para canjear recompensas')
})

test('too many sign-ins are refused with a sentence above the form', async () => {
  const user = await open('/login')
  failRequests(/POST .*\/auth\/v1\/token/, { code: 'over_request_rate_limit', message: 'Too many', status: 429 })
  await fill(user, /^Correo electrónico/, 'ana@ejemplo.uy')
  await fill(user, /^Contraseña/, password)
  await press(user, 'Iniciar sesión')
  await expectAll(['Demasiados intentos de inicio de sesión. Espera unos minutos e intenta de nuevo.'])
})

test('a recovery mail that cannot be sent is reported', async () => {
  const user = await open('/forgot-password')
  failRequests(/POST .*\/auth\/v1\/recover/, { code: 'unexpected_failure', message: 'Failed', status: 500 })
  await fill(user, /^Correo electrónico/, 'ana@ejemplo.uy')
  await press(user, 'Enviar enlace')
  await expectAll(['Error al enviar el correo de recuperación'])
})

test('a registration that fails without a reason says so, and keeps what was typed', async () => {
  const user = await open('/auth')
  await fill(user, /^Nombre completo/, 'Emilia Bentancor')
  await fill(user, /^Correo electrónico/, 'emilia.bentancor@ejemplo.uy')
  await fill(user, /^Contraseña/, password)
  await user.click(screen.getByRole('checkbox', { name: /acepto los términos/ }))
  failRequests(/POST .*\/auth\/v1\/signup/, { code: 'unexpected_failure', message: 'Failed', status: 500 })
  await press(user, 'Crear cuenta')
  await expectAll(['Error al registrarse', 'Ocurrió un error. Inténtalo de nuevo.'])
  expect(screen.getByLabelText(/^Nombre completo/)).toHaveProperty('value', 'Emilia Bentancor')
})

test('a registration of a centre that fails without a reason says so', async () => {
  const user = await open('/auth?tipo=centro')
  await fill(user, /^Nombre del centro/, 'Centro del Arroyo')
  await user.selectOptions(screen.getByLabelText(/^Especialidad/), 'Osteopatía')
  await fill(user, /^Responsable/, 'Rosario Silvera')
  await fill(user, /^Correo electrónico/, 'arroyo@ejemplo.uy')
  await fill(user, /^Contraseña/, 'Camino-2026!')
  await user.click(screen.getByRole('checkbox', { name: /acepto los términos/ }))
  failRequests(/POST .*\/auth\/v1\/signup/, { code: 'unexpected_failure', message: 'Failed', status: 500 })
  await press(user, 'Crear cuenta')
  await expectAll(['Error al registrarse', 'Error en el registro.'])
})

test('an account whose profile cannot be read is told so on its dashboard, and can try again', async () => {
  const { userId } = await buildSignedIn(platform, { password, fullName: 'Emilia Bentancor' })
  await open('/contact', { as: userId })
  failRequests(/GET .*\/me$/)
  await open('/dashboard')
  await expectAll(['No se pudo cargar tu dashboard'])
  screen.getByRole('button', { name: 'Reintentar' })
  expect(location.pathname).toBe('/dashboard')
  // Without a profile the menu of the account still opens.
  screen.getByRole('button', { name: /^Tu cuenta/ })
})

test('a booking that cannot be confirmed is reported, and the time stays held', async () => {
  const { centerId, serviceId } = await buildService(platform, { name: 'Masaje' })
  const { patientId } = await buildPatient(platform, { verified: true })
  const user = await open(`/book/${centerId}?offer=${serviceId}&step=when&date=2026-11-23`, { as: patientId })
  await press(user, '09:00', await screen.findByRole('region', { name: 'Cuándo' }))
  await screen.findByRole('button', { name: 'Confirmar reserva' })
  failRequests(/POST .*\/confirm$/)
  await press(user, 'Confirmar reserva')
  await expectAll(['No se pudo completar la reserva. Intenta nuevamente.'])
  await screen.findByRole('timer', { name: 'Tiempo que la hora queda guardada' })
})

test('a booking whose response is lost says that it may be booked, and another press shows that it is', async () => {
  const { centerId, serviceId } = await buildService(platform, { name: 'Masaje' })
  const { patientId } = await buildPatient(platform, { verified: true })
  const user = await open(`/book/${centerId}?offer=${serviceId}&step=when&date=2026-11-23`, { as: patientId })
  const when = await screen.findByRole('region', { name: 'Cuándo' })
  const nine = await within(when).findByRole('button', { name: /09:00/ })
  loseResponse(/POST .*\/appointments\/hold$/)
  await user.click(nine)
  await expectAll(['No llegó la respuesta y no sabemos si la hora quedó guardada. Elígela de nuevo.'])
  await press(user, '09:00', await screen.findByRole('region', { name: 'Cuándo' }))
  await screen.findByRole('button', { name: 'Confirmar reserva' })
  loseResponse(/POST .*\/confirm$/)
  await press(user, 'Confirmar reserva')
  await expectAll(['No llegó la respuesta y no sabemos si quedó reservada. Toca de nuevo: no se reserva dos veces.'])
  expect(screen.queryByText(/No se pudo completar la reserva/)).toBeNull()
  // The page reads again which time it holds, as after a visit to another tab.
  const requests = vi.spyOn(globalThis, 'fetch')
  dispatchEvent(new Event('visibilitychange'))
  await waitFor(() => expect(requests.mock.settledResults.length).toBeGreaterThan(0))
  await new Promise((done) => setTimeout(done, 200))
  await press(user, 'Confirmar reserva')
  await screen.findByRole('heading', { level: 1, name: '¡Reserva confirmada!' })
  const booked = platform.db.selectFrom('appointments').select('status').where('patient_id', '=', patientId)
  expect(await booked.execute()).toEqual([{ status: 'confirmed' }])
})

test('a session booked again whose response is lost is said to be unknown, and the list shows it', async () => {
  const startsAt = new Date(monday.getTime() - 7 * 24 * 3_600_000)
  const past = await buildAppointment(platform, { status: 'completed', startsAt })
  const user = await open('/dashboard?tab=history', { as: past.patientId })
  await screen.findByRole('button', { name: /^Reservar de nuevo/ })
  loseResponse(/POST .*again$/)
  await press(user, /^Reservar de nuevo/)
  await expectAll(['No sabemos si quedó reservada', 'Mira tus próximas citas antes de reservar otra vez.'])
  expect(screen.queryByText(/No se pudo completar la reserva/)).toBeNull()
})

test('a payment that the gateway does not take is reported in the dialog', async () => {
  const desk = await buildDesk(platform)
  const { patientId } = await buildPatient(platform, { verified: true })
  await buildAppointment(platform, { ...desk, patientId, startsAt: monday })
  const user = await open('/dashboard', { as: patientId })
  await chooseMore(user, 'Pagar')
  const dialog = await screen.findByRole('dialog', { name: 'Pagar' })
  await within(dialog).findByText('Cómo pagas')
  await fill(user, /^Número de tarjeta/, '4111111111111111', dialog)
  await fill(user, /^Nombre como/, 'Irma Sosa', dialog)
  await fill(user, /^Vencimiento/, '1239', dialog)
  await fill(user, /^CVV/, '123', dialog)
  failRequests(/POST .*\/tokens$/)
  await user.click(within(dialog).getByRole('button', { name: /^Pagar \$/ }))
  expect((await within(dialog).findByRole('alert')).textContent).toContain(
    'No se pudo procesar el pago. Intenta nuevamente.',
  )
})

test('a new password that the service does not store is reported', async () => {
  const { userId } = await buildSignedIn(platform, { password })
  const user = await open('/reset-password', { as: userId })
  await fill(user, /^Nueva contraseña/, 'otro-camino-de-prueba')
  await fill(user, /^Repite la contraseña/, 'otro-camino-de-prueba')
  failRequests(/PUT .*\/auth\/v1\/user/, { code: 'unexpected_failure', message: 'Failed', status: 500 })
  await press(user, 'Guardar contraseña')
  await expectAll(['Error al actualizar la contraseña.'])
})

test.each(['a recent sign-in', 'the current password'])(
  'a new password whose response is lost after %s is saved with the next press',
  async (proof) => {
    const { userId } = await buildSignedIn(platform, { password })
    const isRecent = proof === 'a recent sign-in'
    await open('/contact', { as: userId })
    if (!isRecent) await platform.db.updateTable('sessions').set({ amr: '[]' }).where('user_id', '=', userId).execute()
    const user = await open('/reset-password')
    if (!isRecent) await fill(user, /^Contraseña actual/, password)
    await fill(user, /^Nueva contraseña/, 'otro-camino-de-prueba')
    await fill(user, /^Repite la contraseña/, 'otro-camino-de-prueba')
    loseResponse(/PUT .*\/auth\/v1\/user/)
    await press(user, 'Guardar contraseña')
    // The form and the toast.
    await screen.findAllByRole('alert')
    await press(user, 'Guardar contraseña')
    await waitFor(() => expect(location.pathname).toBe('/login'))
    await expectAll(['Tu contraseña ha sido actualizada correctamente.'])
  },
)

test('a recovery link that cannot be checked leads back to the request for another', async () => {
  const { userId } = await buildSignedIn(platform, { password })
  await open('/contact', { as: userId })
  failRequests(/GET .*\/me$/)
  await open('/reset-password')
  await expectAll(['Error al procesar el enlace de recuperación.'])
  await waitFor(() => expect(location.pathname).toBe('/forgot-password'))
})

test('a recovery link stays usable while the service cannot check it', async () => {
  const { userId } = await buildSignedIn(platform, { password })
  await open('/contact', { as: userId })
  const { fetch } = globalThis
  failRequests(/GET .*\/me$/, { ...failure, code: 'service.unavailable', status: 503 })
  const user = await open('/reset-password')
  // The query is repeated twice before it fails.
  await screen.findByText('No pudimos abrir el enlace todavía', {}, { timeout: 15_000 })
  await expectAll(['El enlace sigue sirviendo.'])
  expect(location.pathname).toBe('/reset-password')
  vi.stubGlobal('fetch', fetch)
  await press(user, 'Reintentar')
  await screen.findByRole('button', { name: 'Guardar contraseña' })
})

test('a list of centres that cannot be loaded is reported in a toast, and in its place', async () => {
  for (const path of ['/search-centers', '/centers', '/services/psicoterapia']) {
    await open('/contact')
    failRequests(/GET .*\/(centers|search)/)
    await open(path)
    await expectAll(['No se pudieron cargar los centros'])
    await waitFor(() => expect(toastTexts()).toContain('No se pudieron cargar los centros'))
  }
})

test('a sign-in whose response has no session is an invalid one', async () => {
  const user = await open('/login')
  failRequests(/POST .*\/token$/, { ...failure, status: 200 })
  await fill(user, /^Correo electrónico/, 'emilia@ejemplo.uy')
  await fill(user, /^Contraseña/, password)
  await press(user, 'Iniciar sesión')
  await waitFor(() => expect(toastTexts()).toContain('Login inválido'))
})

test('a conversation that the server fails to create is reported in its dialog', async () => {
  const { patientId } = await buildPatient(platform)
  const { centerId } = await buildCenter(platform)
  const user = await open('/chat', { as: patientId })
  await press(user, 'Nueva conversación')
  const dialog = await screen.findByRole('dialog', { name: 'Nueva conversación' })
  failRequests(/POST .*\/conversations$/, broken)
  await fill(user, /ID del usuario/, centerId, dialog)
  await press(user, 'Crear conversación', dialog)
  await within(dialog).findByText(/^No se pudo crear la conversación/)
})

test('a booking that the server fails to confirm is reported in the dialog of the dashboard', async () => {
  const startsAt = new Date(monday.getTime() - 7 * 24 * 3_600_000)
  const { patientId } = await buildAppointment(platform, { status: 'completed', startsAt })
  const user = await open('/dashboard', { as: patientId })
  await press(user, 'Reservar aquí')
  const dialog = await screen.findByRole('dialog', { name: 'Reservar una cita' })
  await within(dialog).findByRole('option', { name: 'Fisioterapia' })
  await user.selectOptions(within(dialog).getByLabelText(/^Servicio/), 'fisioterapia')
  const professionalField = within(dialog).getByLabelText(/^Centro o profesional/)
  await waitFor(() => expect(within(professionalField).getAllByRole('option')).toHaveLength(3))
  await user.selectOptions(professionalField, '0')
  await press(user, '10:00', dialog)
  await within(dialog).findByText(/^No pagas nada ahora/)
  failRequests(/POST .*\/confirm$/, broken)
  await press(user, 'Confirmar reserva', dialog)
  await within(dialog).findByText('No se pudo completar la reserva. Intenta nuevamente.')
})

test('a payment that the server fails to start is reported in the dialog', async () => {
  const desk = await buildDesk(platform)
  const { patientId } = await buildPatient(platform, { verified: true })
  await buildAppointment(platform, { ...desk, patientId, startsAt: monday })
  const user = await open('/dashboard', { as: patientId })
  await chooseMore(user, 'Pagar')
  const dialog = await screen.findByRole('dialog', { name: 'Pagar' })
  await user.click(await within(dialog).findByRole('radio', { name: /^Billetera/ }))
  failRequests(/POST .*\/checkouts$/, broken)
  await user.click(within(dialog).getByRole('button', { name: /^Pagar \$/ }))
  expect((await within(dialog).findByRole('alert')).textContent).toBe(
    'Error en el pago. No se pudo procesar el pago. Intenta nuevamente.',
  )
})

test('staff whose session lacks the second factor that production asks for read so, with the way to it', async () => {
  await open('/contact', { as: await buildStaff('admin') })
  failRequests(/GET .*\/staff$/, { ...failure, code: 'session.second_factor_missing', status: 403 })
  await open('/admin/dashboard')
  await screen.findByRole('heading', { level: 1, name: 'Activa antes tu segundo factor' })
  const link = screen.getByRole<HTMLAnchorElement>('link', { name: 'Ir a Seguridad' })
  expect(link.getAttribute('href')).toBe('/account?seccion=seguridad')
  await expectAccessible()
})
