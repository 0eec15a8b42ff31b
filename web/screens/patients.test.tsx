import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'

import { createDependant } from '#server/features/accounts/usecases/update-dependants.ts'
import { monday } from '#server/testing/booking.ts'
import { buildAppointment, buildPatient } from '#server/testing/builders.ts'
import { buildDesk, newGuest } from '#server/testing/desk.ts'

import { expectAccessible, fill, press, startScreens } from './screens.tsx'

const { platform, open } = await startScreens()
const page = '/center/dashboard?seccion=pacientes'
const dialog = () => screen.findByRole('dialog')

/** A guest of a centre with an appointment, and the receptionist who opens the list of patients. */
async function openPatients() {
  const desk = await buildDesk(platform)
  await desk.book({ startsAt: monday })
  const user = await open(page, { as: desk.reception })
  return { desk, user, row: () => screen.findByRole('button', { name: /Rosa Luna/ }) }
}

test('a search without a match says so, and one by name or telephone finds the patient', async () => {
  const { user, row } = await openPatients()
  await row()
  await fill(user, /^Buscar por nombre, teléfono/, 'Nadie Sellama Así')
  await screen.findByRole('heading', { name: 'Nadie con esos datos' })
  await expectAccessible()
  for (const text of ['rosa', '123 456']) {
    await fill(user, /^Buscar por nombre, teléfono/, text)
    await row()
  }
})

test('the receptionist reads the appointments of a guest and corrects the data, with each error beside its field', async () => {
  const { desk, user, row } = await openPatients()
  await user.click(await row())
  await within(await dialog()).findByRole('heading', { name: 'Citas en el centro' })
  expect((await within(await dialog()).findByRole('listitem')).textContent).toContain('10:00')
  expect(location.search).toMatch(/paciente=guest\./)
  await press(user, 'Corregir datos', await dialog())
  await fill(user, /^Correo electrónico/, 'no es un correo', await dialog())
  await press(user, 'Guardar', await dialog())
  await within(await dialog()).findByText('Por favor ingresa un email válido')
  await expectAccessible()
  await fill(user, /^Correo electrónico/, '', await dialog())
  await fill(user, /^Nota de recepción/, 'Toca el timbre dos veces', await dialog())
  await press(user, 'Guardar', await dialog())
  await screen.findByText('Datos corregidos')
  await within(await dialog()).findByText('Toca el timbre dos veces')
  expect((await desk.guests()).map(({ note }) => note)).toEqual(['Toca el timbre dos veces'])
})

test('the receptionist writes what the centre keeps of a patient with an account, filters by a tag, and books in one press', async () => {
  const desk = await buildDesk(platform)
  const { patientId } = await buildPatient(platform, { fullName: 'Marta Sosa' })
  await buildAppointment(platform, { ...desk, patientId, startsAt: monday })
  await desk.book({ startsAt: new Date(monday.getTime() + 2 * 3_600_000) })
  const user = await open(page, { as: desk.reception })
  await user.click(await screen.findByRole('button', { name: /^Marta Sosa/ }))
  await within(await dialog()).findByText('Al día')
  await press(user, 'Editar ficha', await dialog())
  await fill(user, /^Cédula/, '1.234.567-9', await dialog())
  await press(user, 'Guardar', await dialog())
  await within(await dialog()).findByText(/Esa cédula no es válida/)
  await fill(user, /^Cédula/, '1.234.567-2', await dialog())
  await fill(user, /^Fecha de nacimiento/, '31/12/1980', await dialog())
  await fill(user, /^Mutualista/, 'casmu', await dialog())
  await fill(user, /^Etiquetas/, 'Control, Domicilio', await dialog())
  await expectAccessible()
  await press(user, 'Guardar', await dialog())
  await screen.findByText('Datos guardados')
  for (const text of ['1.234.567-2', 'CASMU', /^31 de diciembre de 1980 · 45 años/])
    await within(await dialog()).findByText(text)
  await within(await dialog()).findByText('Domicilio')
  await expectAccessible()
  await user.keyboard('{Escape}')
  await user.selectOptions(await screen.findByLabelText('Etiqueta'), 'Control')
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Rosa Luna/ })).toBeNull())
  await user.click(await screen.findByRole('button', { name: /^Marta Sosa/ }))
  await user.click(await within(await dialog()).findByRole('link', { name: 'Nueva cita' }))
  const booking = await screen.findByRole('dialog', { name: 'Nueva cita' })
  await within(booking).findByText('Marta Sosa')
  await waitFor(() => expect(location.search).not.toContain('accion'))
})

test('a telephone that another guest has leads to that guest while it is typed', async () => {
  const { desk, user, row } = await openPatients()
  await desk.book({ startsAt: new Date(monday.getTime() + 2 * 3_600_000), person: newGuest('Inés Gil', '099 555 444') })
  await user.click(await row())
  await press(user, 'Corregir datos', await dialog())
  await fill(user, /^Teléfono/, '099555444', await dialog())
  await within(await dialog()).findByText('Ya hay una persona con este teléfono:')
  await press(user, 'Ver a Inés Gil', await dialog())
  await within(await dialog()).findByRole('link', { name: '+598 99 555 444' })
})

test('a name with a slip finds who is spelled nearly so, and says that no name is written so', async () => {
  const { desk, user, row } = await openPatients()
  await desk.book({ startsAt: new Date(monday.getTime() + 2 * 3_600_000), person: newGuest('Inés Martínez') })
  await row()
  await fill(user, /^Buscar por nombre, teléfono/, 'martines')
  await screen.findByText(/No hay ningún nombre escrito así/)
  await screen.findByRole('button', { name: /^Inés Martínez/ })
  expect(screen.queryByRole('button', { name: /^Rosa Luna/ })).toBeNull()
})

test('the receptionist merges the two sheets of a person, reads how the sheet will be, and separates them again', async () => {
  const { desk, user, row } = await openPatients()
  const second = { ...newGuest('Rosita Luna', '099 123 456'), email: 'rosa@correo.uy' }
  await desk.book({ startsAt: new Date(monday.getTime() + 2 * 3_600_000), person: second })
  await user.click(await row())
  await press(user, 'Unir con otra ficha', await dialog())
  const search = await screen.findByRole('dialog', { name: 'Unir con otra ficha' })
  await expectAccessible()
  await user.click(await within(search).findByRole('button', { name: /^Elegir a Rosita Luna/ }))
  const question = await screen.findByRole('dialog', { name: /^¿Unir la ficha de Rosita Luna/ })
  await within(question).findByText('Otro nombre: Rosita Luna')
  await within(question).findByText('Pasan a esta ficha: 1 cita.')
  await expectAccessible()
  await press(user, 'Unir las fichas', question)
  await screen.findByText('Las fichas están unidas')
  const sheet = await dialog()
  await within(sheet).findByText(/se unió aquí la ficha de/)
  await waitFor(() => expect(within(sheet).getAllByRole('link', { name: /Sesión de fisioterapia/ })).toHaveLength(2))
  await expectAccessible()
  await press(user, 'Deshacer', sheet)
  await screen.findByText('Las fichas están separadas de nuevo')
  await waitFor(() => expect(within(sheet).getAllByRole('link', { name: /Sesión de fisioterapia/ })).toHaveLength(1))
})

test('a child has a sheet apart, found by the parent’s name, with the parent’s telephone, and the parent’s sheet leads to it', async () => {
  const desk = await buildDesk(platform)
  const { patientId } = await buildPatient(platform, { fullName: 'Marta Sosa' })
  const details = { fullName: 'Sofía Gil', birthDate: '2019-05-04', relation: 'Hija' }
  const { id: dependant_id } = await createDependant(platform, { userId: patientId, details })
  const sister = { ...details, fullName: 'Inés Gil' }
  const { id: sisterId } = await createDependant(platform, { userId: patientId, details: sister })
  for (const [id, startsAt] of [
    [dependant_id, monday],
    [sisterId, new Date(monday.getTime() + 3_600_000)],
  ] as const) {
    const { appointmentId } = await buildAppointment(platform, { ...desk, patientId, startsAt })
    await platform.db.updateTable('appointments').set({ dependant_id: id }).where('id', '=', appointmentId).execute()
  }
  await platform.db.updateTable('profiles').set({ phone: '099 111 222' }).where('id', '=', patientId).execute()
  const user = await open(page, { as: desk.reception })
  await screen.findByRole('button', { name: /^Sofía Gil.*hija de Marta Sosa · 7 años/i })
  expect(screen.queryByRole('button', { name: /^Marta Sosa/ })).toBeNull()
  await fill(user, /^Buscar por nombre, teléfono/, 'marta')
  await user.click(await screen.findByRole('button', { name: /^Marta Sosa/ }))
  const child = await within(await dialog()).findByRole('link', { name: 'Sofía Gil (7 años)' })
  expect(child.closest('p')?.textContent).toMatch(
    /También reserva para (Sofía Gil \(7 años\) e Inés|Inés Gil \(7 años\) y Sofía)/,
  )
  await user.click(child)
  await within(await dialog()).findByText(/Datos de contacto de/)
  await within(await dialog()).findByRole('link', { name: '099 111 222' })
  expect((await within(await dialog()).findByRole('listitem')).textContent).toContain('10:00')
  expect(location.search).toContain(`paciente=dependant.${dependant_id}`)
  await expectAccessible()
})

test('the data of a guest are deleted after a question, and the list no longer has them', async () => {
  const { desk, user, row } = await openPatients()
  await user.click(await row())
  await press(user, 'Eliminar datos', await dialog())
  await screen.findByRole('dialog', { name: /^¿Eliminar los datos de Rosa Luna/ })
  await expectAccessible()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog', { name: /^¿Eliminar/ })).toBeNull())
  expect((await desk.guests())[0]?.full_name).toBe('Rosa Luna')
  const appointment = { status: 'cancelled', cancelled_at: platform.clock.now(), cancelled_by: 'patient' } as const
  await platform.db.updateTable('appointments').set(appointment).where('center_id', '=', desk.centerId).execute()
  await press(user, 'Eliminar datos', await dialog())
  await press(user, 'Eliminar datos', await screen.findByRole('dialog', { name: /^¿Eliminar/ }))
  await screen.findByText('Datos eliminados')
  await waitFor(() => expect(screen.queryByRole('button', { name: /Rosa Luna/ })).toBeNull())
  expect((await desk.guests()).filter(({ full_name: name }) => name === 'Rosa Luna')).toEqual([])
})
