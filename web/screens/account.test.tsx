import { screen, waitFor, within } from '@testing-library/dom'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createDependant } from '#server/features/accounts/usecases/update-dependants.ts'
import { signOut } from '#server/features/auth/sessions/sessions.ts'
import { setPreference, wantsMail } from '#server/features/notifications/usecases/preferences.ts'
import { requirePushKeys, subscribe } from '#server/features/notifications/usecases/push-subscriptions.ts'
import { setMailsByLink } from '#server/features/notifications/usecases/unsubscribe.ts'
import { hourMs } from '#server/platform/local-time.ts'
import { requestExport } from '#server/processes/export-data.ts'
import { monday } from '#server/testing/booking.ts'
import { buildAppointment, buildCenter, buildPatient } from '#server/testing/builders.ts'
import { runJobs } from '#server/testing/platform.ts'
import { buildSignedIn, openSession } from '#server/testing/signed-in.ts'

import { expectAccessible, fill, press, startScreens, watchDownloads } from './screens.tsx'

const { platform, open } = await startScreens()
/** A point of the curve, as the public key of each browser is. */
const browserKey = 'BGsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWT-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU'
const dialog = () => screen.findByRole('dialog')
const signedInLongAgo = { amr: JSON.stringify([{ method: 'password', timestamp: 0 }]) }
const profileOf = (id: string) =>
  platform.db.selectFrom('profiles').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

test('a patient without a name is refused beside the field, and a corrected profile is saved', async () => {
  const { patientId } = await buildPatient(platform, { fullName: 'Emilia Bentancor' })
  const user = await open('/account', { as: patientId })
  await fill(user, /^Nombre completo/, '')
  await press(user, 'Guardar cambios')
  await screen.findByText('Por favor ingresa tu nombre')
  expect((await profileOf(patientId)).full_name).toBe('Emilia Bentancor')
  await fill(user, /^Nombre completo/, 'Emilia B. Rodríguez')
  await fill(user, /^Contacto de emergencia/, 'Marta, 099 111 222')
  await press(user, 'Guardar cambios')
  await screen.findByText('Perfil actualizado correctamente')
  expect(await profileOf(patientId)).toMatchObject({
    full_name: 'Emilia B. Rodríguez',
    emergency_contact: 'Marta, 099 111 222',
  })
  await open('/account')
  expect(await screen.findByLabelText(/^Nombre completo/)).toHaveProperty('value', 'Emilia B. Rodríguez')
})

test('a user downloads the copy of their data in both forms, and asks for a new one once it is gone', async () => {
  const { patientId } = await buildPatient(platform, { fullName: 'Emilia Bentancor' })
  await requestExport(platform, { userId: patientId })
  await runJobs(platform)
  const downloads = watchDownloads()
  const user = await open('/account?seccion=datos', { as: patientId })
  await press(user, 'Página para leer')
  const page = await downloads.next()
  expect(page.disposition).toMatch(/^attachment; filename="senda-datos-[\d-]+\.html"/)
  expect(page.text).toContain('Emilia Bentancor')
  await press(user, 'Archivo JSON')
  const json = await downloads.next()
  expect(json.disposition).toMatch(/^attachment; filename="senda-datos-[\d-]+\.json"/)
  expect(JSON.stringify(JSON.parse(json.text))).toContain('Emilia Bentancor')

  await platform.db.deleteFrom('data_exports').where('user_id', '=', patientId).execute()
  await press(user, 'Archivo JSON')
  await screen.findByText('Esa copia ya no existe. Pide una nueva.')
  await screen.findByRole('button', { name: 'Pedir mi copia' })
  expect(downloads.count()).toBe(0)
})

test('text that was typed into the profile is still there after a visit to another section', async () => {
  const { patientId } = await buildPatient(platform)
  const user = await open('/account', { as: patientId })
  await fill(user, /^Dirección/, 'Durazno 1500')
  const sections = screen.getByRole('navigation', { name: 'Secciones de tu cuenta' })
  await user.click(within(sections).getByRole('link', { name: /^Avisos/ }))
  await screen.findByRole('heading', { level: 2, name: 'Avisos' })
  await user.click(within(sections).getByRole('link', { name: /^Perfil/ }))
  expect(await screen.findByLabelText(/^Dirección/)).toHaveProperty('value', 'Durazno 1500')
  await press(user, 'Descartar cambios')
  expect(screen.getByLabelText(/^Dirección/)).toHaveProperty('value', '')
})

test('a patient adds a dependant after correcting what is refused, updates it, and removes it', async () => {
  const { patientId } = await buildPatient(platform)
  const user = await open('/account?seccion=personas', { as: patientId })
  await screen.findByText('Todavía no hay nadie')
  await press(user, 'Agregar a una persona')
  await press(user, 'Agregar', await dialog())
  for (const message of [
    'Por favor ingresa su nombre',
    'Por favor ingresa la fecha completa',
    'Por favor ingresa qué es de ti',
  ])
    await within(await dialog()).findByText(message)
  await expectAccessible()
  await fill(user, /^Nombre completo/, 'Lucía Bentancor', await dialog())
  await fill(user, /^Fecha de nacimiento/, '2150-01-01', await dialog())
  await fill(user, /^Qué es de ti/, 'Hija', await dialog())
  await press(user, 'Agregar', await dialog())
  await within(await dialog()).findByText('La fecha está en el futuro')
  await fill(user, /^Fecha de nacimiento/, '2018-05-12', await dialog())
  await press(user, 'Agregar', await dialog())
  await screen.findByText('Persona agregada')
  await screen.findByText(/Nació el 12 de mayo de 2018/)

  await press(user, 'Editar a Lucía Bentancor')
  expect(await within(await dialog()).findByLabelText(/^Fecha de nacimiento/)).toHaveProperty('value', '12/05/2018')
  await fill(user, /^Nombre completo/, 'Lucía Bentancor Díaz', await dialog())
  await press(user, 'Guardar cambios', await dialog())
  await screen.findByRole('heading', { name: 'Lucía Bentancor Díaz' })

  await press(user, 'Quitar a Lucía Bentancor Díaz')
  await screen.findByRole('dialog', { name: '¿Quitar a Lucía Bentancor Díaz?' })
  await expectAccessible()
  await press(user, 'Quitar', await dialog())
  await screen.findByText('Todavía no hay nadie')
  expect(
    await platform.db.selectFrom('dependants').select('id').where('guardian_id', '=', patientId).execute(),
  ).toEqual([])
})

test('a patient who writes another person over a dependant with visits reads what to do, and corrects one of the data', async () => {
  const { patientId } = await buildPatient(platform)
  const details = { fullName: 'Ana Gil', birthDate: '2018-05-05', relation: 'Hija' }
  const { id } = await createDependant(platform, { userId: patientId, details })
  const { appointmentId } = await buildAppointment(platform, {
    patientId,
    status: 'completed',
    startsAt: new Date(platform.clock.now().getTime() - 48 * hourMs),
  })
  await platform.db.updateTable('appointments').set({ dependant_id: id }).where('id', '=', appointmentId).execute()
  const user = await open('/account?seccion=personas', { as: patientId })
  await press(user, 'Editar a Ana Gil')
  await fill(user, /^Nombre completo/, 'Bruno Gil', await dialog())
  await fill(user, /^Fecha de nacimiento/, '2020-01-02', await dialog())
  await press(user, 'Guardar cambios', await dialog())
  await within(await dialog()).findByText(/Si es otra persona, agrégala como nueva/)
  await fill(user, /^Fecha de nacimiento/, '2018-05-05', await dialog())
  await press(user, 'Guardar cambios', await dialog())
  await screen.findByRole('heading', { name: 'Bruno Gil' })
})

test('a notification that a patient switches off is off on the next visit, and the others stay on', async () => {
  const { patientId } = await buildPatient(platform)
  const user = await open('/account?seccion=avisos', { as: patientId })
  const byMail = async (name: RegExp) =>
    within(await screen.findByRole('region', { name: 'Por correo' })).getByRole<HTMLInputElement>('switch', { name })
  const isOn = async (name: RegExp) => (await byMail(name)).checked
  expect(await isOn(/^Recordatorios/)).toBe(true)
  await user.click(await byMail(/^Recordatorios/))
  await waitFor(async () =>
    expect(await platform.db.selectFrom('notification_preferences').selectAll().execute()).toHaveLength(1),
  )
  await open('/account?seccion=avisos')
  expect(await isOn(/^Recordatorios/)).toBe(false)
  expect(await isOn(/^Citas/)).toBe(true)
  await expectAccessible()
})

test('a user who stopped promotions from a mail sees the switch off, and can switch it on again', async () => {
  const { patientId: userId } = await buildPatient(platform)
  await setPreference(platform, { userId, kind: 'promotion', byMail: true })
  const shown = async () => {
    const mails = await screen.findByRole('region', { name: 'Por correo' })
    return within(mails).getByRole<HTMLInputElement>('switch', { name: /^Promociones/ })
  }
  const user = await open('/account?seccion=avisos', { as: userId })
  expect((await shown()).checked).toBe(true)
  await setMailsByLink(platform, { userId, kind: 'promotion', isOn: false })
  await open('/account?seccion=avisos')
  expect((await shown()).checked).toBe(false)
  await user.click(await shown())
  await waitFor(async () => expect(await wantsMail(platform.db, { userId, kind: 'promotion' })).toBe(true))
})

test('a notification whose change is not saved returns to its old state, with a message', async () => {
  const { patientId } = await buildPatient(platform)
  const user = await open('/account?seccion=avisos', { as: patientId })
  const mails = await screen.findByRole('region', { name: 'Por correo' })
  const reminders = within(mails).getByRole<HTMLInputElement>('switch', { name: /^Recordatorios/ })
  vi.spyOn(globalThis, 'fetch').mockRejectedValueOnce(new TypeError('the network is down'))
  await user.click(reminders)
  await screen.findByText('No se guardó el cambio')
  await waitFor(() => expect(reminders.checked).toBe(true))
})

test('a switch that is pressed while another one is saved stays in its new position', async () => {
  const { patientId } = await buildPatient(platform)
  const user = await open('/account?seccion=avisos', { as: patientId })
  const mails = await screen.findByRole('region', { name: 'Por correo' })
  const switchOf = (name: RegExp) => within(mails).getByRole<HTMLInputElement>('switch', { name })
  const { fetch } = globalThis
  const saves = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const
  const waiting = [...saves]
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    if (init?.method === 'PUT') await waiting.shift()?.promise
    return fetch(input, init)
  })
  await user.click(switchOf(/^Recordatorios/))
  await user.click(switchOf(/^Calificaciones/))
  saves[0].resolve()
  await waitFor(() => expect(waiting).toEqual([]))
  expect([switchOf(/^Recordatorios/).checked, switchOf(/^Calificaciones/).checked]).toEqual([false, false])
  saves[1].resolve()
  const ofPatient = platform.db.selectFrom('notification_preferences').select('kind').where('user_id', '=', patientId)
  await waitFor(async () => expect(await ofPatient.execute()).toHaveLength(2))
})

test('a user who never set a password signs in again before the account is deleted', async () => {
  const { patientId } = await buildPatient(platform)
  const user = await open('/account?seccion=eliminar', { as: patientId })
  await platform.db.updateTable('sessions').set(signedInLongAgo).execute()
  await open('/account?seccion=eliminar')
  await press(user, 'Eliminar mi cuenta')
  await within(await dialog()).findByText(/vuelve a iniciar sesión/)
  await expectAccessible()
  await press(user, 'Volver a iniciar sesión', await dialog())
  await screen.findByRole('heading', { level: 1, name: 'Iniciar sesión' })
  expect(location.search).toBe('?next=%2Faccount%3Fseccion%3Deliminar')
})

test('a user closes one other session, then all others, and then all', async () => {
  const { userId } = await buildSignedIn(platform)
  const openElsewhere = () => openSession(platform, userId)
  await openElsewhere()
  const user = await open('/account?seccion=sesiones', { as: userId })
  const sessions = async () =>
    within(await screen.findByRole('list', { name: 'Tus sesiones' })).getAllByRole('listitem')
  await waitFor(async () => expect(await sessions()).toHaveLength(3))
  expect((await sessions()).filter(({ textContent }) => textContent?.includes('Esta sesión'))).toHaveLength(1)
  await expectAccessible()
  const [first] = screen.getAllByRole('button', { name: /^Cerrar sesión en / })
  if (first) await user.click(first)
  await screen.findByText('Cerraste la sesión')
  await waitFor(async () => expect(await sessions()).toHaveLength(2))

  await press(user, 'Cerrar las demás sesiones')
  await within(await dialog()).findByText('Tu cuenta queda abierta solo aquí.')
  await expectAccessible()
  await press(user, 'Cerrar las demás', await dialog())
  await screen.findByText('Cerraste las demás sesiones')
  await screen.findByText('No hay otras sesiones abiertas.')
  expect(await sessions()).toHaveLength(1)

  await press(user, 'Cerrar todas')
  await press(user, 'Cerrar todas', await dialog())
  await screen.findByText('Has cerrado sesión correctamente')
  await waitFor(() => expect(location.pathname).toBe('/login'))
  expect(await platform.db.selectFrom('sessions').select('id').where('user_id', '=', userId).execute()).toEqual([])
})

const feedsEnd =
  /^Tus direcciones para ver la agenda en otros calendarios dejan de funcionar.* También se retiran las invitaciones/
test('the owner of a centre reads that signing out everywhere and a new password end the calendars and the invitations', async () => {
  const { centerId } = await buildCenter(platform)
  const user = await open('/account?seccion=sesiones', { as: centerId })
  await screen.findByRole('list', { name: 'Tus sesiones' })
  await press(user, 'Cerrar todas')
  await within(await dialog()).findByText(feedsEnd)
  await open('/account?seccion=seguridad', { as: centerId })
  await screen.findByText(feedsEnd)
})

test('a centre with upcoming appointments reads why its account cannot be deleted yet', async () => {
  const { centerId } = await buildAppointment(platform, { startsAt: monday })
  await open('/account?seccion=eliminar', { as: centerId })
  await screen.findByText('Todavía no se puede eliminar')
  expect(screen.getByRole('main').textContent).toContain('citas por delante')
  await screen.findByRole('link', { name: 'Ir a tu centro' })
  await expectAccessible()
  expect(screen.queryByRole('button', { name: 'Eliminar mi cuenta' })).toBeNull()
})

test('the only administrator reads why the account cannot be deleted yet', async () => {
  const { userId } = await buildSignedIn(platform, { roles: ['admin'] })
  await open('/account?seccion=eliminar', { as: userId })
  await screen.findByText('Todavía no se puede eliminar')
  expect(screen.getByRole('main').textContent).toContain('la única persona')
  screen.getByRole('link', { name: 'Ir a la administración' })
  expect(screen.queryByRole('button', { name: 'Eliminar mi cuenta' })).toBeNull()
})

test('a patient who agrees deletes the account and is a visitor from then on', async () => {
  const { patientId } = await buildPatient(platform)
  const user = await open('/account?seccion=eliminar', { as: patientId })
  await press(user, 'Eliminar mi cuenta')
  await press(user, 'Eliminar para siempre', await dialog())
  await within(await dialog()).findByText('Marca la casilla para seguir')
  await user.click(await within(await dialog()).findByRole('checkbox', { name: /^Entiendo/ }))
  await press(user, 'Eliminar para siempre', await dialog())
  await screen.findByText('Tu cuenta quedó eliminada')
  expect(location.pathname).toBe('/')
  expect(localStorage.getItem('senda.session')).toBeNull()
  expect((await profileOf(patientId)).email).toMatch(/@deleted\.invalid$/)
})

test('a patient reads what a late cancellation costs, and once more when it changed before the press', async () => {
  const { patientId } = await buildPatient(platform)
  const now = platform.clock.now()
  const startsAt = new Date(now.getTime() + 3 * hourMs)
  const { appointmentId, centerId } = await buildAppointment(platform, { patientId, startsAt })
  const pay = (amount: number) =>
    platform.db
      .insertInto('payments')
      .values({ appointment_id: appointmentId, center_id: centerId, amount, method: 'efectivo', collected_at: now })
      .execute()
  await pay(100_000)
  const user = await open('/account?seccion=eliminar', { as: patientId })
  await press(user, 'Eliminar mi cuenta')
  await within(await dialog()).findByText('Por esa cita pagaste $ 1.000: se te devuelven $ 500 y pierdes $ 500.')
  await within(await dialog()).findByText(/en Centro Rambla: ya pasó el plazo .* Pierdes \$\s500\.$/)
  await user.click(await within(await dialog()).findByRole('checkbox', { name: /^Entiendo/ }))
  await pay(50_000)
  await press(user, 'Eliminar para siempre', await dialog())
  await within(await dialog()).findByText(/^Cambió lo que pasaría mientras lo mirabas/)
  await within(await dialog()).findByText('Por esa cita pagaste $ 1.500: se te devuelven $ 750 y pierdes $ 750.')
  await expectAccessible()
  await press(user, 'Eliminar para siempre', await dialog())
  await within(await dialog()).findByText('Marca la casilla para seguir')
  await user.click(await within(await dialog()).findByRole('checkbox', { name: /^Entiendo/ }))
  await press(user, 'Eliminar para siempre', await dialog())
  await screen.findByText('Tu cuenta quedó eliminada')
})

test('right after the sign-in, too, a patient has to prove who they are before the account is deleted', async () => {
  const { userId, email } = await buildSignedIn(platform, { password: 'camino-de-prueba' })
  const user = await open('/account?seccion=eliminar', { as: userId })
  await press(user, 'Eliminar mi cuenta')
  await user.click(await within(await dialog()).findByRole('checkbox', { name: /^Entiendo/ }))
  await press(user, 'Eliminar para siempre', await dialog())
  await within(await dialog()).findByText('Escribe tu contraseña actual.')
  await fill(user, /^Contraseña actual/, 'no es la mía', await dialog())
  await press(user, 'Eliminar para siempre', await dialog())
  await within(await dialog()).findByText('La contraseña actual no es esa.')
  await expectAccessible()
  expect((await profileOf(userId)).email).toBe(email)
})

describe('the switch of pushes in this browser', () => {
  /** A browser that can show pushes, with or without an earlier subscription, made with the server's key or another. */
  function fakePush({ key, endpoint }: { key?: string; endpoint?: string } = {}) {
    let current = endpoint === undefined ? undefined : subscriptionOf(endpoint, key ?? '')
    const pushManager = {
      getSubscription: async () => current,
      subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
        current = subscriptionOf('http://127.0.0.1:9/again', applicationServerKey)
        return current
      },
    }
    const registration = { pushManager }
    const serviceWorker = {
      getRegistration: async () => registration,
      register: async () => registration,
      ready: registration,
      addEventListener: () => undefined,
      startMessages: () => undefined,
    }
    vi.stubGlobal('PushManager', class {})
    vi.stubGlobal('Notification', { permission: 'granted', requestPermission: async () => 'granted' })
    Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker, configurable: true })
    onTestFinished(() => {
      vi.unstubAllGlobals()
      Reflect.deleteProperty(navigator, 'serviceWorker')
      localStorage.removeItem('senda.push-user')
      localStorage.removeItem('senda.push-endpoint')
    })

    function subscriptionOf(address: string, serverKey: string) {
      const keys = { p256dh: browserKey, auth: 'b'.repeat(22) }
      return {
        endpoint: address,
        options: { applicationServerKey: Uint8Array.from(Buffer.from(serverKey, 'base64url')).buffer },
        toJSON: () => ({ endpoint: address, keys }),
        unsubscribe: async () => {
          current = undefined
          return true
        },
      }
    }
  }

  const shown = () => screen.findByRole<HTMLInputElement>('switch', { name: /^Mostrar avisos en este dispositivo/ })
  const rows = () => platform.db.selectFrom('push_subscriptions').select(['endpoint', 'user_id as userId']).execute()
  const publicKey = async () => (await requirePushKeys(platform)).publicKey

  test('is off when the session that subscribed the browser was ended by another browser, and can be switched on again', async () => {
    const { patientId } = await buildPatient(platform)
    const endpoint = 'http://127.0.0.1:9/ended'
    const { id: sessionId } = await openSession(platform, patientId)
    const keys = { p256dh: browserKey, auth: 'b'.repeat(22) }
    await subscribe(platform, { userId: patientId, sessionId, endpoint, ...keys })
    await signOut(platform.db, { userId: patientId, sessionId, scope: 'local' })
    fakePush({ endpoint, key: await publicKey() })
    localStorage.setItem('senda.push-user', patientId)
    localStorage.setItem('senda.push-endpoint', endpoint)
    const user = await open('/account?seccion=avisos', { as: patientId })
    await waitFor(async () => expect((await shown()).disabled).toBe(false))
    expect((await shown()).checked).toBe(false)
    await user.click(await shown())
    await waitFor(async () => expect((await shown()).checked).toBe(true))
    expect(await rows()).toEqual([{ endpoint: 'http://127.0.0.1:9/again', userId: patientId }])
    await expectAccessible()
  })

  test('is on again by itself when the server’s key has changed, for the user who switched it on', async () => {
    await platform.db.deleteFrom('push_subscriptions').execute()
    const { patientId } = await buildPatient(platform)
    fakePush({ endpoint: 'http://127.0.0.1:9/old', key: Buffer.alloc(65, 1).toString('base64url') })
    localStorage.setItem('senda.push-user', patientId)
    await open('/account?seccion=avisos', { as: patientId })
    await waitFor(async () => expect((await shown()).checked).toBe(true))
    expect(await rows()).toEqual([{ endpoint: 'http://127.0.0.1:9/again', userId: patientId }])
  })

  test('is on again at the next visit when the browser has lost its subscription, for the user who switched it on', async () => {
    await platform.db.deleteFrom('push_subscriptions').execute()
    const { patientId } = await buildPatient(platform)
    fakePush()
    localStorage.setItem('senda.push-user', patientId)
    localStorage.setItem('senda.push-endpoint', 'http://127.0.0.1:9/lost')
    await open('/contact', { as: patientId })
    const again = { endpoint: 'http://127.0.0.1:9/again', userId: patientId }
    await waitFor(async () => expect(await rows()).toEqual([again]))
    await open('/account?seccion=avisos')
    await waitFor(async () => expect((await shown()).checked).toBe(true))
    expect(await rows()).toEqual([again])
  })

  test('is on with the subscription that the browser has made instead of its former one', async () => {
    await platform.db.deleteFrom('push_subscriptions').execute()
    const { patientId } = await buildPatient(platform)
    const endpoint = 'http://127.0.0.1:9/replaced'
    fakePush({ endpoint, key: await publicKey() })
    localStorage.setItem('senda.push-user', patientId)
    localStorage.setItem('senda.push-endpoint', 'http://127.0.0.1:9/former')
    await open('/account?seccion=avisos', { as: patientId })
    await waitFor(async () => expect((await shown()).checked).toBe(true))
    expect(await rows()).toEqual([{ endpoint, userId: patientId }])
  })

  test('stays off for another user of a browser that has lost its subscription', async () => {
    await platform.db.deleteFrom('push_subscriptions').execute()
    const { patientId } = await buildPatient(platform)
    fakePush()
    localStorage.setItem('senda.push-user', 'another')
    await open('/account?seccion=avisos', { as: patientId })
    await waitFor(async () => expect((await shown()).disabled).toBe(false))
    expect((await shown()).checked).toBe(false)
    expect(await rows()).toEqual([])
  })

  const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 Version/18.6 Safari/604.1'
  test.each([
    ['an iPhone', iPhone, 0, /iPhone .*iOS 26 .*«Agregar a inicio».* Con un iOS anterior no se puede/],
    ['an iPad', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 5, /iPad necesitas iOS 26/],
    ['another browser without pushes', 'Mozilla/5.0 (X11; Linux x86_64)', 0, /Prueba con otro(?!.*iPhone)/],
  ])('cannot be used in %s, and says the way on', async (_, userAgent, maxTouchPoints, hint) => {
    const { patientId } = await buildPatient(platform)
    for (const [name, value] of Object.entries({ userAgent, maxTouchPoints }))
      Object.defineProperty(navigator, name, { value, configurable: true })
    onTestFinished(() => {
      for (const name of ['userAgent', 'maxTouchPoints']) Reflect.deleteProperty(navigator, name)
    })
    await open('/account?seccion=avisos', { as: patientId })
    await screen.findByText(hint)
    expect((await shown()).disabled).toBe(true)
  })

  test('stays off for another user of a browser whose key has changed', async () => {
    await platform.db.deleteFrom('push_subscriptions').execute()
    const { patientId } = await buildPatient(platform)
    fakePush({ endpoint: 'http://127.0.0.1:9/old', key: Buffer.alloc(65, 1).toString('base64url') })
    localStorage.setItem('senda.push-user', 'another')
    await open('/account?seccion=avisos', { as: patientId })
    await waitFor(async () => expect((await shown()).disabled).toBe(false))
    expect((await shown()).checked).toBe(false)
    expect(await rows()).toEqual([])
  })
})
