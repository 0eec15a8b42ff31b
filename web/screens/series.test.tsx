import { screen, waitFor, within } from '@testing-library/dom'
import type { UserEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'

import { bookSeries } from '#server/features/appointments/usecases/book-series.ts'
import { newId } from '#server/platform/ids.ts'
import { dayMs, hourMs } from '#server/platform/local-time.ts'
import { monday } from '#server/testing/booking.ts'
import { buildAppointment, buildPatient } from '#server/testing/builders.ts'
import { buildDesk, type Desk, newGuest } from '#server/testing/desk.ts'

import { expectAccessible, fill, press, startScreens } from './screens.tsx'

const { platform, open } = await startScreens()
const onMonday = '/center/dashboard?seccion=agenda&fecha=2026-11-23'
const dialog = () => screen.findByRole('dialog')
const card = (name: string) => screen.findByRole('button', { name: new RegExp(name) })
const week = (weeks: number) => new Date(monday.getTime() + weeks * 7 * dayMs)

const rowsOf = (desk: Desk) =>
  platform.db
    .selectFrom('appointments')
    .where('center_id', '=', desk.centerId)
    .where('series_id', 'is not', null)
    .orderBy('series_place')
    .select(['status', 'starts_at as startsAt'])
    .execute()
const statusesOf = async (desk: Desk) => (await rowsOf(desk)).map(({ status }) => status)
const startsOf = async (desk: Desk) => (await rowsOf(desk)).map(({ startsAt }) => startsAt.toISOString())

async function bookFour(desk: Desk, person: Parameters<typeof bookSeries>[1]['person'] = newGuest('Irma Sosa')) {
  const starts = [0, 1, 2, 3].map((weeks) => ({ startsAt: week(weeks) }))
  const request = { serviceId: desk.serviceId, rhythm: 'weekly', starts, place: 'center', person } as const
  await bookSeries(platform, { userId: desk.reception, centerId: desk.centerId, idempotencyKey: newId(), ...request })
}

async function chooseScope(user: UserEvent, name: RegExp): Promise<void> {
  await user.click(await within(await dialog()).findByRole('radio', { name }))
}

async function openRareAction(user: UserEvent, name: string): Promise<void> {
  await press(user, 'Más acciones', await dialog())
  await user.click(await within(await dialog()).findByRole('menuitem', { name }))
}

test('the receptionist books a series by keyboard, and each date with a conflict is solved in its list', async () => {
  const desk = await buildDesk(platform)
  await desk.book({ startsAt: week(2), person: newGuest('Juan Paz') })
  const user = await open(onMonday, { as: desk.reception })
  await press(user, 'Nueva cita')
  const form = await dialog()
  await user.type(await within(form).findByRole('combobox', { name: /^Quién viene/ }), 'Irma Sosa')
  await user.click(await within(form).findByRole('option', { name: 'Nuevo paciente: Irma Sosa' }))
  await fill(user, /^Teléfono/, '099 123 456', form)
  await fill(user, /^Hora/, '10:00', form)
  await user.selectOptions(await within(form).findByLabelText('Repetir'), 'weekly')
  await fill(user, 'Cuántas citas', '4', form)
  await within(form).findByText('3 listas, 1 por resolver')
  within(form).getByText('Ocupada por Juan Paz, de 10:00 a 11:00')
  await expectAccessible()

  // What is still to be resolved takes the focus, and one key resolves it.
  await press(user, 'Agendar la serie', form)
  await within(form).findByText('Falta resolver una fecha.')
  await waitFor(() => expect(document.activeElement?.textContent).toMatch(/^Pasar al/))
  await user.keyboard('{Enter}')
  await within(form).findByText('4 fechas listas')
  expect(within(form).queryByRole('alert')).toBeNull()
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Agendar 4 citas'))
  await user.keyboard('{Enter}')
  await screen.findByText('4 citas agendadas')
  expect(await statusesOf(desk)).toEqual(['confirmed', 'confirmed', 'confirmed', 'confirmed'])
  expect((await startsOf(desk))[2]).not.toBe(week(2).toISOString())

  await user.click(await card('Irma Sosa'))
  await within(await dialog()).findByText('Cita 1 de 4')
})

test('a time that is lost while the receptionist speaks is shown as a conflict, and nothing is booked', async () => {
  const desk = await buildDesk(platform)
  const user = await open(onMonday, { as: desk.reception })
  await press(user, 'Nueva cita')
  const form = await dialog()
  await user.type(await within(form).findByRole('combobox', { name: /^Quién viene/ }), 'Irma Sosa')
  await user.click(await within(form).findByRole('option', { name: 'Nuevo paciente: Irma Sosa' }))
  await fill(user, /^Hora/, '10:00', form)
  await user.selectOptions(await within(form).findByLabelText('Repetir'), 'weekly')
  await fill(user, 'Cuántas citas', '3', form)
  await within(form).findByText('3 fechas listas')
  await desk.book({ startsAt: week(1), person: newGuest('Juan Paz') })
  await press(user, 'Agendar 3 citas', form)
  await within(form).findByText('Ocupada por Juan Paz, de 10:00 a 11:00')
  expect(await statusesOf(desk)).toEqual([])
  await press(user, 'Saltear y agregar una al final', form)
  await within(form).findByText('3 fechas listas, 1 salteada')
  await press(user, 'Agendar 3 citas', form)
  await screen.findByText('3 citas agendadas')
  expect(await startsOf(desk)).toEqual([0, 2, 3].map((weeks) => week(weeks).toISOString()))
})

test('the desk cancels one of a series, with the number shown for each choice', async () => {
  const desk = await buildDesk(platform)
  await bookFour(desk)
  const user = await open(onMonday, { as: desk.reception })
  await user.click(await card('Irma Sosa'))
  await within(await dialog()).findByText('Cita 1 de 4')
  await openRareAction(user, 'Cancelar la cita…')
  await user.click(await within(await dialog()).findByRole('radio', { name: /^El paciente/ }))
  await chooseScope(user, /^Esta y las siguientes/)
  await within(await dialog()).findByText('Se cancelan 4 citas, y sus horas quedan libres.')
  await chooseScope(user, /^Solo esta/)
  await press(user, 'Cancelar la cita', await dialog())
  await screen.findByText('Cita cancelada')
  expect(await statusesOf(desk)).toEqual(['cancelled', 'confirmed', 'confirmed', 'confirmed'])
})

test('the desk cancels all of a series that are still to come, and is told to call', async () => {
  const desk = await buildDesk(platform)
  await bookFour(desk)
  const user = await open('/center/dashboard?seccion=agenda&fecha=2026-12-07', { as: desk.reception })
  await user.click(await card('Irma Sosa'))
  await openRareAction(user, 'Cancelar la cita…')
  await user.click(await within(await dialog()).findByRole('radio', { name: /^Nosotros/ }))
  await chooseScope(user, /^Todas las que faltan/)
  await within(await dialog()).findByText('No le llega correo: te pedimos que llames.')
  await fill(user, /^Motivo/, 'La profesional se muda', await dialog())
  await expectAccessible()
  await press(user, 'Cancelar 4 citas', await dialog())
  await screen.findByRole('heading', { name: 'Hay que llamar' })
  expect(new Set(await statusesOf(desk))).toEqual(new Set(['cancelled']))
  await press(user, 'Listo', await dialog())
})

test('the desk moves the rest of a series after a preview, and what does not fit leads to its appointment', async () => {
  const desk = await buildDesk(platform)
  await bookFour(desk)
  const later = (weeks: number) => new Date(week(weeks).getTime() + 2 * hourMs)
  await desk.book({ startsAt: later(2), person: newGuest('Juan Paz') })
  const user = await open(onMonday, { as: desk.reception })
  await user.click(await card('Irma Sosa'))
  await press(user, 'Mover…', await dialog())
  await chooseScope(user, /^Todas las que faltan/)
  await fill(user, /^Hora/, '12:00', await dialog())
  await user.click(await within(await dialog()).findByRole('checkbox', { name: /^Lo pidió el paciente/ }))
  await press(user, 'Ver cuáles entran', await dialog())
  await within(await dialog()).findByText(/^Entran 3 citas\. 1 cita se queda como está:/)
  await expectAccessible()
  expect(await startsOf(desk)).toEqual([0, 1, 2, 3].map((weeks) => week(weeks).toISOString()))
  await press(user, 'Mover 3 citas', await dialog())
  await screen.findByRole('heading', { name: 'Quedaron como estaban (1)' })
  expect(await startsOf(desk)).toEqual([later(0), later(1), week(2), later(3)].map((start) => start.toISOString()))
  await user.click(screen.getByRole('link', { name: 'Abrir esta cita' }))
  await screen.findByText('Cita 3 de 4')
})

test('the patient sees the place of each appointment of a series', async () => {
  const desk = await buildDesk(platform)
  const { patientId } = await buildPatient(platform, { fullName: 'Irma Sosa' })
  await buildAppointment(platform, { ...desk, patientId, status: 'completed', startsAt: week(-1) })
  await bookFour(desk, { kind: 'patient', id: patientId })
  await open('/dashboard', { as: patientId })
  await screen.findByText(/Cita 1 de 4/)
  for (const place of [2, 3, 4]) screen.getByText(new RegExp(`Cita ${place} de 4`))
})
