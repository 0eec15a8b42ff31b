import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { recordChanges } from '#server/features/centers/usecases/record-changes.ts'
import { dayMs } from '#server/platform/local-time.ts'
import {
  buildAccount,
  buildAppointment,
  buildCenter,
  buildLicense,
  buildPatient,
  buildProfessional,
} from '#server/testing/builders.ts'

import { expectAccessible, fill, press, startScreens, watchRequests } from './screens.tsx'

const { platform, open } = await startScreens()

async function buildModerator(): Promise<string> {
  const { userId } = await buildAccount(platform, { fullName: 'Sofía Equipo', role: 'moderator' })
  return userId
}

const checksOf = (centerId: string) =>
  platform.db
    .selectFrom('compliance_checks')
    .select(['check_type as type', 'status', 'notes', 'expiry_date as expiryDate'])
    .where('center_id', '=', centerId)
    .orderBy('check_type', 'desc')
    .execute()

test('a moderator approves a document until a day and rejects another with a reason, and both leave the queue', async () => {
  const { centerId } = await buildCenter(platform)
  await buildLicense(platform, { centerId, status: 'pending', fileName: 'a.pdf' })
  await buildLicense(platform, { centerId, status: 'pending', fileName: 'b.pdf', type: 'insurance' })
  const user = await open('/admin/dashboard?seccion=cumplimiento', { as: await buildModerator() })
  const [first] = await screen.findAllByRole('link', { name: /^Revisar/ })
  if (!first) throw new Error('no document waits')
  await expectAccessible()
  await user.click(first)
  const desk = await screen.findByRole('region', { name: 'Revisar documentos' })
  await screen.findByText('1 de 2')
  await expectAccessible()
  expect(document.activeElement).toBe(desk)
  await user.keyboard('j')
  await screen.findByText('2 de 2')
  await user.keyboard('k')
  await screen.findByText('1 de 2')
  await user.keyboard('a')
  const approval = await screen.findByRole('dialog', { name: 'Aprobar el documento' })
  await fill(user, /^Vence el/, '2027-11-20', approval)
  await fill(user, /^Motivo/, ' ', approval)
  await press(user, 'Aprobar', approval)
  await within(approval).findByText('Escribe el motivo')
  await fill(user, /^Motivo/, 'Coincide con el registro.', approval)
  within(approval)
    .getByLabelText(/^Vence el/)
    .focus()
  await user.keyboard('{Control>}{Enter}{/Control}')
  await screen.findByText('Documento aprobado')

  await screen.findByText('1 de 1')
  await user.keyboard('r')
  const rejection = await screen.findByRole('dialog', { name: 'Rechazar el documento' })
  await fill(user, /^Motivo/, 'No se lee la fecha.', rejection)
  await expectAccessible()
  await user.keyboard('{Control>}{Enter}{/Control}')
  await screen.findByText('No hay documentos por revisar')
  expect(await checksOf(centerId)).toMatchObject([
    { type: 'license', status: 'approved', expiryDate: '2027-11-20' },
    { type: 'insurance', status: 'rejected', notes: 'No se lee la fecha.' },
  ])
})

test('a moderator opens a centre from the list, withdraws its approval, and finds the action in the record', async () => {
  const { centerId } = await buildCenter(platform, { name: 'Centro Ombú', isPinExact: false })
  const renamed = {
    centerId,
    changes: [{ what: 'center_name', former: 'Reiki Ombú', changedTo: 'Centro Ombú' }],
  } as const
  const now = platform.clock.now()
  await platform.db.transaction().execute((tx) => recordChanges(tx, { ...renamed, now }))
  const user = await open('/admin/dashboard?seccion=centros', { as: await buildModerator() })
  const link = await screen.findByRole('link', { name: 'Centro Ombú' })
  expect(link.closest('tr')?.textContent).toContain('Aproximado')
  expect(link.closest('tr')?.textContent).toMatch(/Cambió el nombre el .*: antes Reiki Ombú; ahora Centro Ombú/)
  await expectAccessible()
  await user.click(link)
  await screen.findByRole('heading', { level: 4, name: 'Qué tiene y qué le falta' })
  screen.getByText('Punto en el mapa: aproximado')
  screen.getByRole('list', { name: 'Cambios para mirar' })
  await expectAccessible()
  await press(user, 'Retirar la aprobación…')
  const dialog = await screen.findByRole('dialog', { name: 'Retirar la aprobación' })
  await fill(user, /^Motivo/, 'Cambió de dueño.', dialog)
  await press(user, 'Retirar la aprobación', dialog)
  await screen.findByText(/sin aprobar/)

  const pages = watchRequests(/^GET .*\/staff\/actions$/)
  await open('/admin/dashboard?seccion=moderacion&cola=record', { as: await buildModerator() })
  await screen.findByText(`Aprobación retirada · centro: Centro Ombú`)
  await screen.findByText('Cambió de dueño.')
  expect(pages.map(({ url }) => new URL(url).searchParams.get('limit'))).toContain('50')
  await expectAccessible()
  expect(await screen.findAllByText(/Sofía Equipo/)).not.toHaveLength(0)
})

test('the list of centres says which are verified, which do not comply and which wait, and documents that lapse soon have a warning', async () => {
  const [compliant, lapsed] = [
    (await buildCenter(platform, { name: 'Centro Molle Uno' })).centerId,
    (await buildCenter(platform, { name: 'Centro Molle Dos' })).centerId,
  ]
  await buildCenter(platform, { name: 'Centro Molle Tres', verified: false })
  for (const [id, compliance_status] of [
    [compliant, 'compliant'],
    [lapsed, 'non_compliant'],
  ] as const)
    await platform.db.updateTable('center_profiles').set({ compliance_status }).where('id', '=', id).execute()
  await buildLicense(platform, { centerId: compliant, status: 'approved', fileName: 'd.pdf', expiryDate: '2026-11-28' })
  await open('/admin/dashboard?seccion=centros&q=molle', { as: await buildModerator() })
  const rowOf = async (name: string) => (await screen.findByRole('link', { name })).closest('tr')?.textContent
  expect(await rowOf('Centro Molle Uno')).toContain('Verificado')
  expect(await rowOf('Centro Molle Dos')).toContain('No Cumple')
  expect(await rowOf('Centro Molle Tres')).toContain('Pendiente')
  await open('/admin/dashboard?seccion=cumplimiento&documentos=expiring', { as: await buildModerator() })
  const mark = await screen.findByText('Vence pronto')
  expect(mark.querySelector('svg')).not.toBeNull()
  expect(mark.className).toContain('amber')
})

test('a moderator asks a centre for another document, and the old one moves from the queue to the list of requests', async () => {
  const { centerId } = await buildCenter(platform)
  await buildLicense(platform, { centerId, status: 'pending', fileName: 'c.pdf' })
  const user = await open('/admin/dashboard?seccion=cumplimiento', { as: await buildModerator() })
  await user.click(await screen.findByRole('link', { name: /^Revisar/ }))
  await screen.findByRole('region', { name: 'Revisar documentos' })
  await user.keyboard('p')
  const dialog = await screen.findByRole('dialog', { name: 'Pedir otro documento' })
  await fill(user, /^Motivo/, 'La foto está borrosa.', dialog)
  await press(user, 'Pedir', dialog)
  await screen.findByText('No hay documentos por revisar')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Documentos' }), 'Pedidos de nuevo')
  await screen.findByText('Pedimos otro: La foto está borrosa.')
  await expectAccessible()
  expect(await checksOf(centerId)).toMatchObject([{ type: 'license', status: 'pending' }])
})

test('a moderator withdraws the approval of several centres at once, and sees which one stayed and why', async () => {
  const [first, second] = [
    await buildCenter(platform, { name: 'Centro Arazá' }),
    await buildCenter(platform, { name: 'Centro Ceibo' }),
  ]
  const user = await open('/admin/dashboard?seccion=centros&ordencentros=name', { as: await buildModerator() })
  await user.click(await screen.findByRole('checkbox', { name: 'Elegir Centro Arazá' }))
  await user.click(screen.getByRole('checkbox', { name: 'Elegir Centro Ceibo' }))
  await screen.findByText('2 centros elegidos')
  await press(user, 'Retirar la aprobación…')
  const dialog = await screen.findByRole('dialog', { name: 'Retirar la aprobación' })
  within(dialog).getByText('2 centros elegidos')
  await platform.db
    .updateTable('center_profiles')
    .set({ approved_at: null })
    .where('id', '=', second.centerId)
    .execute()
  await fill(user, /^Motivo/, 'Cerraron.', dialog)
  await press(user, 'Retirar la aprobación', dialog)
  const outcome = await screen.findByRole('dialog', { name: 'Así quedó' })
  within(outcome).getByText('Centro Ceibo')
  within(outcome).getByText('Este centro no está aprobado.')
  await expectAccessible()
  const { approved_at } = await platform.db
    .selectFrom('center_profiles')
    .select('approved_at')
    .where('id', '=', first.centerId)
    .executeTakeFirstOrThrow()
  expect(approved_at).toBeNull()
})

test('a moderator opens the page of an unapproved centre as its visitors will see it, marked as a preview', async () => {
  const { centerId } = await buildCenter(platform, { name: 'Centro Timbó', description: 'Un lugar con sombra.' })
  const hidden = { approved_at: null, is_public: false }
  await platform.db.updateTable('center_profiles').set(hidden).where('id', '=', centerId).execute()
  const user = await open(`/admin/dashboard?seccion=centros&centro=${centerId}`, { as: await buildModerator() })
  await user.click(await screen.findByRole('link', { name: 'Ver la página como un visitante' }))
  await screen.findByText('Vista previa del equipo')
  await screen.findByText('Un lugar con sombra.')
  await expectAccessible()
})

test('a moderator clears a queue of 60 documents by keyboard alone, past the end of its first page', {
  timeout: 120_000,
}, async () => {
  await platform.db.deleteFrom('compliance_checks').execute()
  const { centerId } = await buildCenter(platform)
  const owners = await Promise.all(Array.from({ length: 59 }, () => buildCenter(platform)))
  for (const [index, { centerId: owner }] of [{ centerId }, ...owners].entries()) {
    platform.clock.advance(1000)
    const expiryDate = '2030-01-01'
    await buildLicense(platform, { centerId: owner, status: 'pending', fileName: `q${index}.pdf`, expiryDate })
  }
  const user = await open('/admin/dashboard?seccion=cumplimiento', { as: await buildModerator() })
  const [first] = await screen.findAllByRole('link', { name: /^Revisar/ })
  first?.focus()
  await user.keyboard('{Enter}')
  for (let left = 60; left > 0; left -= 1) {
    await screen.findByText(left > 50 ? '1 de 50 o más' : `1 de ${left}`)
    await user.keyboard('a')
    const dialog = await screen.findByRole('dialog', { name: 'Aprobar el documento' })
    await waitFor(() => expect(document.activeElement).toBe(within(dialog).getByRole('button', { name: 'Aprobar' })))
    await user.keyboard('{Enter}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => {
      const desk = screen.queryByRole('region', { name: 'Revisar documentos' })
      if (desk) expect(document.activeElement === desk, `the keys work, with ${left - 1} left`).toBe(true)
    })
  }
  await screen.findByText('No hay documentos por revisar')
  const { count } = await platform.db
    .selectFrom('compliance_checks')
    .where('status', '=', 'approved')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  expect(Number(count)).toBe(60)
})

test('a moderator approves several documents at once, each until the day that its centre named', async () => {
  await platform.db.deleteFrom('compliance_checks').execute()
  const { centerId } = await buildCenter(platform, { name: 'Centro Coronilla' })
  const files = [
    { type: 'license', expiryDate: '2030-01-01' },
    { type: 'insurance', expiryDate: '2031-01-01' },
  ] as const
  for (const file of files) {
    await buildLicense(platform, { centerId, status: 'pending', fileName: `${file.type}.pdf`, ...file })
  }
  const user = await open('/admin/dashboard?seccion=cumplimiento', { as: await buildModerator() })
  await fill(user, 'Buscar por centro', 'coronilla')
  await user.click(await screen.findByRole('checkbox', { name: 'Elegir todos los documentos' }))
  await screen.findByText('2 documentos elegidos')
  await expectAccessible()
  await press(user, 'Aprobar documentos…')
  const dialog = await screen.findByRole('dialog', { name: 'Aprobar documentos' })
  within(dialog).getByText('2 documentos elegidos')
  await press(user, 'Aprobar', dialog)
  await screen.findByText('Documentos aprobados')
  expect(await checksOf(centerId)).toMatchObject([
    { type: 'license', status: 'approved', expiryDate: '2030-01-01' },
    { type: 'insurance', status: 'approved', expiryDate: '2031-01-01' },
  ])
})

test('the page of a centre suspends it, and says before it what that cancels and costs', async () => {
  const { centerId } = await buildCenter(platform, { name: 'Centro Arrayán' })
  const professional = await buildProfessional(platform, { centerId })
  for (const days of [2, 20]) {
    const { patientId } = await buildPatient(platform)
    const startsAt = new Date(platform.clock.now().getTime() + days * dayMs)
    await buildAppointment(platform, { ...professional, patientId, startsAt })
  }
  await platform.db.updateTable('appointments').set({ price: 90_000, paid_amount: 60_000 }).execute()
  const user = await open(`/admin/dashboard?seccion=centros&centro=${centerId}`, { as: await buildModerator() })
  await press(user, 'Suspender el centro…')
  const dialog = await screen.findByRole('dialog', { name: 'Suspender el centro' })
  await within(dialog).findByText('Se cancela 1 cita de 1 persona.')
  await within(dialog).findByText(/^Se devuelven \$\s600 que ya se pagaron\. Quedan sin cobrar \$\s300\.$/)
  await within(dialog).findByText('Se mantiene 1 cita, que empieza después.')
  await expectAccessible()
  await fill(user, /^Días de suspensión/, '30', dialog)
  await within(dialog).findByText('Se cancelan 2 citas de 2 personas.')
  await fill(user, /^Motivo/, 'Atendió sin matrícula.', dialog)
  await press(user, 'Suspender', dialog)
  await screen.findByText('Centro suspendido')
  await screen.findByText(/Suspendida hasta el/)
  await screen.findByText('Motivo: Atendió sin matrícula.')
  await screen.findByRole('button', { name: 'Activar el centro…' })
  await screen.findByText(/^Suspensión · cuenta/)
})
