import { screen, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { buildAccount, buildCenter, buildLicense } from '#server/testing/builders.ts'

import { expectAccessible, fill, press, startScreens } from './screens.tsx'

const { platform, open } = await startScreens()

async function buildModerator(): Promise<string> {
  const { userId } = await buildAccount(platform, { fullName: 'Sofía Equipo' })
  await platform.db.updateTable('user_roles').set({ role: 'moderator' }).where('user_id', '=', userId).execute()
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
  const [first] = await screen.findAllByRole('button', { name: 'Aprobar…' })
  if (!first) throw new Error('no document waits')
  await expectAccessible()
  await user.click(first)
  const approval = await screen.findByRole('dialog', { name: 'Aprobar el documento' })
  await fill(user, /^Vence el/, '2027-11-20', approval)
  await press(user, 'Aprobar', approval)
  await within(approval).findByText('Escribe el motivo')
  await fill(user, /^Motivo/, 'Coincide con el registro.', approval)
  await press(user, 'Aprobar', approval)
  await screen.findByText('Documento aprobado')

  await press(user, 'Rechazar…')
  const rejection = await screen.findByRole('dialog', { name: 'Rechazar el documento' })
  await fill(user, /^Motivo/, 'No se lee la fecha.', rejection)
  await expectAccessible()
  await press(user, 'Rechazar', rejection)
  await screen.findByText('No hay documentos por revisar')
  expect(await checksOf(centerId)).toMatchObject([
    { type: 'license', status: 'approved', expiryDate: '2027-11-20' },
    { type: 'insurance', status: 'rejected', notes: 'No se lee la fecha.' },
  ])
})

test('a moderator opens a centre from the list, withdraws its approval, and finds the measure in the record', async () => {
  await buildCenter(platform, { name: 'Centro Ombú' })
  const user = await open('/admin/dashboard?seccion=centros', { as: await buildModerator() })
  const link = await screen.findByRole('link', { name: 'Centro Ombú' })
  await expectAccessible()
  await user.click(link)
  await screen.findByRole('heading', { level: 4, name: 'Qué tiene y qué le falta' })
  await expectAccessible()
  await press(user, 'Retirar la aprobación…')
  const dialog = await screen.findByRole('dialog', { name: 'Retirar la aprobación' })
  await fill(user, /^Motivo/, 'Cambió de dueño.', dialog)
  await press(user, 'Retirar la aprobación', dialog)
  await screen.findByText(/sin aprobar/)

  await open('/admin/dashboard?seccion=moderacion', { as: await buildModerator() })
  await screen.findByText(`Aprobación retirada · centro: Centro Ombú`)
  await screen.findByText('Cambió de dueño.')
  await expectAccessible()
  expect(await screen.findAllByText(/Sofía Equipo/)).not.toHaveLength(0)
})
