import { screen, waitFor, within } from '@testing-library/dom'
import { expect, onTestFinished, test } from 'vitest'
import type { Role } from '#contract/roles.ts'
import { actOnEach } from '#server/features/moderation/usecases/staff-actions.ts'
import { newId } from '#server/platform/ids.ts'
import { userActions } from '#server/processes/act-on-users.ts'
import { buildAccount, buildPatient } from '#server/testing/builders.ts'

import { markWelcomeSeen } from '#web/platform/welcome-seen.ts'
import { expectAccessible, fill, press, startScreens } from './screens.tsx'

const { platform, open } = await startScreens()

async function buildStaff(role: Role): Promise<string> {
  const { userId } = await buildAccount(platform, { fullName: 'Sofía Equipo', role })
  return userId
}

const statusOf = async (userId: string) =>
  (await platform.db.selectFrom('profiles').select('status').where('id', '=', userId).executeTakeFirstOrThrow()).status

test('a moderator finds an account, suspends it with a reason, sees the action and undoes it', async () => {
  const { patientId } = await buildPatient(platform, { fullName: 'Irma Sosa' })
  await buildPatient(platform, { fullName: 'Nelly Acosta' })
  const user = await open('/admin/dashboard', { as: await buildStaff('moderator') })
  const other = await screen.findByRole('link', { name: 'Nelly Acosta' })
  expect(other.closest('tr')?.textContent).toMatch(/@prueba\.uyPacienteActiva/)
  const cards = screen.getByText('Documentos por atender').closest('ul')
  expect([...(cards?.querySelectorAll('a > span:first-child') ?? [])].map(({ textContent }) => textContent)).toEqual([
    'Usuarios',
    'Centros',
    'Centros sin verificar',
    'Comisiones cobradas',
    'Comisiones de este mes',
    'Documentos por atender',
  ])
  await fill(user, 'Buscar por nombre o correo', 'irma')
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Nelly Acosta' })).toBeNull())
  expect(location.search).toContain('q=irma')
  await expectAccessible()
  await user.click(await screen.findByRole('link', { name: 'Irma Sosa' }))

  await press(user, 'Suspender…')
  const dialog = await screen.findByRole('dialog', { name: 'Suspender' })
  expect(within(dialog).getByLabelText(/^Días de suspensión/)).toHaveProperty('value', '7')
  await fill(user, /^Días de suspensión/, '0', dialog)
  await press(user, 'Suspender', dialog)
  await within(dialog).findByText('Como mínimo 1 día')
  await within(dialog).findByText('Escribe el motivo')
  await fill(user, /^Días de suspensión/, '3', dialog)
  await fill(user, /^Motivo/, 'Reservó y no fue, tres veces.', dialog)
  await expectAccessible()
  await press(user, 'Suspender', dialog)
  await screen.findByText('Usuario suspendido')
  await screen.findByText(/Suspendida hasta el 23 de noviembre/)
  expect(await statusOf(patientId)).toBe('suspended')

  await press(user, 'Deshacer…')
  const undo = await screen.findByRole('dialog', { name: 'Deshacer: suspensión' })
  await fill(user, /^Motivo/, 'Era otra persona.', undo)
  await press(user, 'Deshacer la medida', undo)
  await screen.findByText(/por Sofía Equipo: Era otra persona\./)
  expect(await statusOf(patientId)).toBe('active')
})

test('several accounts are blocked at once, and one that an administrator suspended first shows that action instead', async () => {
  const names = ['Rosa Uno', 'Rosa Dos', 'Rosa Tres']
  const ids: string[] = []
  for (const fullName of names) ids.push((await buildPatient(platform, { fullName })).patientId)
  const user = await open('/admin/dashboard?q=rosa', { as: await buildStaff('moderator') })
  for (const name of names) await user.click(await screen.findByRole('checkbox', { name: `Elegir a ${name}` }))
  await screen.findByText('3 cuentas elegidas')

  await actOnEach(platform, userActions.suspend, {
    actor: { userId: await buildStaff('admin'), roles: ['admin'] },
    targets: [{ id: ids[0] ?? '', lastActionId: null }],
    days: 2,
    reason: 'Datos falsos.',
  })
  await press(user, 'Bloquear…')
  const dialog = await screen.findByRole('dialog', { name: 'Bloquear' })
  await within(dialog).findByText('3 cuentas elegidas')
  await fill(user, /^Motivo/, 'Cuentas repetidas.', dialog)
  await press(user, 'Bloquear', dialog)
  const outcome = await screen.findByRole('dialog', { name: 'Así quedó' })
  await within(outcome).findByText('Se hizo en 2 cuentas.')
  await within(outcome).findByText('Rosa Uno')
  await within(outcome).findByText(/Suspensión · Sofía Equipo.*Datos falsos\./)
  await expectAccessible()
  expect(await Promise.all(ids.map(statusOf))).toEqual(['suspended', 'banned', 'banned'])
})

test('a role that not every chosen account may get is set on those that may', async () => {
  const { patientId } = await buildPatient(platform, { fullName: 'Zenón Uno' })
  const { userId: ownerId } = await buildAccount(platform, { fullName: 'Zenón Dos', userType: 'center' })
  const user = await open('/admin/dashboard?q=zenon', { as: await buildStaff('moderator') })
  for (const name of ['Zenón Uno', 'Zenón Dos']) {
    await user.click(await screen.findByRole('checkbox', { name: `Elegir a ${name}` }))
  }
  await press(user, 'Cambiar el rol…')
  const dialog = await screen.findByRole('dialog', { name: 'Cambiar el rol' })
  await user.selectOptions(within(dialog).getByRole('combobox', { name: /^Rol nuevo/ }), 'Paciente')
  await within(dialog).findByText('Zenón Dos')
  expect(within(dialog).queryByText('Zenón Uno')).toBeNull()
  await fill(user, /^Motivo/, 'Ya no atiende.', dialog)
  await press(user, 'Cambiar el rol', dialog)
  await screen.findByText('Rol actualizado')
  const roleOf = async (userId: string) =>
    (await platform.db.selectFrom('user_roles').select('role').where('user_id', '=', userId).execute()).map(
      ({ role }) => role,
    )
  expect([await roleOf(patientId), await roleOf(ownerId)]).toEqual([['patient'], ['patient']])
})

test('keys pressed on the headers of the list sort it on the server, and the URL and a select box keep the order', async () => {
  for (const fullName of ['Tania Ñ', 'Tania B', 'Tania A']) await buildPatient(platform, { fullName })
  const user = await open('/admin/dashboard?q=tania', { as: await buildStaff('moderator') })
  const table = await screen.findByRole('table', { name: /^Cuentas, con/ })
  const names = () =>
    within(table)
      .getAllByRole('rowheader')
      .map(({ textContent }) => textContent)
  const header = (name: string) => within(table).getByRole('columnheader', { name })
  await waitFor(() => expect(names()).toEqual(['Tania A', 'Tania B', 'Tania Ñ']))
  expect(header('Desde').getAttribute('aria-sort')).toBe('descending')
  within(header('Nombre')).getByRole('button').focus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(location.search).toContain('orden=name'))
  await waitFor(() => expect(header('Nombre').getAttribute('aria-sort')).toBe('ascending'))
  await user.keyboard('{Enter}')
  await waitFor(() => expect(names()).toEqual(['Tania Ñ', 'Tania B', 'Tania A']))
  expect(header('Nombre').getAttribute('aria-sort')).toBe('descending')
  expect(location.search).toContain('orden=name_desc')
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Orden' }).value).toBe('name_desc')
  await expectAccessible()
  await open(location.pathname + location.search, { as: await buildStaff('moderator') })
  await waitFor(() =>
    expect(screen.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual(
      expect.arrayContaining(['Tania Ñ']),
    ),
  )
  expect(screen.getAllByRole('rowheader')[0]?.textContent).toBe('Tania Ñ')
})

test('a signed-in patient or centre who opens the administration is sent to the home page', async () => {
  const { patientId } = await buildPatient(platform)
  const { userId: ownerId } = await buildAccount(platform, { userType: 'center' })
  markWelcomeSeen()
  for (const as of [patientId, ownerId]) {
    await open('/admin/dashboard', { as })
    await waitFor(() => expect(location.pathname).toBe('/'))
    expect(screen.queryByText('Usuarios')).toBeNull()
  }
})

test('staff are offered no action that the server would refuse', async () => {
  const administratorId = await buildStaff('admin')
  await open(`/admin/dashboard?persona=${administratorId}`, { as: await buildStaff('moderator') })
  await screen.findByText('No puedes aplicar medidas a esta cuenta.')
})

test('the health of the service says that the last backup failed, and that a restored copy sends no mail', async () => {
  const started_at = '2026-11-20T06:00:00Z'
  const failed = {
    id: newId(),
    target: '/backups',
    started_at,
    finished_at: started_at,
    error: 'ENOSPC: no space left',
  }
  onTestFinished(async () => {
    await platform.db.deleteFrom('mail_pause').execute()
    await platform.db.deleteFrom('backup_runs').execute()
  })
  await platform.db.insertInto('backup_runs').values(failed).execute()
  await platform.db.insertInto('mail_pause').defaultValues().execute()
  await open('/admin/dashboard?seccion=salud', { as: await buildStaff('admin') })
  await screen.findByText('Falló la última copia de seguridad')
  screen.getByText('ENOSPC: no space left')
  screen.getByText('npm run admin -- resume-mail')
  await expectAccessible()
})

test('the health of the service lists mails in doubt and errors of browsers, and an administrator resolves one', async () => {
  const at = '2026-11-20T06:00:00Z'
  const mail = { id: newId(), recipient: 'ana@ejemplo.uy', subject: 'Hola', kind: 'support.acknowledged' }
  const error = {
    id: newId(),
    fingerprint: 'x'.repeat(43),
    kind: 'script',
    name: 'TypeError',
    message: 'x is not a function',
  }
  onTestFinished(async () => {
    await platform.db.deleteFrom('outbound_mails').where('id', '=', mail.id).execute()
    await platform.db.deleteFrom('browser_errors').execute()
  })
  await platform.db
    .insertInto('outbound_mails')
    .values({ ...mail, attempts: 1, sending_since: at, valid_until: at, last_error: 'lost after ana@ejemplo.uy' })
    .execute()
  await platform.db
    .insertInto('browser_errors')
    .values({
      ...error,
      stack: 'save assets/a.js:1:2',
      page: '/account',
      browser: 'Chrome 131',
      version: '1.0.0',
      first_seen: at,
      last_seen: at,
    })
    .execute()
  const user = await open('/admin/dashboard?seccion=salud', { as: await buildStaff('admin') })
  const mails = await screen.findByRole('region', { name: 'Correos por revisar' })
  within(mails).getByText('En duda')
  within(mails).getByText('lost after [email]')
  expect(within(mails).queryByRole('button')).toBeNull()
  const errors = screen.getByRole('region', { name: 'Errores de los navegadores' })
  within(errors).getByText('x is not a function')
  within(screen.getByRole('region', { name: 'Procesos' })).getByText('El que responde')
  await expectAccessible()
  await user.click(within(errors).getByRole('button', { name: 'Dar por resuelto' }))
  await within(errors).findByText('Ninguno sin resolver en los últimos 30 días.')
})

test('only an administrator is offered the health of the service, and a moderator who opens its link gets the accounts', async () => {
  await open('/admin/dashboard?seccion=salud', { as: await buildStaff('admin') })
  await screen.findByRole('heading', { level: 3, name: 'Tareas por revisar' })
  await screen.findByText('Ninguna: no hay una carpeta para hacerlas')
  const statements = screen.getByRole('region', { name: 'Consultas más lentas' })
  expect(within(statements).getAllByText(/^Máximo .* ms · mediana .* en total$/)).not.toHaveLength(0)
  await expectAccessible()
  await open('/admin/dashboard?seccion=salud', { as: await buildStaff('moderator') })
  await screen.findByRole('heading', { level: 2, name: 'Usuarios' })
  expect(screen.queryByRole('link', { name: /Salud del servicio/ })).toBeNull()
})
