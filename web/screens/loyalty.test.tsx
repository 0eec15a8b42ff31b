import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { chargeCommission } from '#server/features/commissions/usecases/charge-commissions.ts'
import { deskCodeOf } from '#server/features/loyalty/usecases/desk-code.ts'
import { earnForCompletions, grantPoints } from '#server/features/loyalty/usecases/points.ts'
import { newId } from '#server/platform/ids.ts'
import { buildAccount, buildAppointment, buildCenter, buildPatient } from '#server/testing/builders.ts'
import { buildRedemption, buildReward } from '#server/testing/promotions.ts'
import { expectAccessible, fill, press, startScreens } from './screens.tsx'

const { platform, open } = await startScreens()
const { db } = platform

async function buildPatientWithPoints(points: number, fullName = 'Irma Sosa') {
  const { patientId: userId } = await buildPatient(platform, { fullName })
  const reference = { type: 'account', id: newId() } as const
  const gift = { userId, points, type: 'bonus', description: 'Un regalo', reference } as const
  if (points > 0) await db.transaction().execute((tx) => grantPoints(tx, { ...gift, now: platform.clock.now() }))
  return userId
}

async function buildModerator() {
  const { userId } = await buildAccount(platform, { fullName: 'Lucía Equipo', role: 'moderator' })
  return userId
}

test('a patient redeems a reward, finds it in Mis Recompensas, and sees the movement', async () => {
  const userId = await buildPatientWithPoints(250)
  await buildReward(platform, { name: 'Cien pesos', pointsCost: 200, discountCents: 10_000 })
  await buildReward(platform, { name: 'Quinientos pesos', pointsCost: 900, discountCents: 50_000 })
  const user = await open('/loyalty', { as: userId })
  const card = await screen.findByRole('region', { name: 'Mis Puntos' })
  expect(card.textContent).toMatch(/Disponibles250Ganados en total250/)
  expect((await screen.findByText('Insuficientes')).closest('button')?.matches(':disabled, [aria-disabled=true]')).toBe(
    true,
  )
  await expectAccessible()

  await press(user, 'Canjear: Cien pesos')
  const dialog = await screen.findByRole('dialog', { name: '¿Canjear «Cien pesos»?' })
  await within(dialog).findByText('Usas 200 puntos: te quedan 50.')
  await press(user, 'Canjear', dialog)
  await screen.findByText('¡Recompensa canjeada!')
  // Found once the dialog has closed.
  await user.click(await screen.findByRole('tab', { name: 'Mis Recompensas' }))
  await screen.findByText('Disponible')
  const own = db.selectFrom('reward_redemptions').where('user_id', '=', userId).select('id')
  const { id } = await own.executeTakeFirstOrThrow()
  const code = deskCodeOf({ kind: 'reward', id }, platform)
  await screen.findByText(`${code.slice(0, 3)} ${code.slice(3)}`)
  await user.keyboard('{ArrowRight}')
  await screen.findByText('Canje de recompensa: Cien pesos')
  expect(screen.getByRole('tab', { name: 'Historial', selected: true })).toBeDefined()
  await screen.findByText('−200')
  await expectAccessible()
})

test('a patient who spent the points in another tab reads that they no longer suffice, and a paused reward is refused', async () => {
  const userId = await buildPatientWithPoints(250)
  const rewardId = await buildReward(platform, { name: 'Doscientos pesos', pointsCost: 200 })
  const user = await open('/loyalty', { as: userId })
  await press(user, 'Canjear: Doscientos pesos')
  const dialog = await screen.findByRole('dialog', { name: /Doscientos pesos/ })
  await db
    .updateTable('user_points')
    .set({ available_points: 100, lifetime_points: 100 })
    .where('user_id', '=', userId)
    .execute()
  await press(user, 'Canjear', dialog)
  await screen.findByText('Puntos insuficientes')
  expect((await screen.findAllByText('Necesitas 200 puntos para esta recompensa')).length).toBeGreaterThan(0)
  await db.updateTable('rewards').set({ is_active: false }).where('id', '=', rewardId).execute()
  await press(user, 'Canjear', dialog)
  await screen.findByText('No se pudo canjear la recompensa')
  expect((await screen.findAllByText('Esa recompensa ya no está disponible.')).length).toBeGreaterThan(0)
})

test('a patient reads that the points of today are usable tomorrow, and a negative balance says so', async () => {
  await buildReward(platform, { name: 'Cien pesos', pointsCost: 100, discountCents: 10_000 })
  const userId = await buildPatientWithPoints(0, 'Rita Gil')
  const { appointmentId } = await buildAppointment(platform, {
    patientId: userId,
    status: 'completed',
    startsAt: new Date(platform.clock.now().getTime() - 86_400_000),
  })
  const now = platform.clock.now()
  await db.transaction().execute(async (tx) => {
    await chargeCommission(tx, { appointmentIds: [appointmentId], now })
    await earnForCompletions(tx, { appointmentIds: [appointmentId], now })
  })
  await open('/loyalty', { as: userId })
  const card = await screen.findByRole('region', { name: 'Mis Puntos' })
  expect(card.textContent).toMatch(/Disponibles0Todavía no los puedes usar100/)
  await screen.findByText('Tienes los puntos, pero todavía no los puedes usar')
  expect(screen.getByRole('button', { name: 'Todavía no: Cien pesos' }).matches(':disabled')).toBe(true)
  await expectAccessible()

  await db.updateTable('user_points').set({ available_points: -60 }).where('user_id', '=', userId).execute()
  await open('/loyalty', { as: userId })
  await screen.findByText(/^Tu saldo está 60 puntos por debajo de cero/)
  const negative = await screen.findByRole('region', { name: 'Mis Puntos' })
  expect(negative.textContent).toContain('Disponibles−60')
  await open(`/admin/dashboard?persona=${userId}`, { as: await buildModerator() })
  await screen.findByText('−60 disponibles, 100 ganados en total.')
  await screen.findByText('Usó puntos que después se restaron: su saldo está bajo cero.')
  await expectAccessible()
})

test('a patient without points or rewards reads how to get them', async () => {
  const userId = await buildPatientWithPoints(0)
  const user = await open('/loyalty?pestana=mias', { as: userId })
  await screen.findByText('Todavía no canjeaste recompensas')
  await user.click(screen.getByRole('tab', { name: 'Historial' }))
  await screen.findByText('Todavía no hay movimientos')
  await screen.findByText('por cada consulta completada que reservaste o pagaste en Senda')
})

test('redeemed rewards are listed newest first, and say whether they are available, used or expired', async () => {
  const userId = await buildPatientWithPoints(0)
  const redeemedAt = (daysAgo: number) => new Date(platform.clock.now().getTime() - daysAgo * 86_400_000)
  const { appointmentId } = await buildAppointment(platform, { patientId: userId })
  const use = { appointment_id: appointmentId, discount_amount: 20_000, used_at: redeemedAt(1) }
  for (const [name, days, changes] of [
    ['La usada', 2, { ...use, status: 'used' }],
    ['La vencida', 3, { status: 'expired' }],
    ['La de hoy', 0, {}],
  ] as const) {
    const id = await buildRedemption(platform, { userId, name })
    await db
      .updateTable('reward_redemptions')
      .set({ ...changes, redeemed_at: redeemedAt(days) })
      .where('id', '=', id)
      .execute()
  }
  await open('/loyalty?pestana=mias', { as: userId })
  await screen.findByText('La de hoy')
  const rows = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  const own = rows.filter((text) => text.startsWith('La '))
  expect(own).toMatchObject([
    expect.stringMatching(/^La de hoy.*Disponible$/),
    expect.stringMatching(/^La usada.*Usado$/),
    expect.stringMatching(/^La vencida.*Expirado$/),
  ])
})

test('staff create a reward, edit it, and pause it with an undo', async () => {
  const user = await open('/admin/dashboard?seccion=recompensas', { as: await buildModerator() })
  await press(user, 'Crear recompensa')
  const dialog = await screen.findByRole('dialog', { name: 'Crear recompensa' })
  await press(user, 'Crear recompensa', dialog)
  await within(dialog).findByText('Escribe cuántos puntos cuesta')
  await fill(user, /^Nombre/, 'Media consulta', dialog)
  await fill(user, /^Puntos/, '600', dialog)
  await fill(user, /^Descuento \(%\)/, '50', dialog)
  await within(dialog).findByText('Escribe el motivo')
  await fill(user, /^Motivo/, 'Campaña de primavera', dialog)
  await expectAccessible()
  await press(user, 'Crear recompensa', dialog)
  await within(dialog).findByText(/por punto, la crea o la reanuda una administradora/)
  await fill(user, /^Descuento máximo/, '300', dialog)
  await press(user, 'Crear recompensa', dialog)
  await screen.findByText('Recompensa creada')
  await screen.findByText(/^50 % de descuento.* por 600 puntos$/)
  await press(user, 'Editar Media consulta')
  const edit = await screen.findByRole('dialog', { name: 'Editar la recompensa' })
  await fill(user, /^Puntos/, '700', edit)
  await fill(user, /^Motivo/, 'Costaba poco', edit)
  await press(user, 'Guardar', edit)
  await screen.findByText(/^50 % de descuento.* por 700 puntos$/)
  await press(user, 'Pausar Media consulta')
  await screen.findByText('Recompensa pausada')
  await press(user, 'Deshacer')
  await screen.findByText('Recompensa activa')
  await expectAccessible()
})

test('staff offer a product of a centre, its owner agrees, and a patient redeems it for a code', async () => {
  const { centerId } = await buildCenter(platform, { name: 'Centro Ceibo' })
  const staff = await open('/admin/dashboard?seccion=recompensas', { as: await buildModerator() })
  await press(staff, 'Crear recompensa')
  const dialog = await screen.findByRole('dialog', { name: 'Crear recompensa' })
  await fill(staff, /^Nombre/, 'Una banda elástica', dialog)
  await staff.selectOptions(within(dialog).getByLabelText(/^Qué da/), 'product')
  await fill(staff, /^Puntos/, '200', dialog)
  const center = within(dialog).getByRole('combobox', { name: /^Qué centro la entrega/ })
  await staff.type(center, 'Centro Ceibo')
  await staff.click(await within(dialog).findByRole('option', { name: /Centro Ceibo/ }))
  await fill(staff, /^Motivo/, 'Acordado con el centro', dialog)
  await press(staff, 'Crear recompensa', dialog)
  await within(dialog).findByText('Escribe cuántas hay')
  await expectAccessible()
  await fill(staff, /^Cuántas hay/, '5', dialog)
  await press(staff, 'Crear recompensa', dialog)
  await screen.findByText('Recompensa creada')
  await screen.findByText('Espera al centro')

  const owner = await open('/center/dashboard?seccion=promociones', { as: centerId })
  await press(owner, 'Aceptar Una banda elástica')
  await screen.findByText('Aceptada')
  await expectAccessible()

  const userId = await buildPatientWithPoints(250)
  const patient = await open('/loyalty', { as: userId })
  await screen.findByText('Un producto, en Centro Ceibo')
  await press(patient, 'Canjear: Una banda elástica')
  await press(patient, 'Canjear', await screen.findByRole('dialog', { name: '¿Canjear «Una banda elástica»?' }))
  await screen.findByText('¡Recompensa canjeada!')
  await patient.click(await screen.findByRole('tab', { name: 'Mis Recompensas' }))
  await screen.findByText('Te la entrega Centro Ceibo.')
  const own = db.selectFrom('reward_redemptions').where('user_id', '=', userId).select('id')
  const code = deskCodeOf({ kind: 'reward', id: (await own.executeTakeFirstOrThrow()).id }, platform)
  await screen.findByText(`${code.slice(0, 3)} ${code.slice(3)}`)
  await expectAccessible()
})

test('staff correct the points of an account with a reason', async () => {
  const userId = await buildPatientWithPoints(40, 'Nora Paz')
  const user = await open(`/admin/dashboard?persona=${userId}`, { as: await buildModerator() })
  await screen.findByText('40 disponibles, 40 ganados en total.')
  await press(user, 'Corregir puntos')
  const dialog = await screen.findByRole('dialog', { name: 'Corregir puntos' })
  await fill(user, /^Puntos/, '-50', dialog)
  await fill(user, /^Motivo/, 'Se acreditaron dos veces', dialog)
  await press(user, 'Corregir', dialog)
  await within(dialog).findByText('No tiene tantos puntos disponibles.')
  await fill(user, /^Puntos/, '-10', dialog)
  await press(user, 'Corregir', dialog)
  await screen.findByText('Puntos corregidos')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await screen.findByText('30 disponibles, 30 ganados en total.')
  await screen.findByText('Corrección de nuestro equipo: Se acreditaron dos veces')
  await expectAccessible()
})
