import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'

import { markArrived } from '#server/features/appointments/usecases/mark-appointment.ts'
import { minuteMs } from '#server/platform/local-time.ts'
import { buildAppointment, buildPatient } from '#server/testing/builders.ts'
import { buildDesk } from '#server/testing/desk.ts'

import { expectAccessible, fill, press, startScreens } from './screens.tsx'

const { platform, open } = await startScreens()
const fromNow = (minutes: number) => new Date(platform.clock.now().getTime() + minutes * minuteMs)
const panel = (name: string) => screen.findByRole('region', { name })

test('a day without appointments says so, with the free gaps of the team', async () => {
  const desk = await buildDesk(platform)
  await open('/center/dashboard', { as: desk.reception })
  await screen.findByRole('heading', { level: 3, name: 'Hoy, viernes 20 de noviembre' })
  await screen.findByText('Sin citas')
  await within(await panel('Siguen')).findByText('Hoy no hay citas agendadas.')
  await within(await panel('Llegaron')).findByText('Por ahora no hay nadie esperando.')
  expect(within(await panel('Huecos libres')).getAllByRole('link')[0]?.textContent).toContain('Ana Suárez')
  for (const name of ['Se atrasan', 'Sin cobrar', 'Sin cerrar'])
    expect(screen.queryByRole('region', { name })).toBeNull()
  await expectAccessible()
})

test('an appointment that has begun without its patient is listed as late, and its line opens it to record the arrival', async () => {
  const desk = await buildDesk(platform)
  const { patientId } = await buildPatient(platform, { fullName: 'Irma Sosa' })
  await buildAppointment(platform, { ...desk, patientId, startsAt: fromNow(-10) })
  const user = await open('/center/dashboard', { as: desk.reception })
  const late = await panel('Se atrasan')
  const line = within(late).getByRole('link', { name: /Irma Sosa/ })
  expect(line.textContent).toContain('10 min tarde')
  await expectAccessible()
  await user.click(line)
  const dialog = await screen.findByRole('dialog', { name: 'Irma Sosa' })
  await press(user, 'Llegó', dialog)
  await screen.findByText('Llegada anotada')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(screen.getByRole('link', { name: /^Inicio/ }))
  await within(await panel('Llegaron')).findByRole('link', { name: /Irma Sosa/ })
  await within(await panel('Sin cobrar')).findByRole('link', { name: /Irma Sosa/ })
  expect(screen.queryByRole('region', { name: 'Se atrasan' })).toBeNull()
})

test('an arrival that a colleague marks elsewhere appears on the overview by itself', async () => {
  const desk = await buildDesk(platform)
  const { patientId } = await buildPatient(platform, { fullName: 'Nelly Acosta' })
  const { appointmentId } = await buildAppointment(platform, { ...desk, patientId, startsAt: fromNow(20) })
  await open('/center/dashboard', { as: desk.owner })
  await within(await panel('Siguen')).findByRole('link', { name: /Nelly Acosta/ })
  await markArrived(platform, desk.at(appointmentId))
  await within(await panel('Llegaron')).findByRole('link', { name: /Nelly Acosta/ })
})

test('a request that the overview rejects asks for a reason, is cancelled by the centre, and is no longer listed', async () => {
  const desk = await buildDesk(platform)
  const { patientId } = await buildPatient(platform, { fullName: 'Irma Sosa' })
  const request = { ...desk, patientId, startsAt: fromNow(3 * 24 * 60), status: 'pending' } as const
  const { appointmentId } = await buildAppointment(platform, request)
  const user = await open('/center/dashboard', { as: desk.reception })
  await press(user, /^Rechazar/, await panel('Esperan tu respuesta'))
  const dialog = await screen.findByRole('dialog', { name: /^¿Rechazar el pedido de\s+Irma Sosa/ })
  await within(dialog).findByText('No hay ningún cobro anotado: no hay nada que devolver.')
  await within(dialog).findByText(/^Pidió el lunes 23 de noviembre/)
  expect(within(dialog).queryByRole('radio')).toBeNull()
  expect(within(dialog).getByRole('button', { name: 'Rechazar el pedido' })).toHaveProperty('disabled', true)
  await expectAccessible()
  await fill(user, /^Motivo/, 'La profesional está enferma', dialog)
  await press(user, 'Rechazar el pedido', dialog)
  await screen.findByText('Pedido rechazado')
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Esperan tu respuesta' })).toBeNull())
  const stored = platform.db.selectFrom('appointments').where('id', '=', appointmentId)
  expect(await stored.select(['status', 'cancelled_by']).execute()).toEqual([
    { status: 'cancelled', cancelled_by: 'center' },
  ])
})
