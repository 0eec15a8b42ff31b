import { screen, waitFor, within } from '@testing-library/dom'
import type { UserEvent } from '@testing-library/user-event'
import { expect, onTestFinished, test, vi } from 'vitest'
import { maxDependants } from '#contract/dependant-words.ts'
import { createDependant, removeDependant } from '#server/features/accounts/usecases/update-dependants.ts'
import { setPreference } from '#server/features/notifications/usecases/preferences.ts'
import { booking, monday } from '#server/testing/booking.ts'
import { buildAppointment, buildCenter, buildPatient, buildService, verifyEmail } from '#server/testing/builders.ts'
import { buildSignedIn } from '#server/testing/signed-in.ts'

import { expectAccessible, fill, press, startScreens } from './screens.tsx'

const { platform, open } = await startScreens()
const { hold, visitor } = booking(platform)

const password = 'camino-de-prueba'

const advanceServer = (minutes: number) => platform.clock.advance(minutes * 60_000)

function advanceServerAndBrowser(minutes: number): void {
  advanceServer(minutes)
  vi.setSystemTime(platform.clock.now())
}

/** Holds a free time of the shown day. */
async function chooseTime(user: UserEvent, time: string): Promise<void> {
  const when = await screen.findByRole('region', { name: 'Cuándo' })
  await press(user, time, when)
}
const countdown = () => screen.findByRole('timer', { name: 'Tiempo que la hora queda guardada' })

async function signIn(user: UserEvent, credentials: { email: string; password: string }): Promise<void> {
  await fill(user, /^Correo electrónico/, credentials.email)
  await fill(user, /^Contraseña/, credentials.password)
  await press(user, 'Iniciar sesión')
}

/** Fills in the registration inside the confirm step. */
async function register(user: UserEvent, email: string): Promise<void> {
  await fill(user, /^Nombre y apellido/, 'Emilia Bentancor')
  await fill(user, /^Teléfono/, '+598 90 123 456')
  await fill(user, /^Correo electrónico/, email)
  await fill(user, /^Contraseña/, password)
  await user.click(screen.getByRole('checkbox', { name: /acepto los términos/ }))
}

async function expectConfirmStep(centerId: string): Promise<void> {
  await countdown()
  await screen.findByRole('button', { name: 'Confirmar reserva' })
  expect(location.pathname).toBe(`/book/${centerId}`)
  expect(location.search).toContain('step=confirm')
}

const attendeesOf = ({ serviceId }: { serviceId: string }) =>
  platform.db
    .selectFrom('appointments')
    .leftJoin('dependants', 'dependants.id', 'appointments.dependant_id')
    .where('service_id', '=', serviceId)
    .select(['patient_id', 'dependants.full_name'])
    .execute()

/** The booking page of a service, with the Monday's free times. */
const pageOf = ({ centerId, serviceId }: { centerId: string; serviceId: string }) =>
  `/book/${centerId}?offer=${serviceId}&step=when&date=2026-11-23`

test('a visitor in Madrid reads whose hours these are, and the time of the held one at home', async () => {
  const { TZ } = process.env
  onTestFinished(() => {
    process.env.TZ = TZ
  })
  process.env.TZ = 'Europe/Madrid'
  const { centerId, serviceId } = await buildService(platform)
  const user = await open(pageOf({ centerId, serviceId }))
  const when = await screen.findByRole('region', { name: 'Cuándo' })
  await within(when).findByText('Las horas son las de Uruguay. En tu zona horaria son 4 horas más.')
  await chooseTime(user, '14:30')
  await countdown()
  expect((await screen.findAllByText('Hora de Uruguay. En tu zona: 18:30')).length).toBeGreaterThan(0)
})

test('a date that cannot be booked stays in its field, which says why and which can', async () => {
  const { centerId, serviceId } = await buildService(platform)
  const user = await open(pageOf({ centerId, serviceId }))
  const when = await screen.findByRole('region', { name: 'Cuándo' })
  await within(when).findByText(/^lunes 23 de noviembre$/i)
  await fill(user, 'Ir a otra fecha', '2027-06-01', when)
  await user.tab()
  await within(when).findByText(
    'Esa fecha no se puede elegir. Elige una del 20 de noviembre de 2026 al 18 de febrero de 2027.',
  )
  expect(within(when).getByLabelText('Ir a otra fecha')).toHaveProperty('value', '01/06/2027')
  await expectAccessible()

  await fill(user, 'Ir a otra fecha', '2026-12-01', when)
  await within(when).findByText(/^martes 1 de diciembre$/i)
  expect(within(when).queryByText(/no se puede elegir/)).toBeNull()
})

test('until a time is held, the only button leads to what is missing and names it', async () => {
  const { centerId, professionalId } = await buildService(platform, { name: 'Masaje' })
  await buildService(platform, { centerId, professionalId, name: 'Drenaje' })
  const user = await open(`/book/${centerId}`)
  await press(user, 'Elegir servicio')
  const missing = await screen.findByRole('alert')
  expect(missing.textContent).toBe('Por favor completa todos los campos requeridos: falta elegir el servicio.')
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Qué necesitas'))

  await user.click(within(screen.getByRole('region', { name: 'Qué necesitas' })).getByRole('link', { name: /Drenaje/ }))
  await press(user, 'Elegir hora')
  await waitFor(() =>
    expect(screen.getByRole('alert').textContent).toBe(
      'Por favor completa todos los campos requeridos: falta elegir la hora.',
    ),
  )
  expect(screen.queryByRole('button', { name: 'Confirmar reserva' })).toBeNull()
  await expectAccessible()
})

test('a patient holds a free time, confirms it, and reads that it is booked, and where the centre approximately is', async () => {
  const service = await buildService(platform)
  const approximate = { is_pin_exact: false }
  await platform.db.updateTable('center_profiles').set(approximate).where('id', '=', service.centerId).execute()
  const { patientId } = await buildPatient(platform)
  const user = await open(pageOf(service), { as: patientId })
  await chooseTime(user, '10:00')
  expect((await countdown()).textContent).toBe('Tu hora, guardada 10:00')
  await press(user, 'Confirmar reserva')
  await screen.findByRole('heading', { level: 1, name: 'Tu hora está reservada' })
  expect(screen.getByRole('main').textContent).toContain('lunes 23 de noviembre, 10:00')
  const rows = await platform.db
    .selectFrom('appointments')
    .select(['status', 'patient_id'])
    .where('service_id', '=', service.serviceId)
    .execute()
  expect(rows).toEqual([{ status: 'confirmed', patient_id: patientId }])
  screen.getByText(/^Confirma tu correo antes del sáb 21 nov, 09:\d\d, o se libera la hora\.$/)
  await screen.findByRole('button', { name: 'Reenviar correo de confirmación' })
  screen.getByText('Ubicación aproximada: guíate por la dirección.')
  const directions = screen.getByRole<HTMLAnchorElement>('link', { name: /^Ver cómo llegar/ })
  expect(new URL(directions.href).searchParams.get('destination')).toMatch(/^Av\. Brasil 2500/)
  await expectAccessible()
  // Confirmed in another tab.
  await verifyEmail(platform, { userId: patientId })
  await screen.findByRole('heading', { level: 1, name: '¡Reserva confirmada!' })
  expect(screen.queryByText(/se libera la hora/)).toBeNull()
  await screen.findByText('Te enviamos los detalles por correo.')
  // Switched off in another tab.
  await setPreference(platform, { userId: patientId, kind: 'appointment', byMail: false })
  await screen.findByText(/^Apagaste los correos de tus citas/)
})

test('a patient without dependants adds one while booking, once the fields are complete', async () => {
  const service = await buildService(platform)
  const { patientId } = await buildPatient(platform)
  const user = await open(pageOf(service), { as: patientId })
  await chooseTime(user, '10:00')
  await countdown()
  await user.click(await screen.findByRole('radio', { name: 'Otra persona a mi cargo…' }))
  await fill(user, /^Nombre completo/, 'Sofía Bentancor')
  await fill(user, /^Fecha de nacimiento/, '2027-05-04')
  await press(user, 'Confirmar reserva')
  await screen.findByText('La fecha está en el futuro')
  await screen.findByText('Por favor ingresa qué es de ti')
  await expectAccessible()
  await fill(user, /^Fecha de nacimiento/, '2019-05-04')
  await fill(user, /^Qué es de ti/, 'Hija')
  await press(user, 'Confirmar reserva')
  await screen.findByRole('heading', { level: 1, name: 'Tu hora está reservada' })
  expect(await attendeesOf(service)).toEqual([{ patient_id: patientId, full_name: 'Sofía Bentancor' }])
})

test('a patient with as many dependants as an account may have reads where one is removed, in place of adding another', async () => {
  const service = await buildService(platform)
  const { patientId } = await buildPatient(platform)
  for (let count = 1; count <= maxDependants; count++) {
    const details = { fullName: `Sofía ${count}`, birthDate: '2019-05-04', relation: 'Hija' }
    await createDependant(platform, { userId: patientId, details })
  }
  const user = await open(pageOf(service), { as: patientId })
  await chooseTime(user, '10:00')
  await screen.findByText(/^Llegaste a 20 personas a cargo/)
  expect(screen.getByRole('link', { name: 'Personas a cargo' }).getAttribute('href')).toBe('/account?seccion=personas')
  expect(screen.queryByRole('radio', { name: 'Otra persona a mi cargo…' })).toBeNull()
})

test('a dependant who was removed in between is no longer a choice, and nothing is booked for another person', async () => {
  const service = await buildService(platform)
  const { patientId } = await buildPatient(platform)
  const details = { fullName: 'Sofía Bentancor', birthDate: '2019-05-04', relation: 'Hija' }
  const { id: dependantId } = await createDependant(platform, { userId: patientId, details })
  const user = await open(pageOf(service), { as: patientId })
  await chooseTime(user, '10:00')
  await countdown()
  await user.click(await screen.findByRole('radio', { name: /Sofía Bentancor/ }))
  await removeDependant(platform, { userId: patientId, dependantId })
  await press(user, 'Confirmar reserva')
  await screen.findByText('No encontramos a esa persona entre las que tienes a cargo.')
  await waitFor(() => expect(screen.queryByRole('radio', { name: /Sofía Bentancor/ })).toBeNull())
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Para mí' }).checked).toBe(false)
  expect(await attendeesOf(service)).toEqual([{ patient_id: null, full_name: null }])
})

test('a browser that reports no network although there is one confirms at once', async () => {
  const service = await buildService(platform)
  const { patientId } = await buildPatient(platform)
  const user = await open(pageOf(service), { as: patientId })
  await chooseTime(user, '10:00')
  await countdown()
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  window.dispatchEvent(new Event('offline'))
  onTestFinished(() => void window.dispatchEvent(new Event('online')))
  await press(user, 'Confirmar reserva')
  await screen.findByRole('heading', { level: 1, name: 'Tu hora está reservada' })
})

test('a time that another visitor holds in between is refused, and the nearest free times are offered', async () => {
  const service = await buildService(platform)
  const user = await open(pageOf(service))
  await screen.findByRole('button', { name: '10:00' })
  await hold({ serviceId: service.serviceId, caller: visitor() })
  await chooseTime(user, '10:00')
  const notice = await screen.findByRole('alert')
  expect(notice.textContent).toContain('Ese horario ya está ocupado. Elige otro, por favor.')
  await within(notice).findByText('Las horas libres más cercanas:')
  await expectAccessible()
  expect(screen.queryByRole('timer')).toBeNull()

  const [nearest] = await within(notice).findAllByRole('button', { name: /\d\d:\d\d$/ })
  if (nearest) await user.click(nearest)
  await countdown()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a hold that expired before the visitor confirms is refused, and another time can be held instead', async () => {
  const service = await buildService(platform)
  const { patientId } = await buildPatient(platform)
  const user = await open(pageOf(service), { as: patientId })
  await chooseTime(user, '10:00')
  await countdown()
  advanceServer(11)
  await press(user, 'Confirmar reserva')
  const notice = await screen.findByRole('alert')
  expect(notice.textContent).toContain('La reserva estuvo guardada 10 minutos y venció. Elige el horario de nuevo.')
  // The lapsed hour is free again, and the nearest of all.
  await press(user, 'lun 23 nov 10:00', notice)
  await press(user, 'Confirmar reserva')
  await screen.findByRole('heading', { level: 1, name: 'Tu hora está reservada' })
})

test('a page that stays open over midnight calls the hours of the new day "hoy"', async () => {
  const service = await buildService(platform)
  const user = await open(pageOf(service))
  await chooseTime(user, '10:00')
  await countdown()
  const started = platform.clock.now().getTime()
  const minutes = (monday.getTime() - started) / 60_000 - 9 * 60
  onTestFinished(() => advanceServerAndBrowser(-minutes))
  advanceServerAndBrowser(minutes)
  document.dispatchEvent(new Event('visibilitychange'))
  const notice = await screen.findByRole('alert')
  await within(notice).findByRole('button', { name: 'hoy 10:00' })
  expect(notice.textContent).not.toContain('mañana')
})

test('the confirm step without a hold says so and offers the times', async () => {
  const { centerId, serviceId } = await buildService(platform)
  await open(`/book/${centerId}?offer=${serviceId}&step=confirm`)
  await screen.findByText('Ya no tienes una hora guardada en este centro. Elige una, por favor.')
  await waitFor(() => expect(location.search).toContain('step=when'))
  await expectAccessible()
})

test('the confirm step whose hold has become an appointment opens it', async () => {
  const service = await buildService(platform)
  const { patientId } = await buildPatient(platform)
  const ofPatient = { ...service, patientId, status: 'confirmed' } as const
  await buildAppointment(platform, { ...ofPatient, startsAt: new Date('2026-11-21T13:00:00Z') })
  const { appointmentId } = await buildAppointment(platform, { ...ofPatient, startsAt: monday })
  const step = `/book/${service.centerId}?offer=${service.serviceId}&step=confirm`
  await open(`${step}&hold=${appointmentId}`, { as: patientId })
  await screen.findByRole('heading', { level: 1, name: '¡Reserva confirmada!' })
  expect(location.search).toContain(`booked=${appointmentId}`)
})

test('an account at its booking limit with an unverified address reads that, with the telephone number of the centre', async () => {
  const { centerId } = await buildCenter(platform, { phone: '+598 2710 1234' })
  const service = await buildService(platform, { centerId })
  const { patientId } = await buildPatient(platform)
  for (const day of [24, 25]) {
    await buildAppointment(platform, { patientId, startsAt: new Date(`2026-11-${day}T13:00:00Z`) })
  }
  const user = await open(pageOf(service), { as: patientId })
  await chooseTime(user, '10:00')
  const notice = await screen.findByRole('alert')
  expect(notice.textContent).toContain('Mientras tu correo esté sin confirmar, puedes tener hasta 2 citas próximas')
  expect(within(notice).getByRole('link', { name: '+598 2710 1234' }).getAttribute('href')).toBe('tel:+59827101234')
})

test('for an address with an account the registration becomes the sign-in, and keeps the name and the held time', async () => {
  const service = await buildService(platform)
  const { email } = await buildSignedIn(platform, { password })
  const user = await open(pageOf(service))
  await chooseTime(user, '10:00')
  await register(user, email)
  await press(user, 'Crear cuenta y confirmar')
  await screen.findByText('Ya existe una cuenta con ese correo. Escribe su contraseña para seguir.')
  expect(screen.getByLabelText(/^Correo electrónico/)).toHaveProperty('value', email)
  expect(screen.getByLabelText(/^Contraseña/)).toHaveProperty('value', '')
  await expectAccessible()
  await press(user, 'Crear una cuenta nueva')
  expect(await screen.findByLabelText(/^Nombre y apellido/)).toHaveProperty('value', 'Emilia Bentancor')
  await press(user, 'Ya tengo cuenta')
  expect(await screen.findByLabelText(/^Correo electrónico/)).toHaveProperty('value', email)
  await signIn(user, { email, password: 'equivocada' })
  await screen.findByText('Credenciales incorrectas. Verifica tu correo electrónico y contraseña.')
  await expectAccessible()
  await signIn(user, { email, password })
  await press(user, 'Confirmar reserva')
  await screen.findByRole('heading', { level: 1, name: '¡Reserva confirmada!' })
})

test('an account at its limit that signs in with a held time is refused on confirming', async () => {
  const { centerId } = await buildCenter(platform, { phone: '+598 2710 1234' })
  const service = await buildService(platform, { centerId })
  const { userId, email } = await buildSignedIn(platform, { password })
  await platform.db.updateTable('users').set({ email_verified_at: null }).where('id', '=', userId).execute()
  for (const day of [24, 25]) {
    await buildAppointment(platform, { patientId: userId, startsAt: new Date(`2026-11-${day}T13:00:00Z`) })
  }
  const user = await open(pageOf(service))
  await chooseTime(user, '10:00')
  await press(user, 'Ya tengo cuenta')
  await signIn(user, { email, password })
  await press(user, 'Confirmar reserva')
  const notice = await screen.findByRole('alert')
  expect(notice.textContent).toContain('puedes tener hasta 2 citas próximas')
  within(notice).getByRole('link', { name: '+598 2710 1234' })
  await expectAccessible()
})

test('a held time survives a reload, a request for a new password and a sign-in at /login', async () => {
  const service = await buildService(platform)
  const { email } = await buildSignedIn(platform, { password })
  const user = await open(pageOf(service))
  await chooseTime(user, '10:00')
  await countdown()
  await open(location.pathname + location.search)
  await countdown()
  await press(user, 'Ya tengo cuenta')
  await user.click(await screen.findByRole('link', { name: '¿Olvidaste tu contraseña?' }))
  await screen.findByRole('heading', { level: 1, name: 'Recuperar contraseña' })
  await open('/login')
  await screen.findByText(/^Entra para confirmar tu hora con .+, lun 23 nov, 10:00\.$/)
  await signIn(user, { email, password })
  await screen.findByRole('button', { name: 'Confirmar reserva' })
  await expectConfirmStep(service.centerId)
})

test('a visitor who holds a time and registers at /register arrives at the confirm step', async () => {
  const service = await buildService(platform)
  const user = await open(pageOf(service))
  await chooseTime(user, '10:00')
  await countdown()
  await open('/register')
  await screen.findByText(/^Crea tu cuenta para confirmar tu hora con .+, lun 23 nov, 10:00\./)
  await fill(user, /^Nombre/, 'Emilia')
  await fill(user, /^Apellido/, 'Bentancor')
  await press(user, 'Siguiente')
  await fill(user, /^Correo electrónico/, 'emilia.1@ejemplo.uy')
  await fill(user, /^Contraseña/, password)
  await press(user, 'Siguiente')
  await fill(user, /^Teléfono/, '+598 90 123 456')
  await user.click(screen.getByRole('checkbox', { name: /acepto los términos/ }))
  await press(user, 'Crear cuenta')
  await expectConfirmStep(service.centerId)
})

test('a visitor who holds a time and registers at /auth arrives at the confirm step', async () => {
  const service = await buildService(platform)
  const user = await open(pageOf(service))
  await chooseTime(user, '10:00')
  await countdown()
  await open('/auth')
  await fill(user, /^Nombre completo/, 'Emilia Bentancor')
  await fill(user, /^Correo electrónico/, 'emilia.2@ejemplo.uy')
  await fill(user, /^Contraseña/, password)
  await user.click(screen.getByRole('checkbox', { name: /acepto los términos/ }))
  await press(user, 'Crear cuenta')
  await expectConfirmStep(service.centerId)
})

test('a hold that expires on the screen is released, and its time is offered again', async () => {
  const service = await buildService(platform)
  const user = await open(pageOf(service))
  await chooseTime(user, '10:00')
  await countdown()
  advanceServerAndBrowser(8.5)
  await waitFor(async () => expect((await countdown()).textContent).toMatch(/^Tu hora, guardada 1:\d\d$/))
  await screen.findByText('Quedan menos de dos minutos para confirmar la hora.')
  advanceServerAndBrowser(2)
  await screen.findByText(/^La reserva estuvo guardada 10 minutos y venció/)
  expect(screen.queryByRole('timer')).toBeNull()
  await screen.findByText('Al elegir una hora te la guardamos 10 minutos, sin compromiso.')
  await screen.findByRole('button', { name: '10:00' })
  await expectAccessible()
})

test('a visitor who holds a time registers and confirms with one click', async () => {
  const service = await buildService(platform)
  const user = await open(pageOf(service))
  await chooseTime(user, '10:00')
  const send = await screen.findByRole('button', { name: 'Crear cuenta y confirmar' })
  await fill(user, /Nombre y apellido/, 'Emilia Bentancor')
  await user.click(send)
  for (const message of [
    'Por favor ingresa tu teléfono',
    'Por favor ingresa tu email',
    'Por favor ingresa tu contraseña',
    'Debes aceptar los términos y condiciones.',
  ])
    await screen.findByText(message)
  await fill(user, /Teléfono/, '+598 90 123 456')
  await fill(user, /Correo electrónico/, 'emilia@example.uy')
  await fill(user, /^Contraseña/, 'camino-de-prueba')
  await user.click(screen.getByRole('checkbox', { name: /acepto los términos/ }))
  await user.click(send)
  await screen.findByRole('heading', { level: 1, name: 'Tu hora está reservada' })
})

test('a visitor who books for another person is asked who that is before the account is created', async () => {
  const service = await buildService(platform)
  const user = await open(pageOf(service))
  await chooseTime(user, '10:00')
  const send = await screen.findByRole('button', { name: 'Crear cuenta y confirmar' })
  await user.click(await screen.findByRole('radio', { name: 'Otra persona a mi cargo…' }))
  await register(user, 'emilia.3@ejemplo.uy')
  await user.click(send)
  await screen.findByText('Por favor ingresa su nombre')
  await fill(user, /^Nombre completo/, 'Emilia Bentancor')
  await fill(user, /^Fecha de nacimiento/, '2019-05-04')
  await fill(user, /^Qué es de ti/, 'Hija')
  await user.click(send)
  await screen.findByRole('heading', { level: 1, name: 'Tu hora está reservada' })
  expect(await attendeesOf(service)).toMatchObject([{ full_name: 'Emilia Bentancor' }])
})

test('an address that names no centre says so and leads to the search', async () => {
  for (const path of ['/book/00000000-0000-7000-8000-000000000000', '/centers/cualquiera']) {
    await open(path)
    await screen.findByRole('heading', { level: 1, name: 'No encontramos ese centro' })
  }
})

test('a virtual appointment asks for the consent while booking, stores it with the booking, and also works without it', async () => {
  for (const consents of [true, false]) {
    const service = await buildService(platform)
    const { centerId, professionalId, serviceId } = service
    await platform.db
      .updateTable('professionals')
      .set({ modalities: ['Online'], video_link: 'https://video.example.uy/sala' })
      .where('id', '=', professionalId)
      .execute()
    const { patientId } = await buildPatient(platform)
    const user = await open(`${pageOf({ centerId, serviceId })}&place=online`, { as: patientId })
    await chooseTime(user, '10:00')
    await expectConfirmStep(centerId)
    const box = await screen.findByRole('checkbox', { name: 'Acepto atenderme por videollamada' })
    expect(box).toHaveProperty('checked', false)
    await expectAccessible()
    if (consents) await user.click(box)
    await press(user, 'Confirmar reserva')
    await screen.findByRole('heading', { level: 1, name: 'Tu hora está reservada' })
    const stored = await platform.db
      .selectFrom('telehealth_consents')
      .innerJoin('appointments', 'appointments.id', 'telehealth_consents.appointment_id')
      .where('appointments.patient_id', '=', patientId)
      .select(['decision', 'user_id as userId'])
      .execute()
    expect(stored).toEqual(consents ? [{ decision: 'given', userId: patientId }] : [])
  }
})

test('before a booking, the page and the profile say how to pay', async () => {
  const { centerId, serviceId } = await buildService(platform, { name: 'Masaje' })
  const sentence = 'Se paga en línea o en el centro.'
  await open(pageOf({ centerId, serviceId }))
  const summary = await screen.findByRole('region', { name: 'Resumen' })
  expect(within(summary).getByText(sentence)).toBeTruthy()
  await open(`/centers/${centerId}`)
  expect(await screen.findByText(sentence)).toBeTruthy()
  expect(screen.getByText('En línea o en el centro')).toBeTruthy()
})
