import { screen, waitFor, within } from '@testing-library/dom'
import type { UserEvent } from '@testing-library/user-event'
import { expect, onTestFinished, test, vi } from 'vitest'

import { codeOf } from '#server/testing/authenticator.ts'
import { buildPatient, buildProfessional } from '#server/testing/builders.ts'
import { buildSignedIn, signIn } from '#server/testing/signed-in.ts'
import { client } from '#web/platform/session.ts'
import { setSession } from '#web/platform/sign-in.ts'

import { expectAccessible, fill, press, startScreens } from './screens.tsx'

const { platform, open } = await startScreens()
const password = 'camino-de-prueba'
const title = 'Tu sesión terminó'

const endSessions = (userId: string) => platform.db.deleteFrom('sessions').where('user_id', '=', userId).execute()
const formDialog = (name: string) => screen.findByRole('dialog', { name, hidden: true })
const cover = () => screen.findByRole('dialog', { name: title })
const coverIsGone = () => waitFor(() => expect(screen.queryByRole('dialog', { name: title })).toBeNull())

async function signInAgain(user: UserEvent, typed = password): Promise<void> {
  await fill(user, /^Contraseña/, typed, await cover())
  await press(user, 'Iniciar sesión', await cover())
}

async function openNewDependant(userId: string, { isSignedIn = false } = {}): Promise<UserEvent> {
  const user = await open('/account?seccion=personas', isSignedIn ? {} : { as: userId })
  await press(user, 'Agregar a una persona')
  const dialog = await formDialog('Agregar a una persona')
  await fill(user, /^Nombre completo/, 'Lucía Bentancor', dialog)
  await fill(user, /^Fecha de nacimiento/, '2018-05-12', dialog)
  await fill(user, /^Qué es de ti/, 'Hija', dialog)
  return user
}

test('a patient whose session ended signs in over the dialog, and what was typed about a dependant is saved', async () => {
  const { userId, email } = await buildSignedIn(platform, { password })
  const user = await openNewDependant(userId)
  await endSessions(userId)
  await press(user, 'Agregar', await formDialog('Agregar a una persona'))

  expect(within(await cover()).getByLabelText(/^Correo electrónico/)).toHaveProperty('value', email)
  await expectAccessible()
  await press(user, 'Iniciar sesión', await cover())
  await within(await cover()).findByText('Por favor ingresa tu contraseña')
  await signInAgain(user, 'no es la mía')
  await within(await cover()).findByText(/^Credenciales incorrectas/)
  await signInAgain(user)
  await coverIsGone()

  const dialog = await formDialog('Agregar a una persona')
  expect(within(dialog).getByLabelText(/^Nombre completo/)).toHaveProperty('value', 'Lucía Bentancor')
  await press(user, 'Agregar', dialog)
  await screen.findByText('Persona agregada')
  await screen.findByText(/Nació el 12 de mayo de 2018/)
})

test('a service that an owner is typing is still there once the same account has signed in in another tab', async () => {
  const { centerId } = await buildProfessional(platform, { name: 'Renata Olivera' })
  const user = await open('/center/dashboard?seccion=equipo', { as: centerId })
  await press(user, /^Agregar servicio/)
  const dialog = await formDialog('Agregar un servicio de Renata Olivera')
  await within(dialog).findByRole('option', { name: 'Nutrición' })
  await user.selectOptions(within(dialog).getByLabelText(/^Tipo de servicio/), 'nutricion')
  await fill(user, /^Precio en pesos/, '1.250', dialog)
  await fill(user, /^Duración en minutos/, '45', dialog)
  await endSessions(centerId)
  await press(user, 'Agregar servicio', dialog)
  await cover()

  await setSession((await signIn(platform, centerId)).tokens)
  await coverIsGone()
  await press(user, 'Agregar servicio', await formDialog('Agregar un servicio de Renata Olivera'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const stored = await platform.db.selectFrom('services').select('price').where('center_id', '=', centerId).execute()
  expect(stored).toEqual([{ price: 125_000 }])
})

test('a reason that a moderator is typing outlives the session, and suspends the account after signing in again', async () => {
  const { userId } = await buildSignedIn(platform, { roles: ['moderator'], password })
  const { patientId } = await buildPatient(platform, { fullName: 'Irma Sosa' })
  const user = await open(`/admin/dashboard?persona=${patientId}`, { as: userId })
  await press(user, 'Suspender…')
  const dialog = await formDialog('Suspender')
  await fill(user, /^Días de suspensión/, '3', dialog)
  await fill(user, /^Motivo/, 'Reservó y no fue, tres veces.', dialog)
  await endSessions(userId)
  await press(user, 'Suspender', dialog)
  await signInAgain(user)
  await coverIsGone()
  expect(within(await formDialog('Suspender')).getByLabelText(/^Motivo/)).toHaveProperty(
    'value',
    'Reservó y no fue, tres veces.',
  )
  await press(user, 'Suspender', await formDialog('Suspender'))
  await screen.findByText('Usuario suspendido')
})

test('an account with a second factor stays covered until its code is proven', async () => {
  const { userId } = await buildSignedIn(platform, { password })
  await open('/account?seccion=personas', { as: userId })
  const { mfa } = await client()
  const { data: factor } = await mfa.enroll({ factorType: 'totp', friendlyName: 'Teléfono' })
  if (factor?.type !== 'totp') throw new Error('no factor')
  const { secret } = factor.totp
  const now = platform.clock.now()
  const previousCode = codeOf({ secret, at: new Date(now.getTime() - 30_000) })
  expect(await mfa.challengeAndVerify({ factorId: factor.id, code: previousCode })).toMatchObject({ error: null })

  const user = await openNewDependant(userId, { isSignedIn: true })
  await endSessions(userId)
  await press(user, 'Agregar', await formDialog('Agregar a una persona'))
  await signInAgain(user)
  await within(await cover()).findByRole('heading', { name: 'Escribe tu código' })
  await fill(user, 'Código', codeOf({ secret, at: now }), await cover())
  await press(user, 'Continuar', await cover())
  await coverIsGone()
  await press(user, 'Agregar', await formDialog('Agregar a una persona'))
  await screen.findByText('Persona agregada')
})

test('the name that a patient is giving a device outlives the session, and the device is added after signing in again', async () => {
  const { userId } = await buildSignedIn(platform, { password })
  const user = await open('/account?seccion=seguridad', { as: userId })
  await press(user, 'Activar segundo factor')
  const dialog = await formDialog('Activar segundo factor')
  await fill(user, /^Nombre del dispositivo/, 'Tableta del consultorio', dialog)
  await endSessions(userId)
  await press(user, 'Continuar', dialog)
  await signInAgain(user)
  await coverIsGone()
  expect(within(await formDialog('Activar segundo factor')).getByLabelText(/^Nombre del dispositivo/)).toHaveProperty(
    'value',
    'Tableta del consultorio',
  )
  await press(user, 'Continuar', await formDialog('Activar segundo factor'))
  await screen.findByLabelText('Código')
  const factors = await platform.db
    .selectFrom('mfa_factors')
    .select('friendly_name')
    .where('user_id', '=', userId)
    .execute()
  expect(factors).toEqual([{ friendly_name: 'Tableta del consultorio' }])
})

test('when another account signs in in another tab, the page is loaded again and stays covered until then', async () => {
  const { userId } = await buildSignedIn(platform, { password })
  const user = await openNewDependant(userId)
  await endSessions(userId)
  await press(user, 'Agregar', await formDialog('Agregar a una persona'))
  await cover()
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined)
  onTestFinished(() => reload.mockRestore())
  const other = await buildSignedIn(platform)
  await setSession((await signIn(platform, other.userId)).tokens)
  await waitFor(() => expect(reload).toHaveBeenCalledOnce())
  await cover()
})

test('a patient who doesn’t want to continue leaves the dialog and signs in on the login page', async () => {
  const { userId } = await buildSignedIn(platform, { password })
  const user = await openNewDependant(userId)
  await endSessions(userId)
  await press(user, 'Agregar', await formDialog('Agregar a una persona'))
  await press(user, 'Descartar y salir', await cover())
  await screen.findByRole('heading', { level: 1, name: 'Iniciar sesión' })
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(location.pathname + location.search).toBe('/login?next=%2Faccount%3Fseccion%3Dpersonas')
})

test('a session that ends while nothing is typed leads from an open dialog to the login page', async () => {
  const { userId } = await buildSignedIn(platform, { password })
  const user = await open('/account?seccion=personas', { as: userId })
  await press(user, 'Agregar a una persona')
  await formDialog('Agregar a una persona')
  await endSessions(userId)
  await user.click(screen.getByRole('button', { name: 'Cancelar' }))
  await user.click(await screen.findByRole('link', { name: /^Sesiones/ }))
  await screen.findByRole('heading', { level: 1, name: 'Iniciar sesión' })
})

test('what was typed into a page without a dialog stays there, and the section that was refused is loaded again', async () => {
  const { userId } = await buildSignedIn(platform, { password })
  const user = await open('/account', { as: userId })
  await fill(user, /^Dirección/, 'Durazno 1500')
  await endSessions(userId)
  await user.click(await screen.findByRole('link', { name: /^Sesiones/ }))
  await signInAgain(user)
  await coverIsGone()
  await screen.findByText('Esta sesión')
  await user.click(screen.getByRole('link', { name: /^Perfil/ }))
  expect(await screen.findByLabelText(/^Dirección/)).toHaveProperty('value', 'Durazno 1500')
  await press(user, 'Guardar cambios')
  await screen.findByText('Perfil actualizado correctamente')
})

test('a page whose session ended gives way to the sign-in, which says so', async () => {
  const { userId } = await buildSignedIn(platform, { password })
  await open('/contact', { as: userId })
  await endSessions(userId)
  await open('/account')
  await screen.findByRole('heading', { level: 1, name: 'Iniciar sesión' })
  await screen.findByText(/Venció, cambió tu contraseña, se cerró desde otro lugar o se eliminó la cuenta/)
  await expectAccessible()
})
