import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'

import { listMails } from '#server/platform/stored-mails.ts'
import { buildSignedIn, openSession } from '#server/testing/signed-in.ts'

import { expectAccessible, fill, holdResponses, press, startScreens } from './screens.tsx'

const { platform, open } = await startScreens()
const password = 'camino-de-prueba'
const newPassword = 'otro-camino-nuevo'
const changed = 'Tu contraseña ha sido actualizada correctamente.'
const strong = 'La contraseña debe tener mínimo 8 caracteres, una mayúscula, un número y un símbolo.'

const card = (name: string) => screen.findByRole('region', { name })

async function openPassword(userId: string) {
  const user = await open('/account?seccion=seguridad', { as: userId })
  const place = await card('Contraseña')
  await press(user, 'Cambiar contraseña', place)
  return { user, place }
}

async function choose(user: Awaited<ReturnType<typeof open>>, place: HTMLElement, text: string): Promise<void> {
  await fill(user, /^Nueva contraseña/, text, place)
  await fill(user, /^Repite la contraseña/, text, place)
  await press(user, 'Guardar contraseña', place)
}

/** The sign-ins of the account become an hour old. */
async function ageSignIns(userId: string): Promise<void> {
  await platform.db.updateTable('sessions').set({ amr: '[]' }).where('user_id', '=', userId).execute()
}

const sessionsOf = (userId: string) =>
  platform.db.selectFrom('sessions').select('id').where('user_id', '=', userId).execute()

test('soon after signing in a user changes the password without the old one, and all other sessions are closed', async () => {
  const { userId } = await buildSignedIn(platform, { password })
  await openSession(platform, userId)
  const { user, place } = await openPassword(userId)
  expect(within(place).queryByLabelText(/^Contraseña actual/)).toBeNull()
  await fill(user, /^Nueva contraseña/, 'corta', place)
  await fill(user, /^Repite la contraseña/, 'otra', place)
  await press(user, 'Guardar contraseña', place)
  await within(place).findByText('La contraseña debe tener al menos 6 caracteres.')
  await within(place).findByText('Las contraseñas no coinciden.')
  await expectAccessible()
  await choose(user, place, password)
  await within(place).findByText('La nueva contraseña tiene que ser distinta de la anterior.')
  await choose(user, place, newPassword)
  await screen.findByText(changed)
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Cambiar contraseña'))
  expect(await sessionsOf(userId)).toHaveLength(1)
})

test('a while after signing in the form requires the current password, also when the time passed with it open', async () => {
  const { userId } = await buildSignedIn(platform, { password })
  const { user, place } = await openPassword(userId)
  await ageSignIns(userId)
  await choose(user, place, newPassword)
  await within(place).findByText('Por seguridad, confirma que eres tú para continuar.')
  await waitFor(() => expect(document.activeElement).toBe(within(place).getByLabelText(/^Contraseña actual/)))
  await expectAccessible()
  await press(user, 'Guardar contraseña', place)
  await within(place).findByText('Escribe tu contraseña actual.')
  await fill(user, /^Contraseña actual/, 'no es la mía', place)
  await press(user, 'Guardar contraseña', place)
  await within(place).findByText('La contraseña actual no es esa.')
  await fill(user, /^Contraseña actual/, password, place)
  await press(user, 'Guardar contraseña', place)
  await screen.findByText(changed)
})

test('a user who does not remember the current password gets a mailed code', async () => {
  const { userId, email } = await buildSignedIn(platform, { password })
  await open('/contact', { as: userId })
  await ageSignIns(userId)
  const user = await open('/account?seccion=seguridad')
  const place = await card('Contraseña')
  await press(user, 'Cambiar contraseña', place)
  await press(user, /^No la recuerdo/, place)
  await choose(user, place, newPassword)
  await within(place).findByText('Pide el código y escríbelo aquí.')
  await press(user, 'Enviarme el código', place)
  await within(place).findByText(/^Te enviamos un código a/)
  await press(user, 'Enviar otro código', place)
  await within(place).findByText(/Ya enviamos un correo hace un momento/)
  await expectAccessible()

  const mail = (await listMails(platform, { limit: 10 })).find(({ to }) => to === email)
  const code = /\b\d{3} ?\d{3}\b/.exec(mail?.text ?? '')?.[0] ?? ''
  await fill(user, /^Código del correo/, code.startsWith('1') ? '234567' : '123456', place)
  await press(user, 'Guardar contraseña', place)
  await within(place).findByText(/^Ese código no es correcto o venció/)
  await fill(user, /^Código del correo/, ` ${code} `, place)
  await press(user, 'Guardar contraseña', place)
  await screen.findByText(changed)
})

test('a centre has to set a stronger password, in the account and by a link', async () => {
  const { userId } = await buildSignedIn(platform, { roles: ['center'], password: 'Camino-1!' })
  const { user, place } = await openPassword(userId)
  await choose(user, place, newPassword)
  await within(place).findByText(strong)

  await open('/reset-password')
  const main = await screen.findByRole('main')
  await choose(user, main, newPassword)
  await within(main).findByText(strong)
  await choose(user, main, 'Sendero-2!')
  await screen.findByText(changed)
  await waitFor(() => expect(location.pathname).toBe('/login'))
  expect(await sessionsOf(userId)).toEqual([])
})

test('/reset-password says that it verifies the link, waits for both fields, and takes one press while it saves', async () => {
  const { userId } = await buildSignedIn(platform, { password })
  await open('/contact', { as: userId })
  const verified = holdResponses(/^GET .*\/me$/)
  const user = await open('/reset-password')
  await screen.findByText('Verificando el enlace…')
  verified()
  const save = await screen.findByRole<HTMLButtonElement>('button', { name: 'Guardar contraseña' })
  expect(save.disabled).toBe(true)
  await fill(user, /^Nueva contraseña/, newPassword)
  expect(save.disabled).toBe(true)
  await fill(user, /^Repite la contraseña/, newPassword)
  expect(save.disabled).toBe(false)
  const saved = holdResponses(/^PUT .*\/user$/)
  await user.click(save)
  expect((await screen.findByRole('button', { name: 'Guardando…' })).getAttribute('aria-disabled')).toBe('true')
  saved()
  await screen.findByText(changed)
})

test('the view that confirms the mail for a forgotten password leads back to the sign-in', async () => {
  const { email } = await buildSignedIn(platform, { password })
  const user = await open('/forgot-password')
  await fill(user, /^Correo electrónico/, email)
  await press(user, 'Enviar enlace')
  await screen.findByRole('heading', { level: 1, name: 'Correo enviado' })
  await user.click(screen.getByRole('link', { name: 'Volver a iniciar sesión' }))
  await waitFor(() => expect(location.pathname).toBe('/login'))
})

test('/reset-password requires the current password from a user who signed in a while ago', async () => {
  const { userId } = await buildSignedIn(platform, { password })
  await open('/contact', { as: userId })
  await ageSignIns(userId)
  const user = await open('/reset-password')
  const main = await screen.findByRole('main')
  await choose(user, main, newPassword)
  await within(main).findByText('Escribe tu contraseña actual.')
  await expectAccessible()
  await fill(user, /^Contraseña actual/, password, main)
  await press(user, 'Guardar contraseña', main)
  await screen.findByText(changed)
  await waitFor(() => expect(location.pathname).toBe('/login'))
})

test('a change of the address is refused beside its field, waits for both mailboxes, and can be cancelled', async () => {
  const other = await buildSignedIn(platform)
  const { userId, email } = await buildSignedIn(platform, { password })
  const newEmail = `nueva-${crypto.randomUUID()}@ejemplo.uy`
  const user = await open('/account?seccion=seguridad', { as: userId })
  const place = await card('Correo electrónico')
  await press(user, 'Cambiar correo', place)
  for (const [typed, refusal] of [
    ['', 'Por favor ingresa tu email'],
    ['no-es-un-correo', 'Por favor ingresa un email válido'],
    [email.toUpperCase(), 'Ese ya es tu correo.'],
    [other.email, 'Ya existe una cuenta con ese correo.'],
  ] as const) {
    await fill(user, /^Nuevo correo electrónico/, typed, place)
    await press(user, 'Cambiar correo', place)
    await within(place).findByText(refusal)
  }
  await expectAccessible()
  await fill(user, /^Nuevo correo electrónico/, ` ${newEmail} `, place)
  await press(user, 'Cambiar correo', place)
  await within(place).findByText('Falta confirmar el cambio')
  await within(place).findByText(newEmail)
  await expectAccessible()
  await press(user, 'Reenviar', place)
  await screen.findByText(`Búscalo en ${email} y en ${newEmail}.`)
  await press(user, 'Cancelar el cambio', place)
  await screen.findByText(`Sigues con ${email}.`)
  await waitFor(() => expect(within(place).queryByText('Falta confirmar el cambio')).toBeNull())
})

test('the code of the mail to a new address confirms it in the account, also when it is read elsewhere', async () => {
  const { userId, email } = await buildSignedIn(platform, { password })
  const user = await open('/account?seccion=seguridad', { as: userId })
  const place = await card('Correo electrónico')
  const newEmail = 'codigo-nuevo@example.uy'
  await press(user, 'Cambiar correo', place)
  await fill(user, /^Nuevo correo electrónico/, newEmail, place)
  await press(user, 'Cambiar correo', place)
  await within(place).findByText('Falta confirmar el cambio')
  await press(user, 'Confirmar con el código', place)
  await within(place).findByText('Escribe los seis dígitos del correo.')
  const mail = (await listMails(platform, { limit: 10 })).find(({ to }) => to === newEmail)
  const code = mail?.text.match(/^\d{3} \d{3}$/m)?.[0] ?? ''
  const field = /^Código del correo nuevo/
  await fill(user, field, code === '111 111' ? '222222' : '111111', place)
  await press(user, 'Confirmar con el código', place)
  await within(place).findByText(/^Ese código no es correcto o venció/)
  await fill(user, field, code, place)
  await press(user, 'Confirmar con el código', place)
  await screen.findByText('Abre también el enlace que enviamos a tu otro correo.')
  await within(place).findByText('La dirección nueva está confirmada. Falta la de siempre.')
  await expectAccessible()
  await within(place).findByText(email)
})

test('the code of the new address ends a change that the former one has confirmed', async () => {
  const { userId } = await buildSignedIn(platform, { password })
  const user = await open('/account?seccion=seguridad', { as: userId })
  const place = await card('Correo electrónico')
  const newEmail = 'codigo-ultimo@example.uy'
  await press(user, 'Cambiar correo', place)
  await fill(user, /^Nuevo correo electrónico/, newEmail, place)
  await press(user, 'Cambiar correo', place)
  await within(place).findByText('Falta confirmar el cambio')
  // As when its owner has pressed the button of the mail to the former address.
  await platform.db.deleteFrom('one_time_tokens').where('kind', '=', 'email_change_current').execute()
  const mail = (await listMails(platform, { limit: 10 })).find(({ to }) => to === newEmail)
  await fill(user, /^Código del correo nuevo/, mail?.text.match(/^\d{3} \d{3}$/m)?.[0] ?? '', place)
  await press(user, 'Confirmar con el código', place)
  await screen.findByText(`Ahora entras con ${newEmail}.`)
  await waitFor(() => expect(within(place).queryByText('Falta confirmar el cambio')).toBeNull())
})

test('a while after signing in, a first device needs another sign-in, also when the time passed with the dialog open', async () => {
  const { userId } = await buildSignedIn(platform, { password })
  const user = await open('/account?seccion=seguridad', { as: userId })
  await press(user, 'Activar segundo factor')
  await ageSignIns(userId)
  await press(user, 'Continuar', await screen.findByRole('dialog'))
  const again = await screen.findByRole('dialog', { name: 'Vuelve a iniciar sesión' })
  await expectAccessible()
  await press(user, 'Iniciar sesión de nuevo', again)
  await screen.findByRole('heading', { level: 1, name: 'Iniciar sesión' })
  expect(location.search).toBe('?next=%2Faccount%3Fseccion%3Dseguridad')
})

test('who mistyped their address corrects it in Mi Cuenta, to which the notice leads, and no other account’s', async () => {
  const other = await buildSignedIn(platform)
  const { userId, email } = await buildSignedIn(platform, { password })
  const unproven = { email_verified_at: null }
  await platform.db.updateTable('users').set(unproven).where('id', '=', userId).execute()
  const user = await open('/account', { as: userId })
  const place = await card('Tu correo y tu ID')
  await press(user, '¿Escribiste mal tu dirección? Corrígela', place)
  for (const [typed, refusal] of [
    [email, 'Esa es la dirección que ya tienes.'],
    [other.email, 'Ya hay una cuenta con esa dirección.'],
  ] as const) {
    await fill(user, /^Tu correo, bien escrito/, typed, place)
    await press(user, 'Corregir correo', place)
    await within(place).findByText(refusal)
  }
  await expectAccessible()
  const right = `bien-${crypto.randomUUID()}@ejemplo.uy`
  await fill(user, /^Tu correo, bien escrito/, right, place)
  await press(user, 'Corregir correo', place)
  await screen.findByText(`Enviamos el enlace a ${right}.`)
  await within(place).findByText(right)
  const mails = (await listMails(platform, { limit: 10 })).filter(({ to }) => to === right)
  expect(mails.map(({ kind }) => kind)).toEqual(['accounts.signup'])
})
