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
  'Fecha;Hora;Paciente;Celular;Profesional;Tratamiento;Importe',
  '24/11/2026;10:00;Ana Pérez;099 111 222;Dra. Suárez;Sesión;1.200',
  '24/11/2026;11:00;Lía Pérez;099 111 222;Dra. Suárez;Sesión;',
  '23/11/2026;10:30;Eva Sosa;;Dra. Suárez;Sesión;',
  '29/11/2026;10:00;Ana Pérez;099 111 222;Dra. Suárez;Sesión;',
  '31/02/2027;10:00;Ana Pérez;099 111 222;Dra. Suárez;Sesión;',
  '25/11/2026;10:00;Inés Luna;099 123 456;Dra. Suárez;Sesión;',
].join('\r\n')

/** The receptionist, with the dialog open at future appointments, at a centre where Rosa has Monday at ten. */
async function openImport() {
  const desk = await buildDesk(platform)
  await desk.book({ startsAt: monday, person: newGuest('Rosa Luna', '099 123 456') })
  const user = await open(page, { as: desk.reception })
  await user.click(await screen.findByRole('button', { name: 'Importar' }))
  await user.click(await screen.findByRole('radio', { name: /^Citas futuras/ }))
  return { desk, user }
}

async function choose(user: UserEvent, content: string) {
  const input = within(await dialog()).getByLabelText('Archivo con las citas')
  await user.upload(input, new File([content], 'citas.csv', { type: 'text/csv' }))
}
const stored = (centerId: string) =>
  platform.db.selectFrom('appointments').where('center_id', '=', centerId).orderBy('starts_at').selectAll().execute()

test('the receptionist brings in future appointments after a preview, decides who is who, and undoes it', async () => {
  const { desk, user } = await openImport()
  await expectAccessible()
  await choose(user, text)
  await within(await dialog()).findByText(/6 líneas/)
  await expectAccessible()
  await press(user, 'Seguir', await dialog())
  const professional = await within(await dialog()).findByLabelText<HTMLSelectElement>('Profesional: Dra. Suárez')
  expect(professional.value).toBe(desk.professionalId)
  const service = within(await dialog()).getByLabelText<HTMLSelectElement>('Servicio: Sesión')
  expect(service.value).toBe('')
  await press(user, 'Revisar', await dialog())
  await within(await dialog()).findByText('Elige el profesional y el servicio de alguna de las citas.')
  await user.selectOptions(service, desk.serviceId)
  await expectAccessible()
  await press(user, 'Revisar', await dialog())
  await within(await dialog()).findByText(/^Línea 4:/)
  const preview = (await dialog()).textContent
  expect(preview).toMatch(/Línea 4: .*choca con la cita de Rosa Luna, de 10:00 a 11:00/)
  expect(preview).toContain('Línea 6: no se entiende la fecha, o ese día no existe')
  expect(preview).toMatch(/Línea 5: .*está fuera del horario del profesional/)
  const who = within(await dialog()).getByLabelText<HTMLSelectElement>('Línea 7: quién es')
  expect(who.value).toBe('new')
  await within(await dialog()).findByRole('button', { name: 'Importar 3 citas' })
  await user.selectOptions(who, 'Rosa Luna · +598 99 123 456')
  await user.click(within(await dialog()).getByText(/^Fuera del horario, en ausencias/))
  await user.click(within(await dialog()).getByLabelText('Agendarlas igual'))
  await expectAccessible()
  expect(await stored(desk.centerId)).toHaveLength(1)
  await press(user, 'Importar 4 citas', await dialog())
  await within(await dialog()).findByText(/Agendamos 4 citas/)
  await expectAccessible()
  const rows = await stored(desk.centerId)
  expect(rows.map((row) => [row.starts_at.toISOString(), row.price])).toEqual([
    ['2026-11-23T13:00:00.000Z', 150_000],
    ['2026-11-24T13:00:00.000Z', 120_000],
    ['2026-11-24T14:00:00.000Z', 150_000],
    ['2026-11-25T13:00:00.000Z', 150_000],
    ['2026-11-29T13:00:00.000Z', 150_000],
  ])
  expect(rows[3]?.guest_id).toBe(rows[0]?.guest_id)
  await press(user, 'Importar otro archivo', await dialog())
  await within(await dialog()).findByText('4 citas agendadas · 2 no se pudieron')
  await press(user, 'Deshacer', await dialog())
  await press(user, 'Deshacer la importación', await screen.findByRole('dialog', { name: /^¿Deshacer/ }))
  await screen.findByText('Quitamos 4 citas.')
  expect((await desk.guests()).map((row) => row.full_name)).toEqual(['Rosa Luna'])
  expect(await stored(desk.centerId)).toHaveLength(1)
})

test('the same file again books nothing, and says that all are there', async () => {
  const { user, desk } = await openImport()
  const one = text.split('\r\n').slice(0, 3).join('\r\n').replaceAll('Sesión', 'Fisioterapia')
  await platform.db.updateTable('services').set({ name: 'Fisioterapia' }).where('id', '=', desk.serviceId).execute()
  for (const last of ['Importar 2 citas', undefined]) {
    await choose(user, one)
    await press(user, 'Seguir', await dialog())
    await within(await dialog()).findByLabelText('Servicio: Fisioterapia')
    await press(user, 'Revisar', await dialog())
    if (last) {
      await press(user, last, await dialog())
      await within(await dialog()).findByText(/Agendamos 2 citas/)
      await press(user, 'Importar otro archivo', await dialog())
    }
  }
  await within(await dialog()).findByText('No hay citas para agendar en este archivo.')
  expect((await dialog()).textContent).toContain('Ya están en la agenda (2)')
  expect(await stored(desk.centerId)).toHaveLength(3)
})

test('a file without a date asks for its column', async () => {
  const { user } = await openImport()
  await choose(user, 'Cuándo;Paciente\r\n24/11/2026 10:00;Ana Pérez')
  await press(user, 'Seguir', await dialog())
  await within(await dialog()).findByText('Elige qué columna tiene la fecha.')
  await user.selectOptions(await within(await dialog()).findByLabelText('Cuándo'), 'Fecha, o fecha y hora')
  await press(user, 'Seguir', await dialog())
  await within(await dialog()).findByLabelText('Profesional de las líneas que no lo dicen')
})

test('a receptionist who loses her access in the middle books nothing, and is led to her own page', async () => {
  const { desk, user } = await openImport()
  await choose(user, text)
  await press(user, 'Seguir', await dialog())
  await user.selectOptions(await within(await dialog()).findByLabelText('Servicio: Sesión'), desk.serviceId)
  await press(user, 'Revisar', await dialog())
  const go = await within(await dialog()).findByRole('button', { name: 'Importar 3 citas' })
  await platform.db.deleteFrom('center_members').where('user_id', '=', desk.reception).execute()
  await user.click(go)
  await screen.findByRole('heading', { name: 'Mi Dashboard' })
  expect(await stored(desk.centerId)).toHaveLength(1)
})
