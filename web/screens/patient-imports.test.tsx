import { screen, within } from '@testing-library/dom'
import type { UserEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'

import { monday } from '#server/testing/booking.ts'
import { buildDesk, newGuest } from '#server/testing/desk.ts'

import { expectAccessible, press, startScreens } from './screens.tsx'

const { platform, open } = await startScreens()
const page = '/center/dashboard?seccion=pacientes'
const dialog = () => screen.findByRole('dialog')
const text = [
  'Nombre;Celular;Celular;Documento;Fecha de nacimiento;Otra',
  'Ana Pérez;099 111 222;;1.234.567-2;31/12/80;=1+1',
  'Lía Pérez;099 111 222;;;;',
  'Rosa Luna;099 123 456;;;;',
  'Mal Teléfono;12;;;;',
].join('\r\n')

/** The receptionist, with the dialog open, at a centre with one patient. */
async function openImport(as: 'reception' | 'owner' = 'reception') {
  const desk = await buildDesk(platform)
  await desk.book({ startsAt: monday, person: newGuest('Rosa Luna', '099 123 456') })
  const user = await open(page, { as: desk[as] })
  await user.click(await screen.findByRole('button', { name: 'Importar' }))
  return { desk, user }
}

async function choose(user: UserEvent, content: string) {
  const input = within(await dialog()).getByLabelText('Archivo con los pacientes')
  await user.upload(input, new File([content], 'pacientes.csv', { type: 'text/csv' }))
}

test('the receptionist brings in a file after a preview, and undoes it', async () => {
  const { desk, user } = await openImport()
  await expectAccessible()
  await choose(user, text)
  await within(await dialog()).findByText(/4 líneas/)
  expect(((await within(await dialog()).findByLabelText('Celular (columna 2)')) as HTMLSelectElement).value).toBe(
    'phone',
  )
  expect((within(await dialog()).getByLabelText('Celular (columna 3)') as HTMLSelectElement).value).toBe('')
  await expectAccessible()
  await press(user, 'Revisar', await dialog())
  await within(await dialog()).findByText('Línea 5: el teléfono no es válido')
  const preview = (await dialog()).textContent
  expect(preview).toContain('Línea 4: Rosa Luna, por el teléfono y el nombre')
  expect(preview).toContain('Línea 3: lo tiene Ana Pérez')
  await expectAccessible()
  expect(await desk.guests()).toHaveLength(1)
  await press(user, 'Importar 2 pacientes', await dialog())
  await within(await dialog()).findByText(/Agregamos 2 pacientes/)
  await expectAccessible()
  expect((await desk.guests()).find((row) => row.full_name === 'Ana Pérez')).toMatchObject({
    ...{ cedula: '12345672', birth_date: '1980-12-31', phone: '+598 99 111 222' },
  })
  await press(user, 'Importar otro archivo', await dialog())
  await within(await dialog()).findByText('2 agregados · 1 ya estaban · 1 no se pudieron')
  await press(user, 'Deshacer', await dialog())
  await press(user, 'Deshacer la importación', await screen.findByRole('dialog', { name: /^¿Deshacer/ }))
  await screen.findByText('Quitamos 2 pacientes.')
  await expectAccessible()
  expect((await desk.guests()).map((row) => row.full_name)).toEqual(['Rosa Luna'])
})

test('a file without a name for each patient asks for the column, and one that is no text says so', async () => {
  const { user } = await openImport('owner')
  await choose(user, 'PK\u0003\u0004\u0000\u0000')
  await within(await dialog()).findByText(/No es un archivo de texto/)
  await choose(user, 'Quién;Celular\r\nAna Pérez;099 111 222')
  await press(user, 'Revisar', await dialog())
  await within(await dialog()).findByText('Elige qué columna tiene el nombre.')
  await user.selectOptions(await within(await dialog()).findByLabelText('Quién'), 'Nombre')
  await press(user, 'Revisar', await dialog())
  await within(await dialog()).findByRole('button', { name: 'Importar 1 paciente' })
})

test('a receptionist who loses her access in the middle adds nothing, and is led to her own page', async () => {
  const { desk, user } = await openImport()
  await choose(user, text)
  await press(user, 'Revisar', await dialog())
  const go = await within(await dialog()).findByRole('button', { name: 'Importar 2 pacientes' })
  await platform.db.deleteFrom('center_members').where('user_id', '=', desk.reception).execute()
  await user.click(go)
  await screen.findByRole('heading', { name: 'Mi Dashboard' })
  expect(await desk.guests()).toHaveLength(1)
})

test('a professional has no import', async () => {
  const desk = await buildDesk(platform)
  await desk.book({ startsAt: monday })
  await open(page, { as: desk.professional })
  await screen.findByRole('button', { name: /^Rosa Luna/ })
  expect(screen.queryByRole('button', { name: 'Importar' })).toBeNull()
})
