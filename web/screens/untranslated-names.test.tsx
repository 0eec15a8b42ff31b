import { screen, waitFor, within } from '@testing-library/dom'
import type { UserEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'

import { requestCall } from '#server/features/appointments/repository/calls.ts'
import { collectPayment } from '#server/features/appointments/usecases/collect-payment.ts'
import { hourMs } from '#server/platform/local-time.ts'
import { later, monday } from '#server/testing/booking.ts'
import { buildAppointment, buildPatient, buildProfessional, buildService } from '#server/testing/builders.ts'
import { buildDesk, newGuest } from '#server/testing/desk.ts'

import { press, startScreens } from './screens.tsx'

const { platform, open } = await startScreens()
const dashboard = '/center/dashboard?seccion='
const dialog = () => screen.findByRole('dialog')

/** Names whose words a translator would translate: of a patient, a guest, professionals and the centre. */
const people = ['Sol Rey', 'Rosa Blanco', 'Flor Reyes', 'Pilar Bosques', 'Casa Prado']

/** The texts of the page with one of the names that a translator would change. A message that disappears again is not among them. */
function translatedNames(): string[] {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const found = new Set<string>()
  while (walker.nextNode()) {
    const { data, parentElement } = walker.currentNode as Text
    const isSkipped = parentElement?.closest('[translate=no], script, style, [data-toast]')
    if (!isSkipped && people.some((name) => data.includes(name))) found.add(data)
  }
  return [...found]
}

/** A centre with a request, a debt, a payment, a visit without a result and a pending call. */
async function buildBusyDesk() {
  const desk = await buildDesk(platform)
  const { centerId, professionalId } = desk
  await platform.db
    .updateTable('center_profiles')
    .set({ center_name: 'Casa Prado' })
    .where('id', '=', centerId)
    .execute()
  const flor = { full_name: 'Flor Reyes' }
  await platform.db.updateTable('professionals').set(flor).where('id', '=', professionalId).execute()
  const colleague = await buildProfessional(platform, { centerId, name: 'Pilar Bosques' })
  await buildService(platform, colleague)
  const { patientId } = await buildPatient(platform, { fullName: 'Sol Rey' })
  const book = (startsAt: Date, status: 'pending' | 'confirmed' | 'completed') =>
    buildAppointment(platform, { ...desk, patientId, startsAt, status })
  const now = platform.clock.now()
  await book(new Date(now.getTime() - 48 * hourMs), 'completed')
  const paid = await book(new Date(now.getTime() - 24 * hourMs), 'completed')
  await collectPayment(platform, { ...desk.at(paid.appointmentId), amountCents: 1000, method: 'efectivo' })
  await book(new Date(now.getTime() - 3 * hourMs), 'confirmed')
  await book(later(4 * hourMs), 'pending')
  const { row } = await desk.book({ startsAt: monday, person: newGuest('Rosa Blanco', '099 123 456') })
  const call = { centerId, appointmentId: row.id, wasAt: monday, now }
  await platform.db.transaction().execute((tx) => requestCall(tx, call))
  return desk
}

const shows = async (name: string) => {
  await waitFor(() => expect(document.body.textContent).toContain(name))
}

async function openCard(user: UserEvent, name: string): Promise<void> {
  await user.click((await screen.findAllByRole('button', { name: new RegExp(name) }))[0] as HTMLElement)
  await within(await dialog()).findByText('Profesional')
}

test('no screen of the desk lets a translator change the name of a person or of the centre', async () => {
  const desk = await buildBusyDesk()
  const user = await open(`${dashboard}agenda&fecha=2026-11-23`, { as: desk.reception })
  await screen.findByRole('button', { name: /Rosa Blanco/ })
  expect(translatedNames(), 'the day').toEqual([])

  await openCard(user, 'Rosa Blanco')
  expect(translatedNames(), 'the details').toEqual([])
  await user.click(await within(await dialog()).findByRole('button', { name: 'Más acciones' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Cancelar la cita…' }))
  await shows('¿Cancelar la cita de')
  expect(translatedNames(), 'the cancellation').toEqual([])
  await press(user, 'Conservar la cita')

  for (const [button, title] of [
    ['Mover…', 'Mover la cita de'],
    ['Cobrar…', 'Cobrar'],
  ] as const) {
    await openCard(user, 'Rosa Blanco')
    await press(user, button, await dialog())
    await screen.findByRole('dialog', { name: new RegExp(title) })
    expect(translatedNames(), title).toEqual([])
    await press(user, 'Volver', await dialog())
  }

  await press(user, 'Nueva cita')
  await user.type(await within(await dialog()).findByRole('combobox', { name: /^Quién viene/ }), 'Rosa')
  await user.click(await within(await dialog()).findByRole('option', { name: /Rosa Blanco/ }))
  await shows('Cambiar')
  expect(translatedNames(), 'the booking').toEqual([])
})

test.each([
  ['agenda&fecha=2026-11-23&vista=semana', 'Rosa Blanco'],
  ['pacientes', 'Sol Rey'],
  ['caja', 'Sol Rey'],
  ['disponibilidad', 'Flor Reyes'],
  ['equipo', 'Flor Reyes'],
  ['inicio', 'Sol Rey'],
])('no part of the section «%s» lets a translator change a name', async (section, name) => {
  const desk = await buildBusyDesk()
  await open(`${dashboard}${section}`, { as: section === 'caja' ? desk.reception : desk.owner })
  await shows(name)
  expect(translatedNames()).toEqual([])
})
