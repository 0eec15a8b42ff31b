import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'

import { hourMs } from '#server/platform/local-time.ts'
import { later, monday } from '#server/testing/booking.ts'
import { buildAppointment, buildMember, buildProfessional } from '#server/testing/builders.ts'
import { buildDesk, newGuest } from '#server/testing/desk.ts'

import { expectAccessible, fill, press, startScreens } from './screens.tsx'

const { platform, open } = await startScreens()
const page = '/center/dashboard?seccion=disponibilidad'
const dialog = () => screen.findByRole('dialog')
const week = () => screen.findByRole('region', { name: 'Horario semanal' })
const mondayOnly = [{ weekday: 1, startMinute: 9 * 60, endMinute: 18 * 60 + 30 }]
const hoursOf = (professionalId: string) =>
  platform.db
    .selectFrom('weekly_hours')
    .select(['weekday', 'start_minute', 'end_minute'])
    .where('professional_id', '=', professionalId)
    .orderBy('weekday')
    .orderBy('start_minute')
    .execute()

test('intervals that end before they start or overlap are refused beside them, and a corrected week is saved', async () => {
  const { centerId, professionalId } = await buildProfessional(platform, { hours: mondayOnly })
  const user = await open(page, { as: centerId })
  expect(await screen.findByLabelText(/^Lunes, hasta/)).toHaveProperty('value', '18:30')
  await fill(user, /^Lunes, hasta/, '13')
  await press(user, 'Agregar un tramo el lunes')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/^Lunes, tramo 2, desde/)))
  await fill(user, /^Lunes, tramo 2, desde/, '12')
  await fill(user, /^Lunes, tramo 2, hasta/, '11')
  await press(user, 'Guardar horario')
  await within(await week()).findByText('Tiene que terminar después de empezar')
  await fill(user, /^Lunes, tramo 2, hasta/, '18')
  await press(user, 'Guardar horario')
  await within(await week()).findByText('Este horario se superpone con otro del mismo día')
  await expectAccessible()
  expect(await hoursOf(professionalId)).toEqual([{ weekday: 1, start_minute: 540, end_minute: 1110 }])

  await fill(user, /^Lunes, tramo 2, desde/, '14')
  await press(user, 'Copiar el lunes a otros días')
  await user.click(await within(await dialog()).findByRole('checkbox', { name: 'Sábado' }))
  await press(user, 'Copiar', await dialog())
  expect(await screen.findByLabelText(/^Sábado, tramo 2, hasta/)).toHaveProperty('value', '18:00')
  await press(user, 'Vaciar el sábado')
  await press(user, 'Guardar horario')
  await screen.findByText('Horario guardado')
  expect(await hoursOf(professionalId)).toEqual(
    [1, 2, 3, 4, 5].flatMap((weekday) => [
      { weekday, start_minute: 540, end_minute: 780 },
      { weekday, start_minute: 840, end_minute: 1080 },
    ]),
  )
})

test('before hours that exclude appointments are saved, the page lists those appointments', async () => {
  const { centerId, professionalId } = await buildAppointment(platform, { startsAt: monday })
  const user = await open(page, { as: centerId })
  const before = await hoursOf(professionalId)
  await press(user, 'Vaciar el lunes')
  await press(user, 'Guardar horario')
  const question = await screen.findByRole('dialog')
  expect(question.textContent).toMatch(/fuera del horario/)
  expect((await within(question).findByRole('listitem')).textContent).toContain('10:00')
  expect(await hoursOf(professionalId)).toEqual(before)
  await expectAccessible()
})

test('an owner with unsaved hours is asked before the section changes', async () => {
  const { centerId } = await buildProfessional(platform, { hours: mondayOnly })
  const user = await open(page, { as: centerId })
  await press(user, 'Usar el horario habitual')
  const sections = within(screen.getByRole('navigation', { name: 'Secciones de tu centro' }))
  await user.click(sections.getByRole('link', { name: /^Perfil/ }))
  expect((await dialog()).textContent).toContain('Hay cambios sin guardar')
  await press(user, 'Seguir editando', await dialog())
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(location.search).toBe('?seccion=disponibilidad')
  await press(user, 'Descartar cambios')
  expect(screen.queryByLabelText(/^Sábado, tramo 1, hasta/)).toBeNull()
})

test('time off that ends before it starts is refused, and a corrected one is listed and removed', async () => {
  const { centerId } = await buildProfessional(platform)
  const user = await open(page, { as: centerId })
  const absences = await screen.findByRole('region', { name: 'Ausencias' })
  await press(user, 'Agregar ausencia', absences)
  await user.click(await within(await dialog()).findByText('Parte de un día'))
  await fill(user, /^Día \*?$/, '2027-03-03', await dialog())
  await fill(user, /^Desde/, '16', await dialog())
  await fill(user, /^Hasta/, '15', await dialog())
  await press(user, 'Agregar ausencia', await dialog())
  await within(await dialog()).findByText('Tiene que terminar después de empezar')
  await expectAccessible()
  await fill(user, /^Hasta/, '1730', await dialog())
  await fill(user, /^Motivo/, 'Curso', await dialog())
  await press(user, 'Agregar ausencia', await dialog())
  await screen.findByText('Ausencia agregada')
  await waitFor(() => expect(absences.textContent).toContain('mié 3 mar, de 16:00 a 17:30'))
  await press(user, /^Quitar la ausencia/, absences)
  await press(user, 'Quitar ausencia', await dialog())
  await within(absences).findByText('No hay ausencias por delante.')
})

test('one button closes all paid holidays', async () => {
  const { centerId } = await buildProfessional(platform)
  const user = await open(page, { as: centerId })
  const holidays = await screen.findByRole('region', { name: 'Feriados de Uruguay' })
  await press(user, 'Cerrar en los feriados marcados', holidays)
  await screen.findByText(/feriados cerrados/)
  await waitFor(() => expect(within(holidays).getAllByText('Cerrado')).toHaveLength(5))
  await expectAccessible()
})

test('a receptionist reads the hours and cannot change them', async () => {
  const { centerId } = await buildProfessional(platform, { name: 'Renata Olivera' })
  const { userId } = await buildMember(platform, { centerId, role: 'reception' })
  await open(page, { as: userId })
  await screen.findByText('Lo cambia quien dirige el centro.')
  expect(screen.queryByRole('button', { name: 'Guardar horario' })).toBeNull()
})

test('a professional changes their own hours, and is shown no colleague', async () => {
  const { centerId, professionalId } = await buildProfessional(platform, { name: 'Renata Olivera' })
  await buildProfessional(platform, { centerId, name: 'Ana Suárez' })
  const { userId } = await buildMember(platform, { centerId, role: 'professional', professionalId })
  const user = await open(page, { as: userId })
  expect((await week()).textContent).toContain('Renata Olivera')
  expect(screen.queryByText(/Ana Suárez/)).toBeNull()
  await press(user, 'Agregar ausencia')
  await within(await dialog()).findByLabelText(/^Motivo/)
  expect(within(await dialog()).queryByRole('checkbox', { name: /todo el equipo|Todos/ })).toBeNull()
})

test('an absence whose appointments change while the question is open asks again, with what it would cancel now', async () => {
  const desk = await buildDesk(platform)
  await desk.book({ startsAt: monday })
  const statuses = async () => {
    const rows = await platform.db
      .selectFrom('appointments')
      .where('center_id', '=', desk.centerId)
      .select('status')
      .execute()
    return rows.map(({ status }) => status)
  }
  const user = await open(page, { as: desk.owner })
  await press(user, 'Agregar ausencia', await screen.findByRole('region', { name: 'Ausencias' }))
  await fill(user, /^Primer día/, '2026-11-23', await dialog())
  await fill(user, /^Último día/, '2026-11-23', await dialog())
  await press(user, 'Agregar ausencia', await dialog())
  await user.click(await screen.findByRole('radio', { name: /^Cancelarlas/ }))
  await fill(user, /Motivo/, 'Se rompió un caño', await dialog())
  await screen.findByText(/Se cancela 1 cita\./)
  await desk.book({ startsAt: later(2 * hourMs), person: newGuest('Ana Luna') })
  await press(user, 'Agregar y cancelar las citas', await dialog())
  await screen.findByText(/Las condiciones cambiaron mientras las leías/)
  await screen.findByText(/Se cancelan 2 citas\./)
  expect(await statuses()).toEqual(['confirmed', 'confirmed'])
  await press(user, 'Agregar y cancelar las citas', await dialog())
  await waitFor(async () => expect(await statuses()).toEqual(['cancelled', 'cancelled']))
})
