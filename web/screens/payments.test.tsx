import { screen, waitFor, within } from '@testing-library/dom'
import type { UserEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { cancelAtDesk } from '#server/features/appointments/usecases/cancel-at-desk.ts'
import { moveAtDesk } from '#server/features/appointments/usecases/move-at-desk.ts'
import { applyPayment } from '#server/features/checkouts/usecases/apply-payment.ts'
import { startCheckout } from '#server/features/checkouts/usecases/start-checkout.ts'
import { grantPoints } from '#server/features/loyalty/usecases/points.ts'
import { redeemReward } from '#server/features/loyalty/usecases/redeem-reward.ts'
import { applyPromotion } from '#server/features/promotions/usecases/apply-promotion.ts'
import { newId } from '#server/platform/ids.ts'
import { hourMs } from '#server/platform/local-time.ts'
import { later, monday } from '#server/testing/booking.ts'
import { buildAppointment, buildPatient } from '#server/testing/builders.ts'
import { cardToken } from '#server/testing/cards.ts'
import { buildDesk } from '#server/testing/desk.ts'
import { runJobs } from '#server/testing/platform.ts'
import { buildPromotion, buildReward } from '#server/testing/promotions.ts'
import { fillWithoutEvents } from '#web/testing/screen.tsx'
import { chooseMore, expectAccessible, fill, holdResponses, loseResponse, press, startScreens } from './screens.tsx'

const { platform, open } = await startScreens()

async function buildBooking() {
  const desk = await buildDesk(platform)
  const { patientId } = await buildPatient(platform, { fullName: 'Irma Sosa', verified: true })
  const { appointmentId } = await buildAppointment(platform, { ...desk, patientId, startsAt: monday })
  return { desk, patientId, appointmentId }
}

/** Of a patient whose therapy has begun, which offers the direct payment. */
async function buildTherapy() {
  const booking = await buildBooking()
  const { desk, patientId } = booking
  await buildAppointment(platform, { ...desk, patientId, status: 'completed', startsAt: later(-7 * 24 * hourMs) })
  return booking
}

type CardPayment = { patientId: string; appointmentId: string; card: Parameters<typeof cardToken>[1] }

async function payByCard({ patientId, appointmentId, card }: CardPayment) {
  return startCheckout(platform, {
    patientId,
    appointmentId,
    method: 'card',
    token: await cardToken(platform, card),
    totalCents: 150_000,
    idempotencyKey: newId(),
    address: '203.0.113.7',
  })
}

const payDialog = () => screen.findByRole('dialog', { name: 'Pagar' })

async function openPayment(user: UserEvent): Promise<HTMLElement> {
  await chooseMore(user, 'Pagar')
  const dialog = await payDialog()
  await within(dialog).findByText(/^Cómo pagas$|no hay nada por pagar\.$/)
  return dialog
}

async function typeCard(user: UserEvent, dialog: HTMLElement, number: string): Promise<void> {
  await fill(user, /^Número de tarjeta/, number, dialog)
  await fill(user, /^Nombre como/, 'Irma Sosa', dialog)
  await fill(user, /^Vencimiento/, '1239', dialog)
  await fill(user, /^CVV/, '123', dialog)
}

const submit = (dialog: HTMLElement) => within(dialog).getByRole('button', { name: /^Pagar \$/ })

test('a patient pays with a card after a mistyped and a declined one, and reads the receipt', async () => {
  const { patientId } = await buildBooking()
  const user = await open('/dashboard', { as: patientId })
  await user.click(await screen.findByRole('link', { name: 'pagar ahora en línea' }))
  const dialog = await payDialog()
  await within(dialog).findByText('Pagos de prueba.')
  expect(dialog.textContent).toMatch(/Total\$\s1\.500/)
  await user.click(submit(dialog))
  await within(dialog).findByText('Escribe el número completo de la tarjeta.')
  within(dialog).getByText('El código de seguridad tiene 3 o 4 números.')
  expect(document.activeElement).toBe(within(dialog).getByLabelText(/^Número de tarjeta/))
  await expectAccessible()

  await typeCard(user, dialog, '4111111111111112')
  expect(within(dialog).getByLabelText(/^Número de tarjeta/)).toHaveProperty('value', '4111 1111 1111 1112')
  expect(within(dialog).getByLabelText(/^Vencimiento/)).toHaveProperty('value', '12/39')
  await user.click(submit(dialog))
  await within(dialog).findByText('El número de la tarjeta no es correcto.')
  expect(document.activeElement).toBe(within(dialog).getByLabelText(/^Número de tarjeta/))
  await typeCard(user, dialog, '4000000000009995')
  await user.click(submit(dialog))
  await within(dialog).findByText('Error en el pago. La tarjeta no tiene saldo suficiente. Prueba con otra.')
  within(dialog).getByText(/^No se cobró nada y tus datos siguen aquí: escribe el CVV/)
  const cvv = within(dialog).getByLabelText<HTMLInputElement>(/^CVV/)
  expect(cvv.value).toBe('')
  await waitFor(() => expect(document.activeElement).toBe(cvv))
  within(dialog).getByText('Escríbelo otra vez: por seguridad no lo guardamos.')
  expect(within(dialog).getByLabelText(/^Número de tarjeta/)).toHaveProperty('value', '4000 0000 0000 9995')
  expect(submit(dialog).matches(':disabled, [aria-disabled=true]')).toBe(false)
  await typeCard(user, dialog, '4111111111111111')
  const paid = holdResponses(/^POST .*\/checkouts$/)
  await user.click(submit(dialog))
  const pending = await within(dialog).findByRole('button', { name: 'Procesando…' })
  expect(pending.getAttribute('aria-busy')).toBe('true')
  paid()

  await screen.findByText('¡Pago exitoso!')
  await screen.findByText(/Ya está pagada/)
  await press(user, /^Más: /)
  await screen.findByRole('menuitem', { name: 'Ver detalles' })
  expect(screen.queryByRole('menuitem', { name: 'Pagar' })).toBeNull()
  await press(user, 'Ver el recibo')
  await screen.findByRole('heading', { level: 1, name: /^Recibo nº \d+$/ })
  await screen.findByText('Visa terminada en 1111')
  await screen.findByText('Irma Sosa')
  await expectAccessible()
})

test('a card that the browser filled in without an event stays while the patient corrects one field, and pays', async () => {
  const { patientId } = await buildBooking()
  const user = await open('/dashboard', { as: patientId })
  const dialog = await openPayment(user)
  const field = (label: RegExp) => within(dialog).getByLabelText<HTMLInputElement>(label)
  const texts = [
    [/^Número de tarjeta/, '4111111111111111'],
    [/^Nombre como/, 'Irma Sosa'],
    [/^Vencimiento/, '12/2039'],
    [/^CVV/, '12'],
  ] as const
  for (const [label, text] of texts) fillWithoutEvents(field(label), text, 'an extension')
  await user.type(field(/^CVV/), '3')
  expect(texts.map(([label]) => field(label).value)).toEqual(['4111111111111111', 'Irma Sosa', '12/2039', '123'])
  await user.click(submit(dialog))
  await screen.findByText('¡Pago exitoso!')
})

test('a price that changed is shown before anything is charged', async () => {
  const { patientId, appointmentId } = await buildBooking()
  const user = await open('/dashboard', { as: patientId })
  const dialog = await openPayment(user)
  await platform.db.updateTable('appointments').set({ price: 180_000 }).where('id', '=', appointmentId).execute()
  await typeCard(user, dialog, '4111111111111111')
  await user.click(submit(dialog))
  await within(dialog).findByText('Error en el pago. El precio cambió. Mira el nuevo antes de pagar.')
  await waitFor(() => expect(dialog.textContent).toMatch(/Total\$\s1\.800/))
  expect(await platform.db.selectFrom('checkouts').select('id').where('patient_id', '=', patientId).execute()).toEqual(
    [],
  )
})

test('an appointment that the centre moves while the patient pays is shown with its new time before it is paid', async () => {
  const { desk, patientId, appointmentId } = await buildBooking()
  const user = await open('/dashboard', { as: patientId })
  const dialog = await openPayment(user)
  await within(dialog).findByText(/lunes 23 de noviembre, 10:00/)
  await moveAtDesk(platform, { ...desk.at(appointmentId), startsAt: later(2 * hourMs) })
  await typeCard(user, dialog, '4111111111111111')
  await user.click(submit(dialog))
  await within(dialog).findByText(/Error en el pago. Las condiciones cambiaron mientras las leías/)
  await within(dialog).findByText(/lunes 23 de noviembre, 12:00/)
  expect(await platform.db.selectFrom('checkouts').select('id').where('patient_id', '=', patientId).execute()).toEqual(
    [],
  )
  await user.click(submit(dialog))
  await screen.findByRole('heading', { level: 1, name: /^Recibo nº|^Mi Dashboard/ })
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Pagar' })).toBeNull())
})

test('a payment that stays in process says so on the dashboard, also after a reload, and cannot be made twice', async () => {
  const { patientId, appointmentId } = await buildBooking()
  await payByCard({ patientId, appointmentId, card: 'no_response' })
  const user = await open('/dashboard', { as: patientId })
  await screen.findByText('Estamos confirmando tu pago')
  await press(user, /^Más: /)
  await screen.findByRole('menuitem', { name: 'Ver detalles' })
  expect(screen.queryByRole('menuitem', { name: 'Pagar' })).toBeNull()
  await open(`/dashboard?appointment=${appointmentId}&act=pay`, { as: patientId })
  const details = await screen.findByRole('dialog', { name: 'Detalles de la cita' })
  await within(details).findByText('Estamos confirmando tu pago')
  expect(within(details).queryByRole('button', { name: 'Pagar' })).toBeNull()
  await expectAccessible()
})

test('after paying with a card on which the bank decides later, the dialog only says so', async () => {
  const { patientId } = await buildBooking()
  const user = await open('/dashboard', { as: patientId })
  const dialog = await openPayment(user)
  await typeCard(user, dialog, '4000000000003220')
  await user.click(submit(dialog))
  const waiting = await screen.findByRole('dialog', { name: 'Estamos confirmando tu pago' })
  within(waiting).getByText(/se cobra una sola vez/)
  expect(within(waiting).queryByLabelText(/^Número de tarjeta/)).toBeNull()
  expect(within(waiting).queryByRole('button', { name: /^Pagar/ })).toBeNull()
  await expectAccessible()
  await press(user, 'Entendido', waiting)
  await screen.findByText('Estamos confirmando tu pago')
})

test.each([
  ['approved', '¡Pago exitoso!'],
  ['declined', 'No se aprobó tu pago'],
] as const)('a delayed payment that is %s is announced without a reload', async (status, title) => {
  const { patientId, appointmentId } = await buildBooking()
  const { checkout } = await payByCard({ patientId, appointmentId, card: 'pending' })
  await open('/dashboard', { as: patientId })
  await screen.findByText('Estamos confirmando tu pago')
  const payment = { id: newId(), reference: checkout.id, amountCents: checkout.totalCents, card: null, status }
  const { gateway_payment_id: id } = await platform.db
    .selectFrom('checkouts')
    .select('gateway_payment_id')
    .where('id', '=', checkout.id)
    .executeTakeFirstOrThrow()
  const declineReason = status === 'declined' ? ('declined' as const) : null
  const state = { declineReason, refundedCents: 0, feeCents: 0, pageId: null, dispute: null }
  await applyPayment(platform, { ...payment, ...state, id: id ?? payment.id })
  await screen.findByText(title, {}, { timeout: 10_000 })
  await waitFor(() => expect(screen.queryByText('Estamos confirmando tu pago')).toBeNull())
  const events = platform.db.selectFrom('notifications').select('event').where('user_id', '=', patientId)
  expect((await events.execute()).map(({ event }) => event)).toContain(
    status === 'approved' ? 'checkouts.receipt' : 'checkouts.declined',
  )
})

test('a patient who comes back from the gateway’s page without a decided payment reads so', async () => {
  const { patientId, appointmentId } = await buildBooking()
  const { checkout } = await startCheckout(platform, {
    patientId,
    appointmentId,
    method: 'wallet',
    totalCents: 150_000,
    idempotencyKey: newId(),
    address: '203.0.113.7',
  })
  await open(`/dashboard?checkout=${checkout.id}`, { as: patientId })
  await screen.findByText('Todavía no vimos tu pago', {}, { timeout: 20_000 })
  await waitFor(() => expect(location.search).not.toContain('checkout'))
})

test('what the gateway added to the address on the way back goes at once, and the page still shows the payment', async () => {
  const { patientId, appointmentId } = await buildBooking()
  const order = { patientId, appointmentId, method: 'wallet', totalCents: 150_000 } as const
  const { checkout } = await startCheckout(platform, { ...order, idempotencyKey: newId(), address: '203.0.113.7' })
  const added = { collection_id: '123', status: 'approved', payment_id: '123', preference_id: '1-2', site_id: 'MLU' }
  const search = new URLSearchParams({ tab: 'history', checkout: checkout.id, ...added })
  await open(`/dashboard?${search}`, { as: patientId })
  await screen.findByRole('tab', { name: 'Historial', selected: true })
  await waitFor(() => expect(location.search).toBe(`?tab=history&checkout=${checkout.id}`))
  const state = { declineReason: null, refundedCents: 0, feeCents: 0, pageId: null, dispute: null, card: null }
  const paid = { id: newId(), reference: checkout.id, amountCents: 150_000, status: 'approved', ...state } as const
  await applyPayment(platform, paid)
  await screen.findByText('¡Pago exitoso!', {}, { timeout: 10_000 })
  await waitFor(() => expect(location.search).toBe('?tab=history'))
})

test('after a cancellation the history shows what is given back', async () => {
  const { desk, patientId, appointmentId } = await buildBooking()
  await payByCard({ patientId, appointmentId, card: 'approved' })
  await cancelAtDesk(platform, { ...desk.at(appointmentId), by: 'center', reason: 'La profesional está enferma' })
  await open('/dashboard?tab=history', { as: patientId })
  await screen.findByText('Te estamos devolviendo todo por el mismo medio.')
  await runJobs(platform, { only: 'payments.refund' })
  await open('/dashboard?tab=history', { as: patientId })
  await screen.findByText('Te devolvimos todo por el mismo medio.')
})

test('a direct payment of a consultation can be given back while no booking has consumed it', async () => {
  const { patientId } = await buildTherapy()
  const user = await open('/dashboard', { as: patientId })
  await press(user, /^Pago directo de \$\s50/)
  const dialog = await payDialog()
  await within(dialog).findByText(/^Consulta directa con/)
  await within(dialog).findByText(/^Es un adelanto: se descuenta del precio de tu próxima cita con/)
  await typeCard(user, dialog, '5555555555554444')
  await user.click(submit(dialog))
  await screen.findByText(/Se descuentan de la próxima cita que reserves con este profesional, si cuesta eso o más/)
  await user.click(screen.getByRole('tab', { name: 'Historial' }))
  await screen.findByText(/Consulta directa: se descuenta de tu próxima cita con/)
  await press(user, 'Pedir la devolución')
  const question = await screen.findByRole('dialog', { name: /^¿Pedir la devolución de \$\s50\?$/ })
  await press(user, 'Pedir la devolución', question)
  await screen.findByText('Devolución pedida')
  await screen.findByText('Te estamos devolviendo todo por el mismo medio.')
})

test('a code typed in the payment lowers the price, a reward covers it, only one of them counts, and a cancellation gives it back', async () => {
  const { desk, patientId, appointmentId } = await buildBooking()
  await buildPromotion(platform, { centerId: desk.centerId, code: 'PAGO20', discountValue: 20, name: 'Veinte' })
  const reference = { type: 'account', id: newId() } as const
  const gift = { userId: patientId, points: 200, type: 'bonus', description: 'Un regalo', reference } as const
  await platform.db.transaction().execute((tx) => grantPoints(tx, { ...gift, now: platform.clock.now() }))
  const rewardId = await buildReward(platform, { name: 'Una consulta', discountCents: 500_000 })
  for (let redeemed = 0; redeemed < 2; redeemed++) {
    await redeemReward(platform, { userId: patientId, rewardId, idempotencyKey: newId() })
  }

  const user = await open('/dashboard', { as: patientId })
  const dialog = await openPayment(user)
  // The dashboard announced the price with the reward, so the payment begins with it. Two equal ones are one option.
  await within(dialog).findByRole('option', { name: /^Una consulta: −\$\s1\.500 \(tienes 2\)$/, selected: true })
  await press(user, '¿Tienes un código de descuento?', dialog)
  await fill(user, /^Código de descuento/, 'nada', dialog)
  await user.keyboard('{Enter}')
  await within(dialog).findByText('Ese código no existe. Revísalo y vuelve a probar.')
  await fill(user, /^Código de descuento/, 'pago 20', dialog)
  await press(user, 'Aplicar', dialog)
  await within(dialog).findByText('¡Promoción aplicada! Veinte.')
  await waitFor(() => expect(dialog.textContent).toMatch(/Veinte \(PAGO20\)−\$\s300Total\$\s1\.200/))
  await expectAccessible()

  const choice = within(dialog).getByLabelText(/^Tu descuento/)
  await user.selectOptions(choice, within(choice).getByRole('option', { name: /^Una consulta/ }))
  await waitFor(() => expect(dialog.textContent).toMatch(/Una consulta−\$\s1\.500Total\$\s0/))
  await press(user, 'Confirmar sin pagar', dialog)
  await screen.findByText('¡Pago exitoso!')
  await screen.findByText(/Tu descuento la cubre: no hay nada por pagar/)
  const row = await platform.db
    .selectFrom('appointments')
    .where('id', '=', appointmentId)
    .select(['discount_amount', 'paid_amount'])
    .executeTakeFirstOrThrow()
  expect(row).toEqual({ discount_amount: 150_000, paid_amount: 0 })

  await chooseMore(user, 'Cancelar la cita')
  const question = await screen.findByRole('dialog', { name: /^¿Cancelar la cita/ })
  await within(question).findByText('El descuento que usaste vuelve a quedar libre mientras siga vigente.')
  await press(user, 'Cancelar la cita', question)
  await screen.findByText('Cita cancelada')
  const redemptions = platform.db.selectFrom('reward_redemptions').where('reward_id', '=', rewardId).select('status')
  expect(await redemptions.execute()).toEqual([{ status: 'pending' }, { status: 'pending' }])
})

test('a patient whose reserved promotion ends while the dialog is open reads it, sees the full price, and applies it again', async () => {
  const { desk, patientId, appointmentId } = await buildBooking()
  const { code } = await buildPromotion(platform, { centerId: desk.centerId, discountValue: 20, name: 'Breve' })
  await applyPromotion(platform, { userId: patientId, address: '203.0.113.9', code, orderCents: 150_000 })
  const user = await open('/dashboard', { as: patientId })
  const dialog = await openPayment(user)
  await waitFor(() => expect(dialog.textContent).toMatch(/Total\$\s1\.200/))
  await typeCard(user, dialog, '4111111111111111')
  platform.clock.advance(31 * 60_000)
  await user.click(submit(dialog))
  await within(dialog).findByText(/Ese descuento ya no se puede usar/)
  await within(dialog).findByText(/^La reserva de «Breve \(.+\)» venció: dura 30 minutos\./)
  await waitFor(() => expect(dialog.textContent).toMatch(/Total\$\s1\.500/))
  await expectAccessible()

  await press(user, '¿Tienes un código de descuento?', dialog)
  await fill(user, /^Código de descuento/, code, dialog)
  await press(user, 'Aplicar', dialog)
  await waitFor(() => expect(dialog.textContent).toMatch(/Total\$\s1\.200/))
  expect(within(dialog).queryByText(/venció/)).toBeNull()
  await user.click(submit(dialog))
  await screen.findByText('¡Pago exitoso!')
  const { paid_amount: paid } = await platform.db
    .selectFrom('appointments')
    .where('id', '=', appointmentId)
    .select('paid_amount')
    .executeTakeFirstOrThrow()
  expect(paid).toBe(120_000)
})

test('two direct payments without a reload are two payments', async () => {
  const { patientId } = await buildTherapy()
  const user = await open('/dashboard', { as: patientId })
  for (const number of ['5555555555554444', '4111111111111111']) {
    await press(user, /^Pago directo de \$\s50/)
    const dialog = await payDialog()
    await within(dialog).findByText(/^Consulta directa con/)
    await typeCard(user, dialog, number)
    await user.click(submit(dialog))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Pagar' })).toBeNull())
  }
  const paid = await platform.db
    .selectFrom('checkouts')
    .select(['status', 'card_last_four'])
    .where('patient_id', '=', patientId)
    .orderBy('card_last_four')
    .execute()
  expect(paid).toEqual([
    { status: 'approved', card_last_four: '1111' },
    { status: 'approved', card_last_four: '4444' },
  ])
})

test('a card whose response was lost is not charged again, whatever the patient chooses afterwards', async () => {
  const { patientId } = await buildTherapy()
  const user = await open('/dashboard', { as: patientId })
  await press(user, /^Pago directo de \$\s50/)
  const dialog = await payDialog()
  await within(dialog).findByText(/^Consulta directa con/)
  await typeCard(user, dialog, '5555555555554444')
  loseResponse(/POST .*\/checkouts$/)
  await user.click(submit(dialog))
  await within(dialog).findByText(/^Error en el pago/)
  await user.click(within(dialog).getByRole('radio', { name: /^Billetera/ }))
  await user.click(submit(dialog))
  await screen.findByText(/Se descuentan de la próxima cita que reserves con este profesional, si cuesta eso o más/)
  const paid = await platform.db.selectFrom('checkouts').select('method').where('patient_id', '=', patientId).execute()
  expect(paid).toEqual([{ method: 'card' }])
})
