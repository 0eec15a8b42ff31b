import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { chargeCommission } from '#server/features/commissions/usecases/charge-commissions.ts'
import { buildAccount, buildAppointment, buildService } from '#server/testing/builders.ts'

import { expectAccessible, fill, press, startScreens } from './screens.tsx'

const { platform, open } = await startScreens()

async function buildModerator(): Promise<string> {
  const { userId } = await buildAccount(platform, { fullName: 'Sofía Equipo', role: 'moderator' })
  return userId
}

async function buildCenterWithCommission(name: string): Promise<void> {
  const service = await buildService(platform)
  const { db, clock } = platform
  await db.updateTable('center_profiles').set({ center_name: name }).where('id', '=', service.centerId).execute()
  const startsAt = new Date('2026-01-05T12:00:00Z')
  const { appointmentId } = await buildAppointment(platform, { ...service, startsAt, status: 'completed' })
  await db.transaction().execute((tx) => chargeCommission(tx, { appointmentIds: [appointmentId], now: clock.now() }))
}

test('a moderator settles what a centre owes with a reference, undoes it, and cancels the commission', async () => {
  await buildCenterWithCommission('Centro Sol')
  const user = await open('/admin/dashboard?seccion=financiero', { as: await buildModerator() })
  await user.click(await screen.findByRole('checkbox', { name: 'Elegir Centro Sol' }))
  await expectAccessible()
  await press(user, 'Liquidar…')
  const dialog = await screen.findByRole('dialog', { name: 'Liquidar comisiones' })
  await press(user, 'Marcar como pagadas', dialog)
  await within(dialog).findByText('Escribe la referencia')
  await fill(user, /^Referencia/, 'TRF-9', dialog)
  await press(user, 'Marcar como pagadas', dialog)
  await screen.findByText('Comisiones pagadas')
  await screen.findByText('Ningún centro debe comisiones de este período.')
  await screen.findByText('TRF-9')

  await user.click(screen.getByRole('button', { name: /^Historial/ }))
  const history = await screen.findByRole('dialog', { name: 'Historial de la comisión' })
  await press(user, 'Deshacer…', history)
  const undo = await screen.findByRole('dialog', { name: 'Deshacer: liquidación' })
  await fill(user, /^Motivo/, 'Era de otro centro.', undo)
  await press(user, 'Deshacer la medida', undo)
  await screen.findByText(/por Sofía Equipo: Era de otro centro\./)
  await press(user, 'Cerrar', await screen.findByRole('dialog', { name: 'Historial de la comisión' }))

  await user.click(await screen.findByRole('checkbox', { name: /^Elegir la comisión de Centro Sol/ }))
  await press(user, 'Dejar sin efecto…')
  const cancel = await screen.findByRole('dialog', { name: 'Dejar sin efecto' })
  await fill(user, /^Motivo/, 'No fue atendido.', cancel)
  await press(user, 'Dejar sin efecto', cancel)
  await screen.findByText('Comisión sin efecto')
  const { status } = await platform.db.selectFrom('commissions').select('status').executeTakeFirstOrThrow()
  expect(status).toBe('cancelled')
})

test('a moderator sees which centres cost more in discounts than they bring', async () => {
  await buildCenterWithCommission('Centro Caro')
  await platform.db.updateTable('commissions').set({ credit_amount: 20_000 }).where('status', '=', 'pending').execute()
  await open('/admin/dashboard?seccion=financiero', { as: await buildModerator() })
  const section = await screen.findByRole('region', { name: 'Centros con más descuentos de Senda que comisiones' })
  await within(section).findByText('Centro Caro')
  await within(section).findByText(/Descuentos .*200 · Comisiones .*150 · 0 puntos a sus pacientes/)
  await expectAccessible()
})

test('a moderator changes the commission rate of a centre, sees wrong values refused, and undoes the change', async () => {
  await buildCenterWithCommission('Centro Luna')
  const { id } = await platform.db
    .selectFrom('center_profiles')
    .select('id')
    .where('center_name', '=', 'Centro Luna')
    .executeTakeFirstOrThrow()
  const user = await open(`/admin/dashboard?seccion=centros&centro=${id}`, { as: await buildModerator() })
  await press(user, 'Cambiar la comisión…')
  const dialog = await screen.findByRole('dialog', { name: 'Cambiar la comisión' })
  await fill(user, /^Comisión/, '7.55', dialog)
  await press(user, 'Guardar la comisión', dialog)
  await within(dialog).findByText('Escribe un número de 0 a 100, con un decimal como máximo')
  await within(dialog).findByText('Escribe el motivo')
  await expectAccessible()
  await fill(user, /^Comisión/, '7.5%', dialog)
  await fill(user, /^Motivo/, 'Acuerdo comercial.', dialog)
  await press(user, 'Guardar la comisión', dialog)
  await screen.findByText('Comisión actualizada')
  await screen.findByText('Vigente')
  expect((await screen.findAllByText('7,5 %')).length).toBeGreaterThan(0)
  await press(user, 'Deshacer…')
  const undo = await screen.findByRole('dialog', { name: 'Deshacer: cambio de comisión' })
  await fill(user, /^Motivo/, 'Era de otro centro.', undo)
  await press(user, 'Deshacer la medida', undo)
  await screen.findByText(/por Sofía Equipo: Era de otro centro\./)
  expect(screen.queryByText('Vigente')).toBeNull()
})

test('the list of commissions keeps its order in the URL and asks the server for it', async () => {
  await buildCenterWithCommission('Centro Mar')
  await platform.db
    .updateTable('commissions')
    .set({ commission_amount: 1 })
    .where('center_id', 'in', (eb) =>
      eb.selectFrom('center_profiles').select('id').where('center_name', '=', 'Centro Mar'),
    )
    .execute()
  const user = await open('/admin/dashboard?seccion=financiero', { as: await buildModerator() })
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Orden' }), 'Menor comisión')
  await waitFor(() => expect(window.location.search).toContain('ordencomision=smallest'))
  const table = await screen.findByRole('table', { name: /^Comisiones, con/ })
  await waitFor(() => expect(within(table).getAllByRole('rowheader')[0]?.textContent).toBe('Centro Mar'))
})
