import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'

import { closedCenterNotice } from '#contract/center-changes.ts'
import { lockUser } from '#server/features/auth/repository/users.ts'
import { centerActions } from '#server/features/centers/usecases/act-on-centers.ts'
import { actOnEach } from '#server/features/moderation/usecases/staff-actions.ts'
import { createReview, replyToReview } from '#server/features/reviews/usecases/reviews.ts'
import { newId } from '#server/platform/ids.ts'
import { deleteUnrecognizedAccount } from '#server/processes/delete-account.ts'
import { monday } from '#server/testing/booking.ts'
import {
  buildAppointment,
  buildCenter,
  buildMember,
  buildPatient,
  buildProfessional,
  buildService,
} from '#server/testing/builders.ts'
import { buildSignedIn } from '#server/testing/signed-in.ts'

import { expectAccessible, fill, press, startScreens } from './screens.tsx'

const { platform, open } = await startScreens()
const section = (name: string) => `/center/dashboard?seccion=${name}`
const dialog = () => screen.findByRole('dialog')
const listItem = async (name: string | RegExp) => {
  const heading = await screen.findByRole('heading', { name })
  return heading.closest('li') as HTMLElement
}

test('the owner of a new centre reads what each empty list will contain', async () => {
  const { centerId } = await buildCenter(platform, { isApproved: false, isPublic: false })
  await open(section('inicio'), { as: centerId })
  await screen.findByText('No hay citas recientes')
  await screen.findByText(/^Qué falta para publicar/)
  for (const [name, message] of [
    ['pacientes', 'Todavía no hay pacientes'],
    ['dinero', 'Todavía no hay comisiones.'],
    ['opiniones', 'Todavía no hay opiniones'],
  ] as const) {
    await open(section(name))
    await screen.findByText(message)
    await expectAccessible()
  }
  await open(section('calendario'))
  await screen.findByRole('button', { name: 'Crear una dirección' })
  const figures = { patients: '2000+', centerRating: '4,8', satisfiedCenters: '95 %' }
  const user = await open('/center-welcome', { words: { figures } })
  await screen.findByRole('progressbar', { name: /\d\/4 pasos completados/ })
  for (const [name, to] of [
    [/Completa tu perfil/, '/center/dashboard?seccion=perfil'],
    [/Agrega tus servicios/, '/center/dashboard?seccion=equipo'],
    ['Ir a mi dashboard', '/center/dashboard'],
  ] as const)
    expect(screen.getByRole('link', { name }).getAttribute('href')).toBe(to)
  for (const text of ['2000+', 'pacientes', '4,8', '95 %', 'de centros satisfechos']) screen.getByText(text)
  await user.click(screen.getByRole('link', { name: /Define tu disponibilidad/ }))
  await screen.findByRole('heading', { level: 2, name: 'Disponibilidad' })
})

test('the owner reads on the first page that the account for online payments was disconnected', async () => {
  const { centerId } = await buildCenter(platform)
  const now = platform.clock.now()
  await platform.db
    .insertInto('payment_accounts')
    .values({
      ...{ id: newId(), center_id: centerId, gateway: 'mercadopago', account_id: '44444', label: 'CENTRO_DE_PRUEBA' },
      ...{ sealed_tokens: Buffer.alloc(64), expires_at: now, refresh_at: now, connected_at: now, lost_at: now },
    })
    .execute()
  await open(section('inicio'), { as: centerId })
  const link = await screen.findByRole('link', { name: /cuenta de cobros que se desconectó/ })
  expect(link.getAttribute('href')).toContain('seccion=dinero')
  await expectAccessible()
})

test('a receptionist sees the figures without the revenue, and none of the sections of the owner', async () => {
  const { centerId } = await buildCenter(platform)
  const { userId } = await buildMember(platform, { centerId, role: 'reception' })
  await open(section('inicio'), { as: userId })
  await screen.findByText('Total de citas')
  expect(screen.queryByText('Ingresos totales')).toBeNull()
  expect(screen.queryByRole('region', { name: 'Publicación' })).toBeNull()
  const sections = within(screen.getByRole('navigation', { name: 'Secciones de tu centro' }))
  for (const name of [/^Agenda/, /^Pacientes/, /^Sincronizar/]) sections.getByRole('link', { name })
  for (const [path, name] of [
    ['dinero', 'Dinero'],
    ['equipo', 'Servicios'],
    ['perfil', 'Perfil'],
    ['documentos', 'Documentos'],
  ] as const) {
    expect(sections.queryByRole('link', { name: new RegExp(`^${name}`) })).toBeNull()
    await open(section(path))
    await screen.findByRole('heading', { level: 2, name })
    await screen.findByRole('heading', { name: 'Solo lo ve quien dirige el centro' })
    await expectAccessible()
  }
})

test('a receptionist whose centre deletes its account reads why its dashboard is gone, also while it is open', async () => {
  const { centerId } = await buildCenter(platform, { name: 'Centro Ombú' })
  const { userId } = await buildMember(platform, { centerId, role: 'reception' })
  await open(section('inicio'), { as: userId })
  await screen.findByText('Total de citas')
  await platform.db.transaction().execute(async (tx) => {
    const owner = await lockUser(tx, centerId)
    if (owner) await deleteUnrecognizedAccount(tx, { platform, user: owner })
  })
  await open(section('agenda'))
  await screen.findByRole('heading', { name: 'El centro donde trabajabas cerró' })
  screen.getByText(/^La cuenta de Centro Ombú se eliminó, y con ella su dashboard\./)
  screen.getByRole('link', { name: 'Escribirnos' })
  await expectAccessible()
})

test('the overview of the owner has the figures of the centre, and a link to the reviews without a reply', async () => {
  const { centerId } = await buildReview()
  const user = await open(section('inicio'), { as: centerId })
  for (const label of ['Total de citas', 'Citas pendientes', 'Calificación promedio', 'Ingresos totales']) {
    await screen.findByText(label)
  }
  await screen.findByText(/^Este mes:/)
  // The day comes first, and the figures below it.
  const day = screen.getByRole('region', { name: /hoy/i })
  expect(day.compareDocumentPosition(screen.getByText('Total de citas'))).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  await expectAccessible()
  await user.click(await within(screen.getByRole('main')).findByRole('link', { name: /sin responder/ }))
  await screen.findByRole('heading', { level: 2, name: 'Opiniones' })
})

test('a professional sees the figures, patients, reviews and calendar of their own appointments alone', async () => {
  const ownReview = await buildReview()
  const colleague = await buildProfessional(platform, { centerId: ownReview.centerId, name: 'Renata Olivera' })
  const { patientId } = await buildPatient(platform, { fullName: 'Nelly Acosta' })
  const startsAt = new Date('2026-11-17T13:00:00Z')
  const other = await buildAppointment(platform, { ...colleague, patientId, startsAt, status: 'completed' })
  const review = { userId: patientId, appointmentId: other.appointmentId, rating: 5, comment: 'Excelente trato.' }
  await createReview(platform, review)
  const { centerId, professionalId } = ownReview
  const { userId } = await buildMember(platform, { centerId, role: 'professional', professionalId })

  await open(section('inicio'), { as: userId })
  const recent = await screen.findByRole('region', { name: 'Citas recientes' })
  expect(
    within(recent)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([expect.stringContaining('Ana Suárez')])
  expect(screen.queryByText('Ingresos totales')).toBeNull()
  await open(section('pacientes'))
  await screen.findByRole('button', { name: /Irma Sosa/ })
  expect(screen.queryByRole('button', { name: /Nelly Acosta/ })).toBeNull()
  await open(section('opiniones'))
  await screen.findByText('Muy atenta.')
  expect(screen.queryByText('Excelente trato.')).toBeNull()
  await open(section('calendario'))
  const offered = await within(await screen.findByLabelText(/^Agenda de/)).findAllByRole('option')
  expect(offered.map(({ textContent }) => textContent)).toEqual(['Ana Suárez'])
  await expectAccessible()
})

test('a patient who opens the dashboard of centres is refused and sent to their own', async () => {
  const { userId } = await buildSignedIn(platform)
  await open('/center/dashboard', { as: userId })
  await screen.findByText('Esta página es solo para centros terapéuticos.')
  expect(location.pathname).toBe('/dashboard')
})

test('a visitor who opens a section of the centre is sent to the login page', async () => {
  await open(section('pacientes'))
  await screen.findByRole('heading', { level: 1, name: 'Iniciar sesión' })
  expect(location.search).toBe('?next=%2Fcenter%2Fdashboard%3Fseccion%3Dpacientes')
})

test('an invitation link that is unknown says so', async () => {
  await open('/center/invitation/nunca-enviada')
  await screen.findByRole('heading', { level: 1, name: 'Esta invitación ya no sirve' })
  screen.getByText(/Si la aceptaste tú, entra con tu cuenta\./)
  within(screen.getByRole('main')).getByRole('link', { name: 'Iniciar sesión' })
  await expectAccessible()
})

test('a patient who opens an invitation link that has ended returns to the start', async () => {
  const { userId } = await buildSignedIn(platform)
  await open('/center/invitation/nunca-enviada', { as: userId })
  await screen.findByRole('heading', { level: 1, name: 'Esta invitación ya no sirve' })
  within(screen.getByRole('main')).getByRole('link', { name: 'Ir al inicio' })
})

test('a professional without a name is refused, and a complete one is in the team', async () => {
  const { centerId } = await buildCenter(platform)
  const user = await open(section('equipo'), { as: centerId })
  await press(user, 'Agregar profesional')
  await press(user, 'Agregar', await dialog())
  await within(await dialog()).findByText('El nombre debe tener al menos 2 caracteres')
  await fill(user, /^Nombre/, 'Renata Olivera', await dialog())
  await user.click(within(await dialog()).getByRole('checkbox', { name: /^Online/ }))
  await press(user, 'Agregar', await dialog())
  await within(await dialog()).findByText('Por favor especifica la plataforma para videollamadas')
  await fill(user, /^Plataforma para videollamadas/, 'Google Meet', await dialog())
  await press(user, 'Agregar', await dialog())
  await screen.findByText('Profesional en el equipo')
  expect((await listItem('Renata Olivera')).textContent).toContain('Sin horario')
})

test('a service whose price is not a number is refused, and a corrected one is in the list with its price', async () => {
  const { centerId } = await buildProfessional(platform, { name: 'Renata Olivera' })
  const user = await open(section('equipo'), { as: centerId })
  await press(user, /^Agregar servicio/, await listItem('Renata Olivera'))
  await within(await dialog()).findByRole('option', { name: 'Nutrición' })
  await user.selectOptions(within(await dialog()).getByLabelText(/^Tipo de servicio/), 'nutricion')
  await fill(user, /^Precio en pesos/, 'mil', await dialog())
  await press(user, 'Agregar servicio', await dialog())
  await within(await dialog()).findByText('Escribe el precio en pesos, por ejemplo 1.250')
  await fill(user, /^Precio en pesos/, '1.250', await dialog())
  await fill(user, /^Duración en minutos/, '45', await dialog())
  await press(user, 'Agregar servicio', await dialog())
  await waitFor(async () => expect((await listItem('Renata Olivera')).textContent).toMatch(/\$\s1\.250, 45\smin/))
  const stored = await platform.db
    .selectFrom('services')
    .select(['price', 'duration_minutes'])
    .where('center_id', '=', centerId)
    .execute()
  expect(stored).toEqual([{ price: 125_000, duration_minutes: 45 }])
})

test('an invitation without an address is refused, and one to a member already in the team, too', async () => {
  const { centerId } = await buildCenter(platform)
  const { email } = await buildMember(platform, { centerId, role: 'reception' })
  const user = await open(section('equipo'), { as: centerId })
  await press(user, 'Invitar por correo')
  await press(user, 'Enviar invitación', await dialog())
  await within(await dialog()).findByText('Por favor ingresa un correo electrónico')
  await fill(user, /^Correo electrónico/, email, await dialog())
  await press(user, 'Enviar invitación', await dialog())
  await within(await dialog()).findByText('Esa persona ya es parte del equipo.')
  await fill(user, /^Correo electrónico/, 'nueva@ejemplo.uy', await dialog())
  await press(user, 'Enviar invitación', await dialog())
  await screen.findByText('Invitación enviada')
  await screen.findByText('nueva@ejemplo.uy')
})

test('a professional with upcoming appointments stays offered, and a link opens their agenda', async () => {
  const { centerId } = await buildAppointment(platform, { startsAt: monday })
  const user = await open(section('equipo'), { as: centerId })
  await press(user, /^Dejar de ofrecer a /)
  await press(user, 'Dejar de ofrecer', await dialog())
  await within(await dialog()).findByText(/^Ese profesional tiene citas por delante/)
  await expectAccessible()
  await user.click(within(await dialog()).getByRole('link', { name: /^Ver la agenda de/ }))
  await screen.findByRole('heading', { level: 2, name: 'Agenda' })
  expect(location.search).toContain('seccion=agenda')
})

test('a profile with an incomplete web address is refused, and a corrected one is on the public page beside it', async () => {
  const { centerId } = await buildCenter(platform)
  const user = await open(section('perfil'), { as: centerId })
  await fill(user, /^Descripción/, 'Un lugar tranquilo a dos cuadras de la rambla.')
  await fill(user, /^Sitio web/, 'sin-protocolo')
  await press(user, 'Guardar perfil')
  await screen.findByText('Escribe la dirección completa, con https://')
  await fill(user, /^Sitio web/, 'https://ejemplo.uy')
  await press(user, 'Guardar perfil')
  await screen.findByText('Perfil guardado')
  const shown = screen.getByRole('region', { name: 'Tu página pública' })
  await waitFor(() => expect(shown.textContent).toContain('a dos cuadras de la rambla'))

  await user.click(screen.getByRole('switch', { name: /Mostrar mi página al público/ }))
  await screen.findByText('Tu página está oculta')
})

test('a point of the map outside Uruguay or that was not moved is refused, and one that the owner set makes it exact', async () => {
  const { centerId } = await buildCenter(platform, { isPinExact: false })
  const user = await open(section('perfil'), { as: centerId })
  await screen.findByText('Este punto es aproximado')
  await press(user, 'Guardar el punto')
  await screen.findByText('Ese es el punto de tu barrio o ciudad. Muévelo hasta la puerta de tu centro.')
  await fill(user, /^Latitud/, '10,5')
  await press(user, 'Guardar el punto')
  await screen.findByText('Ese punto queda fuera de Uruguay')
  await fill(user, /^Latitud/, '-34,90')
  await press(user, 'Guardar el punto')
  await screen.findByText('Punto del mapa guardado')
  const pin = await platform.db
    .selectFrom('center_profiles')
    .select(['latitude', 'is_pin_exact'])
    .where('id', '=', centerId)
    .executeTakeFirst()
  expect(pin).toEqual({ latitude: -34.9, is_pin_exact: true })
  await waitFor(() => expect(screen.queryByText('Este punto es aproximado')).toBeNull())
})

/** A review of a completed appointment by Irma Sosa. */
async function buildReview() {
  const { patientId } = await buildPatient(platform, { fullName: 'Irma Sosa' })
  const startsAt = new Date('2026-11-18T13:00:00Z')
  const appointment = await buildAppointment(platform, { patientId, startsAt, status: 'completed' })
  const { appointmentId, centerId, professionalId } = appointment
  const { id } = await createReview(platform, { userId: patientId, appointmentId, rating: 4, comment: 'Muy atenta.' })
  return { centerId, professionalId, reviewId: id }
}

test('a review gets one reply, and can be reported with a reason', async () => {
  const { centerId } = await buildReview()
  const user = await open(section('opiniones'), { as: centerId })
  await press(user, 'Responder')
  await press(user, 'Publicar respuesta', await dialog())
  await within(await dialog()).findByText('Escribe la respuesta')
  await expectAccessible()
  await fill(user, /^Tu respuesta/, 'Gracias por contarlo.', await dialog())
  await press(user, 'Publicar respuesta', await dialog())
  await screen.findByText('Respuesta publicada')
  await screen.findByText('Gracias por contarlo.')
  expect(screen.queryByRole('button', { name: 'Responder' })).toBeNull()

  await press(user, 'Reportar')
  await fill(user, /^Motivo/, 'Nombra a otra persona.', await dialog())
  await press(user, 'Enviar', await dialog())
  await screen.findByText('Gracias por avisarnos')
  await screen.findByText(/La estamos revisando/)
  await expectAccessible()
})

test('a reply to a review to which a colleague has just replied is refused, and the colleague’s is shown', async () => {
  const { centerId, reviewId } = await buildReview()
  const user = await open(section('opiniones'), { as: centerId })
  await press(user, 'Responder')
  await fill(user, /^Tu respuesta/, 'Llegué después.', await dialog())
  await replyToReview(platform, { userId: centerId, centerId, reviewId, text: 'Gracias por contarlo.' })
  await press(user, 'Publicar respuesta', await dialog())
  await within(await dialog()).findByText('Ya respondiste esa opinión: se responde una sola vez.')
  await screen.findByText('Gracias por contarlo.')
  await user.keyboard('{Escape}')
  await press(user, 'Descartar')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('Back asks before it discards what is typed into a dialog, as Esc does, and then leaves the page', async () => {
  const { centerId } = await buildReview()
  const user = await open(section('agenda'), { as: centerId })
  const sections = within(await screen.findByRole('navigation', { name: 'Secciones de tu centro' }))
  await user.click(sections.getByRole('link', { name: /^Opiniones/ }))
  await press(user, 'Responder')
  await fill(user, /^Tu respuesta/, 'Gracias por', await dialog())
  history.back()
  await within(await dialog()).findByText('¿Descartar lo que escribiste?')
  expect(location.search).toBe('?seccion=opiniones')
  await press(user, 'Seguir editando', await dialog())
  within(await dialog()).getByDisplayValue('Gracias por')
  history.back()
  await press(user, 'Descartar', await dialog())
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  history.back()
  await waitFor(() => expect(location.search).toContain('seccion=agenda'))
})

test('a receptionist reads the reviews, which of them count, and is offered neither a reply nor a report', async () => {
  const { centerId } = await buildReview()
  await platform.db.updateTable('appointments').set({ price: 0 }).where('center_id', '=', centerId).execute()
  const { userId } = await buildMember(platform, { centerId, role: 'reception' })
  await open(section('opiniones'), { as: userId })
  await screen.findByText('Muy atenta.')
  screen.getByText('Visita sin cargo: no cuenta en el promedio.')
  expect(screen.queryByRole('button', { name: /Responder|Reportar/ })).toBeNull()
})

test('the owner of a centre that staff closed reads why, and above both forms what stays as it is and whom to write to', async () => {
  const { centerId } = await buildProfessional(platform)
  const { userId } = await buildSignedIn(platform)
  const target = { id: centerId, lastActionId: null }
  const actor = { userId, roles: ['admin'] as const }
  await actOnEach(platform, centerActions.revoke, { actor, targets: [target], reason: 'Recibimos quejas.' })
  await open(section('inicio'), { as: centerId })
  await screen.findByText(/^Retiramos la aprobación de tu /)
  screen.getByText(/^Motivo: Recibimos quejas\. /)
  expect(screen.queryByText(/De tu parte no falta nada/)).toBeNull()
  for (const [name, heading] of [
    ['equipo', /^Datos y servicios|^Profesionales/],
    ['perfil', 'Presentación'],
  ] as const) {
    await open(section(name), { as: centerId })
    await screen.findByRole('heading', { name: heading })
    screen.getByText(closedCenterNotice)
    screen.getByRole('link', { name: 'Escribirnos' })
    await expectAccessible()
  }
})

test('the owner of a published centre reads so once, with the link to its page', async () => {
  const { centerId } = await buildService(platform)
  const user = await open(section('inicio'), { as: centerId })
  const notice = await screen.findByText('Aprobamos tu página: ya es pública')
  const link = screen.getByRole('link', { name: 'Ver tu página' })
  expect(link.getAttribute('href')).toBe(`/centers/${centerId}`)
  await expectAccessible()
  await press(user, 'Cerrar aviso')
  await waitFor(() => expect(notice.isConnected).toBe(false))
  await open(section('inicio'))
  await screen.findByText('Total de citas')
  expect(screen.queryByText(/ya es pública/)).toBeNull()
})

test('the owner creates a private address of a calendar, and deletes it after a question', async () => {
  const { centerId } = await buildCenter(platform)
  const user = await open(section('calendario'), { as: centerId })
  await press(user, 'Crear una dirección')
  const address = await screen.findByLabelText<HTMLInputElement>('Dirección privada')
  expect(address.value).toMatch(/\/calendar\/.+\.ics$/)
  await expectAccessible()
  await press(user, 'Eliminar')
  await within(await dialog()).findByText('¿Eliminar esta dirección?')
  await expectAccessible()
  await press(user, 'Eliminar', await dialog())
  await screen.findByText('Dirección eliminada')
  await waitFor(() => expect(screen.queryByLabelText('Dirección privada')).toBeNull())
})
