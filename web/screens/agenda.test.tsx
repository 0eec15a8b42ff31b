import { screen, waitFor, within } from '@testing-library/dom'
import type { UserEvent } from '@testing-library/user-event'
import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { cancelAtDesk } from '#server/features/appointments/usecases/cancel-at-desk.ts'
import { collectPayment } from '#server/features/appointments/usecases/collect-payment.ts'
import { moveAtDesk } from '#server/features/appointments/usecases/move-at-desk.ts'
import { deskCodeOf } from '#server/features/loyalty/usecases/desk-code.ts'
import { applyPromotion } from '#server/features/promotions/usecases/apply-promotion.ts'
import { dayMs, hourMs } from '#server/platform/local-time.ts'
import { later, monday } from '#server/testing/booking.ts'
import {
  buildAppointment,
  buildPatient,
  buildProfessional,
  buildService,
  verifyEmail,
} from '#server/testing/builders.ts'
import { buildDesk, newGuest } from '#server/testing/desk.ts'
import { buildPromotion, buildRedemption } from '#server/testing/promotions.ts'

import { expectAccessible, fill, loseResponse, press, startScreens } from './screens.tsx'

const { platform, open } = await startScreens()
const onMonday = '/center/dashboard?seccion=agenda&fecha=2026-11-23'
const dialog = () => screen.findByRole('dialog')
const card = (name: string) => screen.findByRole('button', { name: new RegExp(name) })

/** The status of each appointment of the centre, in the order in which they were created. */
async function statuses(centerId: string): Promise<string[]> {
  const rows = await platform.db
    .selectFrom('appointments')
    .select('status')
    .where('center_id', '=', centerId)
    .orderBy('id')
    .execute()
  return rows.map(({ status }) => status)
}

const pressInDialog = async (user: UserEvent, name: string) => await press(user, name, await dialog())

/** The rare actions of an appointment are in a menu of its dialog. */
async function chooseRareAction(user: UserEvent, name: string): Promise<void> {
  await pressInDialog(user, 'Más acciones')
  await user.click(await within(await dialog()).findByRole('menuitem', { name }))
}

async function enterGuest(user: UserEvent, { name, time }: { name: string; time: string }): Promise<void> {
  const form = await dialog()
  await user.type(await within(form).findByRole('combobox', { name: /^Quién viene/ }), name)
  await user.click(await within(form).findByRole('option', { name: `Nuevo paciente: ${name}` }))
  await fill(user, /^Teléfono/, '099 123 456', form)
  await fill(user, /^Hora/, time, form)
}

test('a key event without a key, as Chrome fires when it fills in a form, does nothing on the agenda', async () => {
  const desk = await buildDesk(platform)
  const { patientId } = await buildPatient(platform, { fullName: 'Irma Sosa' })
  await buildAppointment(platform, { ...desk, patientId, startsAt: monday })
  const user = await open(onMonday, { as: desk.reception })
  await card('Irma Sosa')
  const fireKeyless = () => {
    for (const place of [document.body, ...document.querySelectorAll('button, input, [role=menu], [data-cell]')]) {
      place.dispatchEvent(new Event('keydown', { bubbles: true }))
    }
  }
  fireKeyless()
  await press(user, /Irma Sosa/)
  await pressInDialog(user, 'Más acciones')
  await within(await dialog()).findByRole('menu')
  fireKeyless()
  within(await dialog()).getByRole('menu')
})

test('the agenda of a day shows each appointment with its attendee, and the next day shows none of them', async () => {
  const desk = await buildDesk(platform)
  const { patientId } = await buildPatient(platform, { fullName: 'Irma Sosa' })
  await buildAppointment(platform, { ...desk, patientId, startsAt: monday })
  const user = await open(onMonday, { as: desk.reception })
  expect((await card('Irma Sosa')).textContent).toContain('10:00–11:00')
  await screen.findByRole('heading', { level: 3, name: /23 de noviembre/ })
  await press(user, 'Día siguiente')
  await screen.findByRole('heading', { level: 3, name: /24 de noviembre/ })
  await waitFor(() => expect(screen.queryByRole('button', { name: /Irma Sosa/ })).toBeNull())
  expect(location.search).toContain('fecha=2026-11-24')
})

test('keys pressed faster than the days load are all counted', async () => {
  const desk = await buildDesk(platform)
  const user = await open(onMonday, { as: desk.reception })
  await press(user, 'Día siguiente')
  await screen.findByRole('heading', { level: 3, name: /24 de noviembre/ })
  // Keys are ignored until the first day has loaded.
  await screen.findByText('Sin citas')
  await user.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}{ArrowLeft}')
  await screen.findByRole('heading', { level: 3, name: /26 de noviembre/ })
  expect(location.search).toContain('fecha=2026-11-26')
})

test('a request is confirmed, and the patient is no longer waiting', async () => {
  const desk = await buildDesk(platform)
  const { patientId } = await buildPatient(platform, { fullName: 'Irma Sosa' })
  await buildAppointment(platform, { ...desk, patientId, startsAt: monday, status: 'pending' })
  const user = await open(onMonday, { as: desk.reception })
  await user.click(await card('Irma Sosa'))
  await press(user, 'Confirmar', await dialog())
  await waitFor(async () => expect(await statuses(desk.centerId)).toEqual(['confirmed']))
})

test('the receptionist books a new guest, and a second appointment at that time is refused with its name', async () => {
  const desk = await buildDesk(platform)
  const user = await open(onMonday, { as: desk.reception })
  await press(user, 'Nueva cita')
  await press(user, /^Agendar/, await dialog())
  await within(await dialog()).findByText(/^Elige quién viene/)
  await enterGuest(user, { name: 'Rosario Techera', time: '10:00' })
  await press(user, /^Agendar/, await dialog())
  await screen.findByText('Cita agendada')
  await card('Rosario Techera')
  expect(await statuses(desk.centerId)).toEqual(['confirmed'])

  await press(user, 'Nueva cita')
  await enterGuest(user, { name: 'Nelly Acosta', time: '10:30' })
  await press(user, /^Agendar/, await dialog())
  await within(await dialog()).findByText(/Choca con la cita de Rosario Techera/)
  await expectAccessible()
  expect(await within(await dialog()).findByLabelText(/^Hora/)).toHaveProperty('value', '10:30')
  await fill(user, /^Hora/, '11:00', await dialog())
  const form = await dialog()
  await waitFor(() => expect(within(form).queryByRole('alert')).toBeNull())
  await press(user, /^Agendar/, await dialog())
  await card('Nelly Acosta')
  expect(await statuses(desk.centerId)).toEqual(['confirmed', 'confirmed'])
})

test('a price that the owner changes while the receptionist speaks is shown and asked about before it is booked', async () => {
  const desk = await buildDesk(platform)
  const user = await open(onMonday, { as: desk.reception })
  await press(user, 'Nueva cita')
  await enterGuest(user, { name: 'Rosario Techera', time: '10:00' })
  const price = { price: 199_000 }
  await platform.db.updateTable('services').set(price).where('id', '=', desk.serviceId).execute()
  await press(user, /^Agendar/, await dialog())
  await within(await dialog()).findByText(/Antes: .*1\.500.* Ahora: .*1\.990/)
  await expectAccessible()
  expect(await statuses(desk.centerId)).toEqual([])
  expect(await within(await dialog()).findByLabelText(/^Hora/)).toHaveProperty('value', '10:00')
  await press(user, /^Agendar/, await dialog())
  await card('Rosario Techera')
  const rows = platform.db.selectFrom('appointments').select('price').where('center_id', '=', desk.centerId)
  expect(await rows.execute()).toEqual([price])
})

test('a request that the desk cancels asks for a reason, and is hidden unless cancelled ones are shown', async () => {
  const desk = await buildDesk(platform)
  const { patientId } = await buildPatient(platform, { fullName: 'Irma Sosa' })
  await buildAppointment(platform, { ...desk, patientId, startsAt: monday, status: 'pending' })
  const user = await open(onMonday, { as: desk.reception })
  await user.click(await card('Irma Sosa'))
  await chooseRareAction(user, 'Cancelar la cita…')
  await user.click(await within(await dialog()).findByRole('radio', { name: /^Nosotros/ }))
  await within(await dialog()).findByText('No hay ningún cobro anotado: no hay nada que devolver.')
  expect(within(await dialog()).getByRole('button', { name: 'Cancelar la cita' })).toHaveProperty('disabled', true)
  await fill(user, /^Motivo/, 'La profesional está enferma', await dialog())
  await press(user, 'Cancelar la cita', await dialog())
  await screen.findByText('Cita cancelada')
  await waitFor(() => expect(screen.queryByRole('button', { name: /Irma Sosa/ })).toBeNull())
  expect(await statuses(desk.centerId)).toEqual(['cancelled'])
  await user.click(screen.getByRole('checkbox', { name: /^Mostrar las canceladas/ }))
  expect((await card('Irma Sosa')).textContent).toContain('Cancelada')
})

test('an appointment moves to another time and back', async () => {
  const desk = await buildDesk(platform)
  await desk.book({ startsAt: monday })
  const user = await open(onMonday, { as: desk.reception })
  await user.click(await card('Rosa Luna'))
  expect(await within(await dialog()).findByRole('link', { name: '+598 99 123 456' })).toHaveProperty(
    'href',
    'tel:+59899123456',
  )
  await press(user, 'Mover…', await dialog())
  await press(user, '16:00', await dialog())
  await press(user, 'Mover la cita', await dialog())
  await screen.findByText('Cita movida')
  await waitFor(async () => expect((await card('Rosa Luna')).textContent).toContain('16:00–17:00'))
  await press(user, 'Deshacer')
  await screen.findByText('La cita volvió a su hora')
  await waitFor(async () => expect((await card('Rosa Luna')).textContent).toContain('10:00–11:00'))
})

test('a second receptionist who moves an appointment that a colleague has moved is asked first, and keeps the typed time', async () => {
  const desk = await buildDesk(platform)
  const { row } = await desk.book({ startsAt: monday })
  const user = await open(onMonday, { as: desk.reception })
  await user.click(await card('Rosa Luna'))
  await press(user, 'Mover…', await dialog())
  await press(user, '16:00', await dialog())
  const startsAt = new Date(monday.getTime() + 2 * hourMs)
  await moveAtDesk(platform, { ...desk.ask(desk.owner, row.id), startsAt })
  await press(user, 'Mover la cita', await dialog())
  await within(await dialog()).findByText(/Alguien cambió esto mientras lo tenías abierto/)
  await expectAccessible()
  await press(user, 'Ver lo nuevo', await dialog())
  await within(await dialog()).findByText(/Ahora es el lunes 23 de noviembre, 12:00/)
  await press(user, 'Mover la cita', await dialog())
  await screen.findByText('Cita movida')
  await waitFor(async () => expect((await card('Rosa Luna')).textContent).toContain('16:00–17:00'))
})

test('a link to an appointment opens the day on which it is now, not the day that the link names', async () => {
  const desk = await buildDesk(platform)
  const { row } = await desk.book({ startsAt: monday })
  await moveAtDesk(platform, { ...desk.ask(desk.owner, row.id), startsAt: later(dayMs) })
  await open(`${onMonday}&cita=${row.id}`, { as: desk.reception })
  await within(await dialog()).findByText('martes 24 de noviembre, 10:00 a 11:00')
  await waitFor(() => expect(new URLSearchParams(location.search).get('cita')).toBeNull())
  expect(new URLSearchParams(location.search).get('fecha')).toBe('2026-11-24')
})

test('a link to an appointment that moves while its day is on screen leads to the new day', async () => {
  const desk = await buildDesk(platform)
  const { row } = await desk.book({ startsAt: monday })
  const user = await open(onMonday, { as: desk.reception })
  await user.click(await card('Rosa Luna'))
  await within(await dialog()).findByText('lunes 23 de noviembre, 10:00 a 11:00')
  await moveAtDesk(platform, { ...desk.ask(desk.owner, row.id), startsAt: later(dayMs) })
  // The dialog follows it to the day that is not in view.
  await within(await dialog()).findByText('martes 24 de noviembre, 10:00 a 11:00')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  // The router notices this, as a link in a notification.
  history.pushState({}, '', `${onMonday}&cita=${row.id}`)
  await within(await dialog()).findByText('martes 24 de noviembre, 10:00 a 11:00')
  expect(new URLSearchParams(location.search).get('fecha')).toBe('2026-11-24')
})

test('a link to an appointment that the centre does not have says so', async () => {
  const desk = await buildDesk(platform)
  await open(`${onMonday}&cita=01900000-0000-7000-8000-000000000000`, { as: desk.reception })
  await screen.findByText('No encontramos esa cita.')
  await waitFor(() => expect(location.search).not.toContain('cita='))
})

test('a payment whose response is lost is recorded once, and the repeated press says that it is', async () => {
  const desk = await buildDesk(platform)
  const { patientId } = await buildPatient(platform, { fullName: 'Amparo Silva' })
  await buildAppointment(platform, { ...desk, patientId, startsAt: platform.clock.now() })
  const user = await open('/center/dashboard?seccion=agenda', { as: desk.reception })
  await user.click(await card('Amparo Silva'))
  await press(user, 'Cobrar…', await dialog())
  await within(await dialog()).findByLabelText(/^Importe/)
  loseResponse(/POST .*\/collect$/)
  await press(user, 'Anotar el cobro', await dialog())
  await within(await dialog()).findByText(/No pudimos conectarnos/)
  await press(user, 'Anotar el cobro', await dialog())
  await screen.findByText('Cobro anotado')
  const payments = platform.db.selectFrom('payments').select('amount').where('center_id', '=', desk.centerId)
  expect(await payments.execute()).toEqual([{ amount: 150_000 }])
})

test('an appointment that was completed by mistake is undone from the message, and later from its details', async () => {
  const desk = await buildDesk(platform)
  const { patientId } = await buildPatient(platform, { fullName: 'Amparo Silva' })
  await buildAppointment(platform, { ...desk, patientId, startsAt: platform.clock.now() })
  const user = await open('/center/dashboard?seccion=agenda', { as: desk.reception })
  const isNow = (status: string) => waitFor(async () => expect(await statuses(desk.centerId)).toEqual([status]))
  await user.click(await card('Amparo Silva'))
  await press(user, 'Completar', await dialog())
  await screen.findByText(/Si fue un error, después también lo deshaces/)
  await press(user, 'Deshacer')
  await isNow('confirmed')
  await user.click(await card('Amparo Silva'))
  await press(user, 'Completar', await dialog())
  await isNow('completed')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(await card('Amparo Silva'))
  await chooseRareAction(user, 'Deshacer «Completada»')
  await isNow('confirmed')
})

test('a payment that a colleague collects while the dialog is open is not collected twice', async () => {
  const desk = await buildDesk(platform)
  const { row } = await desk.book({ startsAt: platform.clock.now() })
  const user = await open('/center/dashboard?seccion=agenda', { as: desk.reception })
  await user.click(await card('Rosa Luna'))
  await press(user, 'Cobrar…', await dialog())
  await collectPayment(platform, { ...desk.ask(desk.owner, row.id), amountCents: 50_000, method: 'efectivo' })
  await press(user, 'Anotar el cobro', await dialog())
  await press(user, 'Ver lo nuevo', await dialog())
  await within(await dialog()).findByText(/Pagó \$\s500: faltan \$\s1.000/)
  expect(within(await dialog()).getByLabelText(/Importe/)).toHaveProperty('value', '1000')
})

test('a patient who came is marked as arrived, attended and paid, and the payment can be deleted', async () => {
  const desk = await buildDesk(platform)
  const { patientId } = await buildPatient(platform, { fullName: 'Amparo Silva' })
  await buildAppointment(platform, { ...desk, patientId, startsAt: platform.clock.now() })
  const user = await open('/center/dashboard?seccion=agenda', { as: desk.reception })
  async function act(name: string, message: string, choose = pressInDialog): Promise<void> {
    await user.click(await card('Amparo Silva'))
    await choose(user, name)
    await screen.findByText(message)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }
  await act('Llegó', 'Llegada anotada')
  await waitFor(async () => expect((await card('Amparo Silva')).textContent).toContain('Llegó'))
  await press(user, 'Deshacer')
  await waitFor(async () => expect((await card('Amparo Silva')).textContent).not.toContain('Llegó'))
  await act('No asistió', 'Inasistencia anotada')
  expect(await statuses(desk.centerId)).toEqual(['no_show'])
  await act('Deshacer la inasistencia', 'La cita volvió a como estaba', chooseRareAction)
  await act('Completar', 'Cita completada')
  expect(await statuses(desk.centerId)).toEqual(['completed'])

  await user.click(await card('Amparo Silva'))
  await press(user, 'Cobrar…', await dialog())
  expect(await within(await dialog()).findByLabelText(/^Importe/)).toHaveProperty('value', '1500')
  await fill(user, /^Importe/, 'nada', await dialog())
  await press(user, 'Anotar el cobro', await dialog())
  await within(await dialog()).findByText(/Escribe el importe en pesos/)
  await expectAccessible()
  await fill(user, /^Importe/, '1.250,50', await dialog())
  await user.click(within(await dialog()).getByRole('radio', { name: 'Débito' }))
  await press(user, 'Anotar el cobro', await dialog())
  await screen.findByText('Cobro anotado')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect((await card('Amparo Silva')).textContent).not.toContain('obrado')
  await user.click(await card('Amparo Silva'))
  await within(await dialog()).findByText(/^Faltan \$\s249,50$/)
  await press(user, 'Cobrar…', await dialog())
  expect(await within(await dialog()).findByLabelText(/^Importe/)).toHaveProperty('value', '249,50')
  await press(user, 'Anotar el cobro', await dialog())
  await waitFor(async () => expect((await card('Amparo Silva')).textContent).toContain('obrado'))
  const payments = () =>
    platform.db.selectFrom('payments').select(['amount', 'method']).where('center_id', '=', desk.centerId).execute()
  expect(await payments()).toEqual([
    { amount: 125_050, method: 'debito' },
    { amount: 24_950, method: 'efectivo' },
  ])
  await act('Borrar el último cobro', 'Se borró el cobro', chooseRareAction)
  await waitFor(async () => expect((await card('Amparo Silva')).textContent).not.toContain('obrado'))

  await user.click(await card('Amparo Silva'))
  await chooseRareAction(user, 'Devolver un pago…')
  const refund = await screen.findByRole('dialog', { name: 'Devolver un pago' })
  expect(await within(refund).findByLabelText(/^Importe/)).toHaveProperty('value', '1250,50')
  await fill(user, /^Importe/, '1.250,51', refund)
  await press(user, 'Devolver', refund)
  await within(refund).findByText(/Quedan \$\s1\.250,50 por devolver/)
  await within(refund).findByText('Escribe el motivo: se lo contamos al paciente')
  await expectAccessible()
  await fill(user, /^Importe/, '500', refund)
  await fill(user, /^Motivo/, 'La sesión se cortó a la mitad', refund)
  await press(user, 'Devolver', refund)
  await screen.findByText('Devolución anotada')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(await card('Amparo Silva'))
  await within(await dialog()).findByText(/^Devueltos \$\s500$/)
})

test('what a cancelled appointment leaves to give back leads from the overview to it, and asks before it is recorded', async () => {
  const desk = await buildDesk(platform)
  const { patientId } = await buildPatient(platform, { fullName: 'Irma Sosa', verified: true })
  const { appointmentId } = await buildAppointment(platform, { ...desk, patientId, startsAt: monday })
  await collectPayment(platform, { ...desk.at(appointmentId), amountCents: 150_000, method: 'efectivo' })
  await cancelAtDesk(platform, { ...desk.at(appointmentId), by: 'center', reason: 'Se enfermó' })
  const user = await open('/center/dashboard', { as: desk.owner })
  await user.click(await screen.findByRole('link', { name: /cobro por devolver/ }))
  await within(await dialog()).findByText('La canceló el centro')
  await press(user, 'Anotar como devuelto…', await dialog())
  const question = await screen.findByRole('dialog', { name: /^¿Anotar \$\s1\.500 como devueltos\?$/ })
  await within(question).findByText(/^Son de Irma Sosa\. Salen de la caja de hoy/)
  await expectAccessible()
  await press(user, 'Anotar como devuelto', question)
  await screen.findByText('Anotado como devuelto')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(await card('Irma Sosa'))
  expect(await within(await dialog()).findAllByText(/^Devuelto$/)).toHaveLength(2)
  expect(within(await dialog()).queryByRole('button', { name: /devuelto/ })).toBeNull()
})

/** Opens «Cobrar» for a patient who has applied a promotion to an appointment of $ 1.500. */
async function openCollection(discountValue: number): Promise<UserEvent> {
  const desk = await buildDesk(platform)
  const { patientId } = await buildPatient(platform, { fullName: 'Irma Sosa', verified: true })
  await buildAppointment(platform, { ...desk, patientId, startsAt: monday })
  const { centerId } = desk
  const { code } = await buildPromotion(platform, { centerId, createdBy: desk.reception, discountValue })
  await applyPromotion(platform, { userId: patientId, address: '203.0.113.9', code, orderCents: 150_000 })
  const user = await open(onMonday, { as: desk.reception })
  await user.click(await card('Irma Sosa'))
  await pressInDialog(user, 'Cobrar…')
  return user
}

test('the desk uses the promotion that the patient applied, and deleting the payment gives it back', async () => {
  const user = await openCollection(20)
  const choice = await screen.findByLabelText('Descuento del paciente')
  const [promotion = '', none = ''] = within(choice)
    .getAllByRole<HTMLOptionElement>('option')
    .map(({ value }) => value)
  const amount = () => screen.getByLabelText(/^Importe/)
  await waitFor(() => expect(amount()).toHaveProperty('value', '1200'))
  await user.selectOptions(choice, none)
  expect(amount()).toHaveProperty('value', '1500')
  await user.selectOptions(choice, promotion)
  expect(amount()).toHaveProperty('value', '1200')
  await expectAccessible()
  await pressInDialog(user, 'Anotar el cobro')
  await screen.findByText('Cobro anotado')
  await waitFor(async () => expect((await card('Irma Sosa')).textContent).toContain('obrado'))
  await user.click(await card('Irma Sosa'))
  await waitFor(async () => expect((await dialog()).textContent).toMatch(/Descuento−\$\s300/))
  await chooseRareAction(user, 'Borrar el cobro')
  await screen.findByText('Se borró el cobro')
  await user.click(await card('Irma Sosa'))
  expect((await dialog()).textContent).not.toContain('Descuento')
})

test('the desk uses a reward with the code that the patient shows', async () => {
  const desk = await buildDesk(platform)
  const { patientId } = await buildPatient(platform, { fullName: 'Irma Sosa', verified: true })
  await buildAppointment(platform, { ...desk, patientId, startsAt: monday })
  const id = await buildRedemption(platform, { userId: patientId })
  const user = await open(onMonday, { as: desk.reception })
  await user.click(await card('Irma Sosa'))
  await pressInDialog(user, 'Cobrar…')
  await pressInDialog(user, '¿Usa una recompensa o una promoción de Senda?')
  await fill(user, /^Código de la recompensa/, 'aaa aaa', await dialog())
  await user.keyboard('{Enter}')
  await screen.findByText('Ese código no vale para esta cita. Compáralo con el que muestra el paciente.')
  expect(screen.queryByLabelText('Descuento del paciente')).toBeNull()
  await fill(user, /^Código de la recompensa/, deskCodeOf({ kind: 'reward', id }, platform), await dialog())
  await pressInDialog(user, 'Ver qué da')
  await screen.findByText(/^Descuento de \$ 200: descuenta \$\s200\.$/)
  await waitFor(() => expect(screen.getByLabelText(/^Importe/)).toHaveProperty('value', '1300'))
  await expectAccessible()
  await pressInDialog(user, 'Anotar el cobro')
  await screen.findByText('Cobro anotado')
  await user.click(await card('Irma Sosa'))
  await waitFor(async () => expect((await dialog()).textContent).toMatch(/Descuento−\$\s200/))
})

test('the desk hands a product over with its code, in «Cobrar» and without an appointment, and undoes it', async () => {
  const desk = await buildDesk(platform)
  const { patientId } = await buildPatient(platform, { fullName: 'Irma Sosa', verified: true })
  await buildAppointment(platform, { ...desk, patientId, startsAt: monday })
  const product = { userId: patientId, providerId: desk.centerId, name: 'Una banda elástica' }
  const first = await buildRedemption(platform, product)
  const second = await buildRedemption(platform, product)
  const codeOf = (id: string) => deskCodeOf({ kind: 'reward', id }, platform)
  const user = await open(onMonday, { as: desk.reception })
  await user.click(await card('Irma Sosa'))
  await pressInDialog(user, 'Cobrar…')
  await pressInDialog(user, '¿Usa una recompensa o una promoción de Senda?')
  await fill(user, /^Código de la recompensa/, codeOf(first), await dialog())
  await pressInDialog(user, 'Ver qué da')
  await pressInDialog(user, 'Marcar como entregada')
  await screen.findByText('Entrega anotada')
  expect(screen.getByLabelText(/^Importe/)).toHaveProperty('value', '1500')
  await pressInDialog(user, 'Volver')

  await press(user, 'Entregar una recompensa')
  await screen.findByText('Últimas entregas')
  await fill(user, /^Código de la recompensa/, 'aaa aaa', await dialog())
  await pressInDialog(user, 'Ver qué es')
  await screen.findByText(/^Ese código no es de una recompensa que se entregue aquí/)
  await fill(user, /^Código de la recompensa/, codeOf(second), await dialog())
  await pressInDialog(user, 'Ver qué es')
  await screen.findByText('Un producto para', { exact: false })
  await expectAccessible()
  await pressInDialog(user, 'Marcar como entregada')
  await waitFor(async () =>
    expect(within(await dialog()).getAllByRole('button', { name: /^Deshacer la entrega de/ })).toHaveLength(2),
  )
  const [last] = within(await dialog()).getAllByRole('button', { name: /^Deshacer la entrega de/ })
  if (last) await user.click(last)
  await screen.findByText('Entrega deshecha')
  const statuses = await platform.db
    .selectFrom('reward_redemptions')
    .where('user_id', '=', patientId)
    .select('status')
    .execute()
  expect(statuses.map(({ status }) => status).toSorted()).toEqual(['pending', 'used'])
})

test('a promotion that covers everything leaves nothing to collect, and can be removed', async () => {
  const user = await openCollection(100)
  await screen.findByText('El descuento cubre todo: no queda nada por cobrar.')
  expect(screen.queryByLabelText(/^Importe/)).toBeNull()
  await expectAccessible()
  await pressInDialog(user, 'Usar el descuento')
  await screen.findByText('Descuento usado')
  await user.click(await card('Irma Sosa'))
  await chooseRareAction(user, 'Quitar el descuento')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(await card('Irma Sosa'))
  await within(await dialog()).findByRole('button', { name: 'Cobrar…' })
})

test('a professional sees and books only their own appointments', async () => {
  const desk = await buildDesk(platform)
  const colleague = await buildProfessional(platform, { centerId: desk.centerId, name: 'Renata Olivera' })
  const other = await buildService(platform, colleague)
  const { patientId } = await buildPatient(platform, { fullName: 'Irma Sosa' })
  await desk.book({ startsAt: monday })
  await buildAppointment(platform, { ...other, patientId, startsAt: monday })
  const user = await open(onMonday, { as: desk.professional })
  await card('Rosa Luna')
  expect(screen.queryByText(/Irma Sosa|Renata Olivera/)).toBeNull()
  expect(screen.queryByRole('combobox', { name: 'Profesional' })).toBeNull()
  await press(user, 'Nueva cita')
  const offered = within(await within(await dialog()).findByLabelText(/^Servicio y profesional/)).getAllByRole('option')
  expect(offered.filter(({ textContent }) => textContent?.includes('Renata'))).toEqual([])
  expect(offered.some(({ textContent }) => textContent?.includes('Sesión de fisioterapia'))).toBe(true)
})

test('times outside the working hours are booked only after a warning', async () => {
  const desk = await buildDesk(platform)
  const user = await open(onMonday, { as: desk.reception })
  await press(user, 'Nueva cita')
  await enterGuest(user, { name: 'Amparo Silva', time: '20:00' })
  await press(user, /^Agendar/, await dialog())
  await press(user, 'Agendar igual', await dialog())
  await screen.findByText('Cita agendada')
  await waitFor(async () => expect((await card('Amparo Silva')).textContent).toContain('20:00–21:00'))
})

test('a professional who does not work that day is collapsed into one line, which opens the column', async () => {
  const desk = await buildDesk(platform)
  const colleague = await buildProfessional(platform, { centerId: desk.centerId, name: 'Renata Olivera', hours: [] })
  const user = await open(onMonday, { as: desk.reception })
  await screen.findByRole('columnheader', { name: /Ana Suárez/ })
  expect(screen.queryByRole('columnheader', { name: /Renata Olivera/ })).toBeNull()
  const line = await screen.findByRole('button', { name: 'No atienden este día (1)' })
  expect(line.getAttribute('aria-expanded')).toBe('false')
  await user.click(line)
  await screen.findByRole('columnheader', { name: /Renata Olivera/ })
  await expectAccessible()
  await user.click(line)
  await waitFor(() => expect(screen.queryByRole('columnheader', { name: /Renata Olivera/ })).toBeNull())

  await open(`/center/dashboard?seccion=agenda&fecha=2026-11-23&profesional=${colleague.professionalId}`)
  await screen.findByRole('columnheader', { name: /Renata Olivera/ })
})

test('appointments online and at home have a sign with a name, and one at the centre has none', async () => {
  const desk = await buildDesk(platform)
  const later = (hours: number) => new Date(monday.getTime() + hours * 3_600_000)
  for (const [fullName, place, hours] of [
    ['Irma Sosa', 'center', 0],
    ['Nelly Acosta', 'online', 1],
    ['Amparo Silva', 'home', 2],
  ] as const) {
    const { patientId } = await buildPatient(platform, { fullName })
    await buildAppointment(platform, { ...desk, patientId, startsAt: later(hours), place })
  }
  await open(onMonday, { as: desk.reception })
  await screen.findByRole('button', { name: /Online, .*Nelly Acosta/ })
  await screen.findByRole('button', { name: /A domicilio, .*Amparo Silva/ })
  expect((await card('Irma Sosa')).textContent).not.toMatch(/Online|domicilio|Presencial/)
  await open('/center/dashboard?seccion=agenda&vista=semana&fecha=2026-11-23&profesional=todos')
  await screen.findByRole('heading', { level: 3, name: /23 al 29 de noviembre/ })
  await screen.findByRole('button', { name: /Nelly Acosta/ })
  await screen.findByText('Online,')
  await expectAccessible()
})

test('an appointment whose address is unconfirmed says so in the day, the list and the week, until the patient confirms it', async () => {
  const desk = await buildDesk(platform)
  const { patientId } = await buildPatient(platform, { fullName: 'Irma Sosa' })
  const { appointmentId } = await buildAppointment(platform, { ...desk, patientId, startsAt: later(dayMs) })
  await platform.db
    .updateTable('appointments')
    .set({ proof_due_at: later(0) })
    .where('id', '=', appointmentId)
    .execute()
  const onTuesday = onMonday.replace('23', '24')
  const marked = { name: /Irma Sosa/ }
  await open(`${onTuesday}&vista=semana&profesional=todos`, { as: desk.reception })
  const line = await screen.findByRole('button', marked)
  // A wide week has short lines with a label, a narrow one a list with the text.
  expect(`${line.getAttribute('aria-label')} ${line.textContent}`).toMatch(/correo sin confirmar/i)
  await expectAccessible()
  await open(onTuesday, { as: desk.reception })
  expect((await screen.findByRole('button', marked)).textContent).toContain('Correo sin confirmar')
  await expectAccessible()
  await verifyEmail(platform, { userId: patientId })
  await waitFor(() => expect(screen.getByRole('button', marked).textContent).not.toContain('Correo sin confirmar'))
})

/** The day of the desk's professional, with one appointment on Monday at ten. */
async function buildWholeDay() {
  const desk = await buildDesk(platform)
  await desk.book({ startsAt: monday })
  const rows = async () =>
    platform.db
      .selectFrom('appointments')
      .where('center_id', '=', desk.centerId)
      .select(['status', sql<string>`to_char(starts_at, 'DD')`.as('day')])
      .execute()
  return { desk, rows, bookAnother: () => desk.book({ startsAt: later(2 * hourMs), person: newGuest('Ana Luna') }) }
}

test('a whole day that gets another appointment while its question is open asks again, with both', async () => {
  const { desk, rows, bookAnother } = await buildWholeDay()
  const user = await open(onMonday, { as: desk.reception })
  await press(user, 'Cancelar el día…')
  const question = await screen.findByRole('dialog')
  await user.selectOptions(within(question).getByLabelText(/^Profesional/), desk.professionalId)
  await fill(user, /Motivo/, 'Se rompió un caño', question)
  await within(question).findByText('Se cancela 1 cita.')
  await bookAnother()
  await press(user, 'Cancelar 1 cita', question)
  await within(question).findByText(/Las condiciones cambiaron mientras las leías/)
  await within(question).findByText('Se cancelan 2 citas.')
  expect(await rows()).toMatchObject([{ status: 'confirmed' }, { status: 'confirmed' }])
  await press(user, 'Cancelar 2 citas', question)
  await waitFor(async () => expect(await rows()).toMatchObject([{ status: 'cancelled' }, { status: 'cancelled' }]))
})

test('a whole day that gets another appointment after its preview is previewed again before it moves', async () => {
  const { desk, rows, bookAnother } = await buildWholeDay()
  const user = await open(onMonday, { as: desk.reception })
  await press(user, 'Mover el día…')
  const dialog = await screen.findByRole('dialog', { name: 'Mover el día' })
  await user.selectOptions(within(dialog).getByLabelText(/^Profesional/), desk.professionalId)
  await fill(user, /Motivo/, 'Se rompió un caño', dialog)
  await press(user, 'Ver qué entra', dialog)
  await within(dialog).findByText(/Entra 1 cita/)
  await bookAnother()
  await press(user, 'Mover 1 cita', dialog)
  await within(dialog).findByText(/Las condiciones cambiaron mientras las leías/)
  await within(dialog).findByText(/Entran 2 citas/)
  expect(await rows()).toMatchObject([{ day: '23' }, { day: '23' }])
  await press(user, 'Mover 2 citas', dialog)
  await waitFor(async () => expect(await rows()).toMatchObject([{ day: '30' }, { day: '30' }]))
})

test('the desk cancels the appointments of accounts without a confirmed address with one press, and sees whose they are', async () => {
  const desk = await buildDesk(platform)
  const one = await buildPatient(platform, { fullName: 'Juan Pérez' })
  const other = await buildPatient(platform, { fullName: 'Ana Gil' })
  const known = await buildPatient(platform, { fullName: 'Irma Sosa', verified: true })
  for (let n = 0; n < 4; n++) {
    await buildAppointment(platform, { ...desk, patientId: one.patientId, startsAt: later(n * dayMs) })
  }
  await buildAppointment(platform, { ...desk, patientId: other.patientId, startsAt: later(hourMs) })
  await buildAppointment(platform, { ...desk, patientId: known.patientId, startsAt: later(4 * hourMs) })
  const user = await open(onMonday, { as: desk.reception })
  await press(user, /Ana Gil/)
  await within(await dialog()).findByText('Correo sin confirmar')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await press(user, '5 citas con el correo sin confirmar')
  const question = await dialog()
  await within(question).findByText('Juan Pérez')
  within(question).getByText(/^4 citas, la primera el lunes 23 de noviembre/i)
  expect(within(question).queryByText('Irma Sosa')).toBeNull()
  await expectAccessible()
  await press(user, 'Cancelar 5 citas', question)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(screen.queryByRole('button', { name: /sin confirmar/ })).toBeNull())
  expect(await statuses(desk.centerId)).toEqual([...Array.from({ length: 5 }, () => 'cancelled'), 'confirmed'])
})
