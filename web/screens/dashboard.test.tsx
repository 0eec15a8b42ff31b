import { screen, waitFor, within } from '@testing-library/dom'
import type { UserEvent } from '@testing-library/user-event'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createDependant } from '#server/features/accounts/usecases/update-dependants.ts'
import { cancelAtDesk } from '#server/features/appointments/usecases/cancel-at-desk.ts'
import { moveAtDesk } from '#server/features/appointments/usecases/move-at-desk.ts'
import { hourMs, minuteMs } from '#server/platform/local-time.ts'
import { monday } from '#server/testing/booking.ts'
import {
  buildAppointment,
  buildCenter,
  buildPatient,
  buildProfessional,
  buildService,
  verifyEmail,
} from '#server/testing/builders.ts'
import { buildDesk } from '#server/testing/desk.ts'

import { chooseMore, expectAccessible, fill, holdResponses, press, startScreens } from './screens.tsx'

const { platform, open } = await startScreens()

const nextAppointment = () => screen.findByRole('region', { name: /Tu próxima cita/ })
const storedAppointment = (id: string) =>
  platform.db.selectFrom('appointments').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

test('a patient without appointments is invited to search for a centre', async () => {
  const { patientId } = await buildPatient(platform, { fullName: 'Lucía Pérez' })
  const user = await open('/dashboard', { as: patientId })
  await screen.findByText('No tienes citas próximas')
  await screen.findByText('Hola, Lucía.')
  await user.click(screen.getByRole('tab', { name: 'Historial' }))
  await screen.findByText('Tu historial está vacío')
  await screen.findByRole('heading', { name: 'Historia clínica' })
  screen.getByText(/^Todavía está vacía/)
})

test('a patient in Madrid reads at each appointment its time at home, because summer time begins between them', async () => {
  const { TZ } = process.env
  onTestFinished(() => {
    process.env.TZ = TZ
  })
  process.env.TZ = 'Europe/Madrid'
  const service = await buildService(platform)
  const { patientId } = await buildPatient(platform)
  for (const startsAt of [monday, new Date('2027-03-22T13:00:00Z'), new Date('2027-03-29T13:00:00Z')]) {
    await buildAppointment(platform, { ...service, patientId, startsAt })
  }
  await open('/dashboard', { as: patientId })
  expect((await nextAppointment()).textContent).toContain('Hora de Uruguay. En tu zona: 14:00')
  screen.getByText('Las horas son las de Uruguay. En tu zona horaria son 4 o 5 horas más, según la fecha.')
  const rowOf = async (name: RegExp) => (await screen.findByRole('heading', { name })).closest('li')?.textContent
  expect(await rowOf(/22 de marzo/)).toContain('(14:00 en tu zona)')
  expect(await rowOf(/29 de marzo/)).toContain('(15:00 en tu zona)')
})

test('the next appointment is whole, with the way there in one press, and each appointment is on the page once', async () => {
  const desk = await buildDesk(platform)
  await platform.db
    .updateTable('center_profiles')
    .set({ phone: '099 123 456', latitude: -34.91, longitude: -56.15, is_pin_exact: true })
    .where('id', '=', desk.centerId)
    .execute()
  const { patientId } = await buildPatient(platform, { verified: true })
  const dependant = { fullName: 'Sofía Bentancor', birthDate: '2019-05-04', relation: 'Hija' }
  const { id: dependantId } = await createDependant(platform, { userId: patientId, details: dependant })
  const soon = new Date(platform.clock.now().getTime() + 26 * hourMs)
  const { appointmentId } = await buildAppointment(platform, { ...desk, patientId, startsAt: soon })
  await platform.db
    .updateTable('appointments')
    .set({ dependant_id: dependantId })
    .where('id', '=', appointmentId)
    .execute()
  await buildAppointment(platform, { ...desk, patientId, startsAt: monday })
  const user = await open('/dashboard', { as: patientId })
  const next = await nextAppointment()
  within(next).getByText('Para Sofía Bentancor')
  const way = within(next).getByRole<HTMLAnchorElement>('link', { name: /^Cómo llegar a / })
  expect(new URL(way.href).searchParams.get('destination')).toBe('-34.91,-56.15')
  expect(within(next).getByRole<HTMLAnchorElement>('link', { name: /^Llamar a / }).href).toBe('tel:099123456')
  await within(next).findByText('Recordatorio')
  // Neither the reminders nor the therapies, which begin with the first visit, say them again.
  await screen.findByText('Reservar una cita')
  expect(screen.queryByRole('heading', { name: 'Recordatorios' })).toBeNull()
  expect(screen.queryByText('Mis terapias')).toBeNull()
  for (const time of [/sábado 21 de noviembre/, /lunes 23 de noviembre/]) {
    expect(screen.getAllByRole('heading', { name: time })).toHaveLength(1)
  }
  const figures = screen.getByRole('region', { name: 'En números' })
  await waitFor(() => expect(figures.textContent).toContain('Próximas citas2'))
  await expectAccessible()
  await chooseMore(user, 'Descartar el recordatorio', next)
  await waitFor(() => expect(within(next).queryByText('Recordatorio')).toBeNull())
  await press(user, /^Más: /, next)
  expect((await screen.findByRole('menuitem', { name: 'Escribir al centro' })).getAttribute('href')).toBe(
    `/chat?to=${desk.centerId}`,
  )
})

test('a visitor who opens the dashboard is sent to the login page, whose address says where to return', async () => {
  await open('/dashboard?tab=history')
  await screen.findByRole('heading', { level: 1, name: 'Iniciar sesión' })
  expect(location.pathname + location.search).toBe('/login?next=%2Fdashboard%3Ftab%3Dhistory')
})

test('an account of a centre that opens the dashboard of patients is sent to its own', async () => {
  const { centerId } = await buildCenter(platform, { name: 'Centro Ombú' })
  await open('/dashboard', { as: centerId })
  await screen.findByRole('heading', { level: 1, name: 'Centro Ombú' })
  expect(location.pathname).toBe('/center/dashboard')
})

test('a patient who cancels the only appointment is asked first, and then finds it in the history', async () => {
  const { appointmentId, patientId } = await buildAppointment(platform, { startsAt: monday })
  const user = await open('/dashboard', { as: patientId })
  expect((await nextAppointment()).textContent).toContain('lunes 23 de noviembre, 10:00')

  await chooseMore(user, 'Cancelar la cita', await nextAppointment())
  const question = await screen.findByRole('dialog', { name: '¿Cancelar la cita del lunes 23 de noviembre, 10:00?' })
  expect((await storedAppointment(appointmentId)).status).toBe('confirmed')
  await fill(user, /Motivo/, 'Me surgió un viaje.', question)
  await press(user, 'Cancelar la cita', question)
  await screen.findByText('Cita cancelada')
  await screen.findByText('No tienes citas próximas')
  expect(await storedAppointment(appointmentId)).toMatchObject({ status: 'cancelled', cancelled_by: 'patient' })

  await user.click(screen.getByRole('tab', { name: 'Historial' }))
  await screen.findByText(/La cancelaste tú/)
})

test('a patient who decides against cancelling keeps the appointment', async () => {
  const { appointmentId, patientId } = await buildAppointment(platform, { startsAt: monday })
  const user = await open('/dashboard', { as: patientId })
  await chooseMore(user, 'Cancelar la cita', await nextAppointment())
  const question = await screen.findByRole('dialog')
  await press(user, 'Conservar la cita', question)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect((await storedAppointment(appointmentId)).status).toBe('confirmed')
})

test('a reason that was typed before a patient kept the appointment is not there when they are asked again', async () => {
  const { patientId } = await buildAppointment(platform, { startsAt: monday })
  const user = await open('/dashboard', { as: patientId })
  await chooseMore(user, 'Cancelar la cita', await nextAppointment())
  const question = await screen.findByRole('dialog')
  await fill(user, /Motivo/, 'Me surgió un viaje.', question)
  await press(user, 'Conservar la cita', question)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await chooseMore(user, 'Cancelar la cita', await nextAppointment())
  const again = await screen.findByRole('dialog')
  expect(within(again).getByRole<HTMLTextAreaElement>('textbox', { name: /Motivo/ }).value).toBe('')
})

test('an appointment that the centre completes while the question is open can no longer be cancelled', async () => {
  const { appointmentId, patientId } = await buildAppointment(platform, { startsAt: monday })
  const user = await open('/dashboard', { as: patientId })
  await chooseMore(user, 'Cancelar la cita', await nextAppointment())
  const question = await screen.findByRole('dialog')
  const completed = { status: 'completed', completed_at: platform.clock.now() }
  await platform.db.updateTable('appointments').set(completed).where('id', '=', appointmentId).execute()
  await press(user, 'Cancelar la cita', question)
  await within(question).findByText('Esta cita ya no se puede cambiar.')
})

test('a limit that passes while the question is open asks again, with what cancelling costs now', async () => {
  const startsAt = new Date(platform.clock.now().getTime() + 24 * hourMs + 10 * minuteMs)
  const { appointmentId, patientId } = await buildAppointment(platform, { startsAt })
  const booked = { booked_at: new Date(0), late_since: null }
  await platform.db.updateTable('appointments').set(booked).where('id', '=', appointmentId).execute()
  const user = await open('/dashboard', { as: patientId })
  await chooseMore(user, 'Cancelar la cita', await nextAppointment())
  const question = await screen.findByRole('dialog')
  within(question).getByText(/No tiene costo hasta el/)
  platform.clock.advance(20 * minuteMs)
  try {
    await press(user, 'Cancelar la cita', question)
    await within(question).findByText(/Las condiciones cambiaron mientras las leías/)
    await within(question).findByText(/Ya pasó el plazo para cancelar sin costo/)
    expect((await storedAppointment(appointmentId)).status).toBe('confirmed')
    await press(user, 'Cancelar la cita', question)
    await screen.findByText('Cita cancelada')
  } finally {
    platform.clock.advance(-20 * minuteMs)
  }
})

test('a patient who moves late what the centre has confirmed reads that it stays confirmed, and under which terms', async () => {
  const startsAt = new Date(platform.clock.now().getTime() + 10 * hourMs)
  const { patientId, centerId } = await buildAppointment(platform, { startsAt })
  const edit = { confirms_manually: true }
  await platform.db.updateTable('center_profiles').set(edit).where('id', '=', centerId).execute()
  const user = await open('/dashboard', { as: patientId })
  await press(user, /^Mover/, await nextAppointment())
  const dialog = await screen.findByRole('dialog', { name: 'Mover la cita' })
  within(dialog).getByText(
    /Ya pasó el plazo.*Cambiar la hora no abre otro plazo\. La hora nueva queda confirmada al mover la cita\.$/,
  )
})

test('a patient moves an appointment to a free time', async () => {
  const { patientId } = await buildAppointment(platform, { startsAt: monday })
  const user = await open('/dashboard', { as: patientId })
  await press(user, /^Mover/, await nextAppointment())
  const dialog = await screen.findByRole('dialog', { name: 'Mover la cita' })
  await press(user, '16:00', dialog)
  await press(user, 'Mover al lun 23 nov, 16:00', dialog)
  await screen.findByText('Cita movida')
  await waitFor(async () => expect((await nextAppointment()).textContent).toContain('lunes 23 de noviembre, 16:00'))
})

test('a time that another patient takes while the dialog is open is refused, and the appointment stays', async () => {
  const { patientId, ...rest } = await buildAppointment(platform, { startsAt: monday })
  const user = await open('/dashboard', { as: patientId })
  await press(user, /^Mover/, await nextAppointment())
  const dialog = await screen.findByRole('dialog', { name: 'Mover la cita' })
  await press(user, '16:00', dialog)
  const { centerId, professionalId, serviceId } = rest
  const startsAt = new Date(monday.getTime() + 6 * 3_600_000)
  await buildAppointment(platform, { centerId, professionalId, serviceId, startsAt })
  await press(user, 'Mover al lun 23 nov, 16:00', dialog)
  await within(dialog).findByText('Ese horario ya está ocupado. Elige otro, por favor.')
  expect((await storedAppointment(rest.appointmentId)).during).toContain('13:00')
})

test('a completed appointment is reviewed once, with at least one star', async () => {
  const startsAt = new Date('2026-11-18T13:00:00Z')
  const { patientId, centerId } = await buildAppointment(platform, { status: 'completed', startsAt })
  const user = await open('/dashboard?tab=history', { as: patientId })
  await press(user, /^Calificar/)
  const dialog = await screen.findByRole('dialog', { name: 'Califica tu consulta' })
  await press(user, 'Publicar opinión', dialog)
  await within(dialog).findByText('Elige de una a cinco estrellas')
  await user.click(within(dialog).getByRole('radio', { name: /^4/ }))
  await press(user, 'Publicar opinión', dialog)
  await screen.findByText('Gracias por tu opinión')
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Calificar/ })).toBeNull())
  const reviews = await platform.db.selectFrom('reviews').select('rating').where('center_id', '=', centerId).execute()
  expect(reviews).toEqual([{ rating: 4 }])
})

test('a past session is booked again in one press and undone; a changed price asks first', async () => {
  const startsAt = new Date(monday.getTime() - 7 * 24 * 3_600_000)
  const past = await buildAppointment(platform, { status: 'completed', startsAt })
  const user = await open('/dashboard?tab=history', { as: past.patientId })
  const upcoming = () =>
    platform.db
      .selectFrom('appointments')
      .select(['starts_at', 'price', 'service_id'])
      .where('patient_id', '=', past.patientId)
      .where('status', '=', 'confirmed')
      .execute()
  await press(user, /^Reservar de nuevo/)
  await screen.findByText('Tu hora está reservada')
  expect(await upcoming()).toEqual([{ starts_at: monday, price: 150_000, service_id: past.serviceId }])
  await press(user, 'Deshacer')
  await screen.findByText('Cita cancelada')
  expect(await upcoming()).toEqual([])

  await platform.db.updateTable('services').set({ price: 180_000 }).where('id', '=', past.serviceId).execute()
  const [again] = await screen.findAllByRole('button', { name: /^Reservar de nuevo.*16 de noviembre/ })
  if (again) await user.click(again)
  const question = await screen.findByRole('dialog', { name: 'El precio cambió' })
  within(question).getByText(/Antes costaba \$\s1\.500; ahora cuesta \$\s1\.800/)
  await press(user, /^Reservar por/, question)
  await waitFor(async () => expect(await upcoming()).toMatchObject([{ price: 180_000 }]))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a session of a therapy whose rule changes while it is on screen is booked only after its new rule is read', async () => {
  const startsAt = new Date(monday.getTime() - 7 * 24 * hourMs)
  const past = await buildAppointment(platform, { status: 'completed', startsAt })
  const user = await open('/dashboard', { as: past.patientId })
  await screen.findByRole('button', { name: /^Reservar la próxima/ })
  await screen.findByText(/Después, si cancelas, el centro devuelve el 50\s%/)
  const change = { late_refund_percent: 0 }
  await platform.db.updateTable('center_profiles').set(change).where('id', '=', past.centerId).execute()
  await press(user, /^Reservar la próxima/)
  const question = await screen.findByRole('dialog', { name: 'Las condiciones cambiaron' })
  within(question).getByText(/Sería el lunes 23 de noviembre, 10:00/)
  within(question).getByText(/Después, si cancelas, el centro no devuelve/)
  await expectAccessible()
  const booked = () =>
    platform.db.selectFrom('appointments').where('patient_id', '=', past.patientId).selectAll().execute()
  expect(await booked()).toHaveLength(1)
  await press(user, /^Reservar por/, question)
  await screen.findByText('Tu hora está reservada')
  expect(await booked()).toHaveLength(2)
})

async function chooseService(user: UserEvent, dialog: HTMLElement): Promise<void> {
  await within(dialog).findByRole('option', { name: 'Fisioterapia' })
  await user.selectOptions(within(dialog).getByLabelText(/^Servicio/), 'fisioterapia')
}

test('a patient books the first available time of a service from the dashboard', async () => {
  await buildService(platform)
  const { patientId } = await buildPatient(platform)
  const user = await open('/dashboard', { as: patientId })
  await press(user, 'Reservar aquí')
  const dialog = await screen.findByRole('dialog', { name: 'Reservar una cita' })
  await press(user, 'Confirmar reserva', dialog)
  await within(dialog).findByText('Por favor completa todos los campos requeridos')
  await expectAccessible()
  await chooseService(user, dialog)
  const days = within(dialog).getByLabelText(/^Día/)
  expect(within(days).queryByRole('option', { name: /^dom/ })).toBeNull()
  await user.selectOptions(days, '2026-11-23')
  const [first] = await within(dialog).findAllByRole('button', { name: /lunes 23 de noviembre, 09:00/ })
  if (first) await user.click(first)
  await within(dialog).findByText(/^No pagas nada ahora/)
  await expectAccessible()
  const confirmed = holdResponses(/^POST .*\/confirm$/)
  await press(user, 'Confirmar reserva', dialog)
  const pending = await within(dialog).findByRole('button', { name: 'Procesando…' })
  expect(pending.getAttribute('aria-busy')).toBe('true')
  confirmed()
  await screen.findByRole('dialog', { name: 'Tu hora está reservada' })
  const booked = () =>
    platform.db.selectFrom('appointments').where('patient_id', '=', patientId).select(['status', 'starts_at']).execute()
  expect(await booked()).toMatchObject([{ status: 'confirmed', starts_at: new Date('2026-11-23T12:00:00Z') }])
  await press(user, 'Reservar otra', await screen.findByRole('dialog'))
  const next = await screen.findByRole('dialog', { name: 'Reservar una cita' })
  expect(within(next).getByLabelText(/^Servicio/)).toHaveProperty('value', '')
  const places = within(next).getAllByRole<HTMLInputElement>('radio')
  expect(places.map(({ labels }) => labels?.[0]?.textContent)).toEqual(['Presencial', 'Online'])
})

test('each first available time says where it is, and with the location of the patient the nearest is first', async () => {
  const places = [
    { name: 'Centro Lejano', address: 'Camino Maldonado 5000', latitude: -34.8, longitude: -56.05 },
    { name: 'Centro Cercano', address: 'Benito Blanco 1020', latitude: -34.911, longitude: -56.15 },
  ]
  for (const { name, address, ...point } of places) {
    const { centerId } = await buildCenter(platform, { name })
    const { professionalId } = await buildProfessional(platform, { centerId })
    await buildService(platform, { centerId, professionalId, serviceType: 'acupuntura', name: 'Acupuntura' })
    await platform.db
      .updateTable('center_profiles')
      .set({ address, ...point })
      .where('id', '=', centerId)
      .execute()
  }
  const { patientId } = await buildPatient(platform)
  const user = await open('/dashboard', { as: patientId })
  await press(user, 'Reservar aquí')
  const dialog = await screen.findByRole('dialog', { name: 'Reservar una cita' })
  await within(dialog).findByRole('option', { name: 'Acupuntura' })
  await user.selectOptions(within(dialog).getByLabelText(/^Servicio/), 'acupuntura')
  const [shown] = await within(dialog).findAllByText(/Benito Blanco 1020/)
  expect(shown?.textContent).not.toContain('km')
  const geolocation = {
    getCurrentPosition: (found: (position: object) => void) =>
      found({ coords: { latitude: -34.91, longitude: -56.15 } }),
  }
  const browser = Object.create(navigator, { permissions: { value: undefined } })
  vi.stubGlobal('navigator', Object.assign(browser, { geolocation }))
  await press(user, 'Usar mi ubicación', dialog)
  await within(dialog).findAllByText(/^a 1\d\d\sm · Benito Blanco 1020/)
  const texts = within(dialog)
    .getAllByRole('button', { name: /Acupuntura/ })
    .map(({ textContent }) => textContent)
  expect(texts.findIndex((text) => text.includes('Centro Lejano'))).toBeGreaterThan(
    texts.findLastIndex((text) => text.includes('Centro Cercano')),
  )
})

test('a patient books with a known professional, and a time that is given up is free again', async () => {
  const startsAt = new Date(monday.getTime() - 7 * 24 * 3_600_000)
  const past = await buildAppointment(platform, { status: 'completed', startsAt })
  const user = await open('/dashboard', { as: past.patientId })
  await press(user, 'Reservar aquí')
  const dialog = await screen.findByRole('dialog', { name: 'Reservar una cita' })
  await chooseService(user, dialog)
  const professionalField = within(dialog).getByLabelText(/^Centro o profesional/)
  await waitFor(() => expect(within(professionalField).getAllByRole('option')).toHaveLength(3))
  await user.selectOptions(professionalField, '0')
  await press(user, '10:00', dialog)
  await within(dialog).findByText(/^No pagas nada ahora/)
  await press(user, 'Elegir otra hora', dialog)
  const holds = () => platform.db.selectFrom('appointments').where('status', '=', 'held').select('id').execute()
  await waitFor(async () => expect(await holds()).toEqual([]))
  await press(user, '11:00', dialog)
  await within(dialog).findByText(/^No pagas nada ahora/)
  await press(user, 'Confirmar reserva', dialog)
  await screen.findByRole('dialog', { name: '¡Reserva confirmada!' })
  const stored = await platform.db
    .selectFrom('appointments')
    .where('patient_id', '=', past.patientId)
    .where('status', '=', 'confirmed')
    .select(['professional_id as professionalId', 'service_id as serviceId'])
    .execute()
  expect(stored).toEqual([{ professionalId: past.professionalId, serviceId: past.serviceId }])
})

test('a patient books any service of a known professional, at home, for a person in their care', async () => {
  const startsAt = new Date(monday.getTime() - 7 * 24 * 3_600_000)
  const past = await buildAppointment(platform, { status: 'completed', startsAt })
  const { centerId, professionalId, patientId } = past
  const modalities = ['Presencial', 'A domicilio']
  await platform.db.updateTable('professionals').set({ modalities }).where('id', '=', professionalId).execute()
  const massage = { serviceType: 'masajistas', name: 'Masaje de espalda', priceCents: 123_000 } as const
  const { serviceId } = await buildService(platform, { centerId, professionalId, ...massage })
  const details = { fullName: 'Sofía Bentancor', birthDate: '2019-05-04', relation: 'Hija' }
  await createDependant(platform, { userId: patientId, details })
  const user = await open('/dashboard', { as: patientId })
  await press(user, 'Reservar aquí')
  const dialog = await screen.findByRole('dialog', { name: 'Reservar una cita' })
  const providerField = within(dialog).getByLabelText(/^Centro o profesional/)
  await waitFor(() => expect(within(providerField).getAllByRole('option')).toHaveLength(3))
  await user.selectOptions(providerField, '0')
  const offered = await within(dialog).findByRole('option', { name: /^Masaje de espalda.*1\.230/ })
  await press(user, 'Confirmar reserva', dialog)
  await within(dialog).findByText('Elige un servicio', { selector: ':not(option)' })
  await user.selectOptions(within(dialog).getByLabelText(/^Servicio/), offered)
  await user.click(within(dialog).getByRole('radio', { name: 'A domicilio' }))
  await press(user, '10:00', dialog)
  await user.click(await within(dialog).findByRole('radio', { name: /Sofía Bentancor/ }))
  await press(user, 'Confirmar reserva', dialog)
  await within(dialog).findByText('Indica la dirección de la visita.')
  await fill(user, /^Dirección de la visita/, 'Rivera 2020', dialog)
  await press(user, 'Confirmar reserva', dialog)
  await screen.findByRole('dialog', { name: '¡Reserva confirmada!' })
  const stored = await platform.db
    .selectFrom('appointments')
    .innerJoin('dependants', 'dependants.id', 'appointments.dependant_id')
    .where('appointments.patient_id', '=', patientId)
    .select(['service_id', 'dependants.full_name', 'place', 'home_address'])
    .execute()
  expect(stored).toEqual([
    { service_id: serviceId, full_name: 'Sofía Bentancor', place: 'home', home_address: 'Rivera 2020' },
  ])
})

test('details that are opened again after the centre moved the appointment show its new time', async () => {
  const { desk, patientId, appointmentId } = await buildDeskBooking()
  const startsAt = new Date(monday.getTime() + 24 * hourMs)
  await buildAppointment(platform, { patientId, startsAt })
  const user = await open('/dashboard', { as: patientId })
  await chooseMore(user, 'Ver detalles', await nextAppointment())
  const before = await screen.findByRole('dialog', { name: 'Detalles de la cita' })
  expect(before.textContent).toContain('10:00')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await moveAtDesk(platform, { ...desk.at(appointmentId), startsAt: new Date(monday.getTime() + 2 * hourMs) })
  // Cancelling another appointment refetches the list.
  await chooseMore(user, 'Cancelar la cita', undefined, /^Más: martes 24/)
  await press(user, 'Cancelar la cita', await screen.findByRole('dialog'))
  await waitFor(async () => expect((await nextAppointment()).textContent).toContain('12:00'))
  await chooseMore(user, 'Ver detalles', await nextAppointment())
  const after = await screen.findByRole('dialog', { name: 'Detalles de la cita' })
  expect(after.textContent).toContain('12:00')
  expect(after.textContent).not.toContain('10:00')
})

test('the details of an appointment name its reminders', async () => {
  const { patientId, appointmentId } = await buildAppointment(platform, { startsAt: monday })
  await verifyEmail(platform, { userId: patientId })
  await open(`/dashboard?appointment=${appointmentId}`, { as: patientId })
  const reminders = await screen.findByRole('region', { name: 'Recordatorios' })
  expect(reminders.textContent).toContain('24 h antes: sale el dom 22 nov, 10:00')
  expect(reminders.textContent).toContain('2 h antes: sale el lun 23 nov, 08:00')
})

test('a link to an appointment of another account says in which account the visitor is, and lets them change it', async () => {
  const { appointmentId } = await buildAppointment(platform, { startsAt: monday })
  const { patientId } = await buildPatient(platform)
  await open(`/dashboard?appointment=${appointmentId}&act=move`, { as: patientId })
  await screen.findByText('No encontramos esa cita en esta cuenta')
  expect(screen.queryByRole('dialog')).toBeNull()
  await waitFor(() => expect(location.pathname + location.search).toBe('/dashboard'))
  const { centerId } = await buildCenter(platform)
  const user = await open(`/dashboard?appointment=${appointmentId}&act=move`, { as: centerId })
  await screen.findByText('No encontramos esa cita en esta cuenta')
  await expectAccessible()
  await press(user, 'Salir y entrar con otra cuenta')
  await waitFor(() => expect(location.pathname).toBe('/login'))
  expect(new URLSearchParams(location.search).get('next')).toBe(`/dashboard?appointment=${appointmentId}&act=move`)
})

test('a link to move an appointment opens its dialog', async () => {
  const { professionalId, centerId } = await buildProfessional(platform, { name: 'Renata Olivera' })
  const { appointmentId, patientId } = await buildAppointment(platform, { professionalId, centerId, startsAt: monday })
  await open(`/dashboard?appointment=${appointmentId}&act=move`, { as: patientId })
  const dialog = await screen.findByRole('dialog', { name: 'Mover la cita' })
  expect(dialog.textContent).toContain('con Renata Olivera')
})

test('the details of an appointment say what was paid and how, what the centre gives back, and why', async () => {
  const startsAt = new Date('2026-11-18T13:00:00Z')
  const { patientId, centerId, appointmentId } = await buildAppointment(platform, { status: 'completed', startsAt })
  const payment = { appointment_id: appointmentId, center_id: centerId, amount: 150_000, method: 'efectivo' }
  const refund = { refund_amount: 50_000, refund_reason: 'La sesión duró menos', refunded_at: startsAt }
  await platform.db
    .insertInto('payments')
    .values({ ...payment, ...refund, collected_at: startsAt })
    .execute()
  await open(`/dashboard?tab=history&appointment=${appointmentId}`, { as: patientId })
  const dialog = await screen.findByRole('dialog')
  const paid = await within(dialog).findByRole('region', { name: 'Tu pago' })
  await within(paid).findByText(/^Pagaste.*efectivo.*18 de noviembre de 2026$/)
  expect(paid.textContent).toMatch(/\$\s1\.500Te devolvieron\$\s500El centro escribió: «La sesión duró menos»$/)
})

test('the details of an appointment keep a payment that the centre undid, beside what is due', async () => {
  const startsAt = new Date('2026-11-18T13:00:00Z')
  const { patientId, centerId, appointmentId } = await buildAppointment(platform, { status: 'completed', startsAt })
  const payment = { appointment_id: appointmentId, center_id: centerId, amount: 150_000, method: 'efectivo' }
  const undone_at = new Date('2026-11-19T13:00:00Z')
  await platform.db
    .insertInto('payments')
    .values({ ...payment, collected_at: startsAt, undone_at })
    .execute()
  await open(`/dashboard?tab=history&appointment=${appointmentId}`, { as: patientId })
  const paid = await screen.findByRole('region', { name: 'Tu pago' })
  expect(paid.textContent).toMatch(
    /Anulado por el centro el 19 de noviembre de 2026: no cuenta como pagado\.Falta pagar/,
  )
})

test('a patient who adds an appointment to a calendar gets an address of the file and one of Google Calendar', async () => {
  const { appointmentId, patientId } = await buildAppointment(platform, { startsAt: monday })
  const user = await open('/dashboard', { as: patientId })
  await chooseMore(user, 'Agregar al calendario', await nextAppointment())
  const links = within(await screen.findByRole('list', { name: 'Agregar al calendario' }))
  const file = links.getByRole<HTMLAnchorElement>('link', { name: 'Este dispositivo u Outlook' })
  expect(new URL(file.href).pathname).toMatch(/^\/calendar\/cita\/[\w-]+\/cita\.ics$/)
  expect(file.href).not.toContain(appointmentId)
  const google = links.getByRole<HTMLAnchorElement>('link', { name: /^Google Calendar/ })
  expect(new URL(google.href).searchParams.get('dates')).toBe('20261123T130000Z/20261123T140000Z')
  await expectAccessible()
})

/** Booked by the desk for a patient whose address is verified, who has been at the centre before. */
async function buildDeskBooking({ startsAt = monday } = {}) {
  const desk = await buildDesk(platform)
  const past = new Date(platform.clock.now().getTime() - 30 * 24 * hourMs)
  const { patientId } = await buildAppointment(platform, { ...desk, status: 'completed', startsAt: past })
  await verifyEmail(platform, { userId: patientId })
  const { row } = await desk.book({ startsAt, person: { kind: 'patient', id: patientId } })
  return { desk, patientId, appointmentId: row.id }
}

test('a desk booking that moves while its patient reads it is shown with its new time, and asks again', async () => {
  const { desk, patientId, appointmentId } = await buildDeskBooking()
  const user = await open(`/dashboard?appointment=${appointmentId}&act=details`, { as: patientId })
  const dialog = await screen.findByRole('dialog', { name: 'Detalles de la cita' })
  const startsAt = new Date(monday.getTime() + 2 * hourMs)
  await moveAtDesk(platform, { ...desk.at(appointmentId), startsAt })
  await press(user, /^Sí, es mía/, dialog)
  const refused = await screen.findByRole('dialog', { name: 'Detalles de la cita' })
  await within(refused).findByText(/Cambió mientras la mirabas, así que no la confirmamos/)
  await within(refused).findByText('lunes 23 de noviembre, 12:00')
  expect((await storedAppointment(appointmentId)).accepted_at).toBeNull()
  await expectAccessible()
  await press(user, /^Sí, es mía.*12:00/, refused)
  await screen.findByText('Ya sabemos que esta cita es tuya.')
  expect((await storedAppointment(appointmentId)).accepted_at).not.toBeNull()
})

test('a desk booking that the centre cancels before its patient accepts it says so, and offers another time', async () => {
  const { desk, patientId, appointmentId } = await buildDeskBooking()
  const user = await open('/dashboard', { as: patientId })
  const next = await nextAppointment()
  await cancelAtDesk(platform, { ...desk.at(appointmentId), by: 'center', reason: 'Cerramos ese día' })
  await press(user, /^Sí, es mía/, next)
  const dialog = await screen.findByRole('dialog', { name: 'Detalles de la cita' })
  await within(dialog).findByText(/El centro la canceló antes de que la confirmaras/)
  await within(dialog).findByText('La canceló el centro.')
  within(dialog).getByRole('button', { name: /^Reservar de nuevo/ })
  within(dialog).getByRole('link', { name: 'Elegir otra hora' })
})

test('a desk booking that has begun, or that overlaps another appointment, says why it is not accepted', async () => {
  const startsAt = new Date(platform.clock.now().getTime() + 30 * minuteMs)
  const { patientId, appointmentId } = await buildDeskBooking({ startsAt })
  await buildAppointment(platform, { ...(await buildService(platform)), patientId, startsAt })
  const user = await open(`/dashboard?appointment=${appointmentId}&act=details`, { as: patientId })
  const dialog = await screen.findByRole('dialog', { name: 'Detalles de la cita' })
  await press(user, /^Sí, es mía/, dialog)
  await screen.findByText(/A esa hora ya tienes otra cita/)
  within(screen.getByRole('dialog')).getByRole('button', { name: 'Mover' })
  platform.clock.advance(31 * minuteMs)
  try {
    await press(user, /^Sí, es mía/, screen.getByRole('dialog'))
    await screen.findByText(/La hora de la cita ya llegó, y solo se confirma antes/)
  } finally {
    platform.clock.advance(-31 * minuteMs)
  }
})
