import { screen, waitFor, within } from '@testing-library/dom'
import type { UserEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'

import { monday } from '#server/testing/booking.ts'
import { buildAccount, buildCenter, buildPatient } from '#server/testing/builders.ts'
import { buildDesk, newGuest } from '#server/testing/desk.ts'

import { expectAccessible, press, startScreens } from './screens.tsx'

const { platform, open } = await startScreens()
const palette = () => screen.findByRole('dialog', { name: 'Buscar' })
/** Types into the palette, as soon as its field has the focus. */
async function typeIn(user: UserEvent, text: string): Promise<void> {
  const field = await within(await palette()).findByRole('combobox')
  await waitFor(() => expect(document.activeElement).toBe(field))
  await user.keyboard(text)
}
const group = async (name: string) => within(await palette()).findByRole('group', { name })

test('Ctrl-K finds a patient with the next appointment, a professional and a section, and Enter opens the chosen one', async () => {
  const desk = await buildDesk(platform)
  await desk.book({ startsAt: monday, person: newGuest('Ana Núñez', '099 123 456') })
  const user = await open('/center/dashboard', { as: desk.reception })
  await screen.findByText(/^Este mes:/)
  await user.keyboard('{Control>}k{/Control}')
  await within(await group('Secciones')).findByRole('option', { name: 'Agenda' })
  await typeIn(user, 'nunez')
  within(await group('Pacientes')).getByRole('option', { name: /Ana Núñez/ })
  within(await group('Citas próximas')).getByRole('option', { name: /Ana Núñez.*10:00/ })
  await expectAccessible()
  await user.keyboard('{ArrowDown}{Enter}')
  await screen.findByRole('dialog', { name: 'Ana Núñez' })
  expect(location.search).toContain('fecha=2026-11-23')
  await press(user, 'Cerrar', await screen.findByRole('dialog'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  await press(user, 'Buscar')
  await typeIn(user, 'ana suarez')
  await user.click(await within(await group('Profesionales')).findByRole('option', { name: /Ana Suárez/ }))
  await waitFor(() => expect(location.search).toContain(`profesional=${desk.professionalId}`))

  await press(user, 'Buscar')
  await typeIn(user, 'dispon{Enter}')
  await screen.findByRole('heading', { level: 2, name: 'Disponibilidad' })
})

test('a search that matches nothing says so', async () => {
  const desk = await buildDesk(platform)
  const user = await open('/center/dashboard?seccion=pacientes', { as: desk.reception })
  await press(user, 'Buscar')
  await typeIn(user, 'zzz')
  await within(await palette()).findByText('No encontramos nada con «zzz».')
  await expectAccessible()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a moderator finds an account by its address, and opens it', async () => {
  const { userId } = await buildAccount(platform, { role: 'moderator' })
  const { patientId } = await buildPatient(platform, { fullName: 'Irma Sosa' })
  const { email } = await platform.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', patientId)
    .executeTakeFirstOrThrow()
  const user = await open('/admin/dashboard', { as: userId })
  await press(user, 'Buscar')
  await typeIn(user, email ?? '')
  await user.click(await within(await group('Personas')).findByRole('option', { name: /Irma Sosa/ }))
  await waitFor(() => expect(location.search).toContain(`persona=${patientId}`))
})

test('staff type part of the name of a centre without its accents, and Enter opens it in Centros', async () => {
  const { centerId } = await buildCenter(platform, { name: 'Clínica Ñandubay' })
  const { userId } = await buildAccount(platform, { fullName: 'Sofía Equipo', role: 'moderator' })
  const user = await open('/admin/dashboard', { as: userId })
  await screen.findByRole('heading', { level: 2, name: 'Usuarios' })
  await user.keyboard('{Control>}k{/Control}')
  await typeIn(user, 'nandubay')
  await within(await group('Centros')).findByRole('option', { name: /Clínica Ñandubay/ })
  await expectAccessible()
  await user.keyboard('{ArrowDown}{Enter}')
  await screen.findByRole('heading', { level: 4, name: 'Qué tiene y qué le falta' })
  expect(location.search).toContain(`centro=${centerId}`)
  expect(location.search).toContain('seccion=centros')
})

test('in the palette of staff, a centre with exactly the typed name comes before people whose name contains it', async () => {
  await buildCenter(platform, { name: 'Tala' })
  for (let n = 0; n < 6; n++) await buildCenter(platform, { name: `Tala ${n}` })
  await buildPatient(platform, { fullName: 'Mario Tala' })
  const { userId } = await buildAccount(platform, { fullName: 'Sofía Equipo', role: 'moderator' })
  const user = await open('/admin/dashboard', { as: userId })
  await screen.findByRole('heading', { level: 2, name: 'Usuarios' })
  await press(user, 'Buscar')
  await typeIn(user, 'tala')
  await within(await group('Mismo nombre')).findByRole('option', { name: /^Tala/ })
  within(await group('Personas')).getByRole('option', { name: /Mario Tala/ })
  const options = within(await palette()).getAllByRole('option')
  expect(options[0]?.textContent).toMatch(/^Tala(?! \d)/)
})
