import { screen, waitFor, within } from '@testing-library/dom'
import type { UserEvent } from '@testing-library/user-event'
import { expect, onTestFinished, test } from 'vitest'
import { booking, later, monday } from '#server/testing/booking.ts'
import { buildAppointment, buildPatient } from '#server/testing/builders.ts'
import { askDeposit, buildHeldTime, payByCard } from '#server/testing/deposits.ts'
import { buildDesk } from '#server/testing/desk.ts'
import { buildOffer } from '#server/testing/packages.ts'
import { chooseMore, expectAccessible, fill, press, startScreens } from './screens.tsx'

const { platform, open } = await startScreens()
const { hold } = booking(platform)
const dayMs = 86_400_000

async function buildAsking() {
  const desk = await buildDesk(platform)
  await askDeposit(platform, { ...desk, cents: 50_000 })
  const { patientId } = await buildPatient(platform, { fullName: 'Irma Sosa', verified: true })
  return { desk, patientId, caller: { userId: patientId, visitorKey: undefined } }
}

async function typeCard(user: UserEvent, dialog: HTMLElement, number: string): Promise<void> {
  await fill(user, /^Número de tarjeta/, number, dialog)
  await fill(user, /^Nombre como/, 'Irma Sosa', dialog)
  await fill(user, /^Vencimiento/, '1239', dialog)
  await fill(user, /^CVV/, '123', dialog)
}

const payDialog = () => screen.findByRole('dialog', { name: 'Pagar la seña' })

test('a patient reads what is paid now and what later, pays the deposit after a refusal, and has the appointment', async () => {
  const { desk, patientId, caller } = await buildAsking()
  await hold({ serviceId: desk.serviceId, caller })
  const user = await open(`/book/${desk.centerId}?step=confirm`, { as: patientId })
  const sentence =
    /^Pagas ahora en línea \$\s500 de seña, y después \$\s1\.000, en línea o en el centro\. La hora queda reservada/
  expect((await screen.findAllByText(sentence)).length).toBeGreaterThan(0)
  expect((await screen.findAllByText(/el centro devuelve el 50\s% de lo que hayas pagado/)).length).toBeGreaterThan(0)
  await expectAccessible()
  await press(user, 'Seguir y pagar la seña')

  const dialog = await payDialog()
  await within(dialog).findByText(
    /^Te guardamos la hora hasta las \d\d:\d\d\. Queda reservada cuando se aprueba el pago\.$/,
  )
  expect(dialog.textContent).toMatch(/Lo pagas después, en línea o en el centro/)
  expect(dialog.textContent).toMatch(/Seña\$\s500/)
  await typeCard(user, dialog, '4000000000009995')
  await user.click(within(dialog).getByRole('button', { name: /^Pagar \$\s500$/ }))
  await within(dialog).findByText(/no tiene saldo suficiente/)
  await expectAccessible()
  await typeCard(user, dialog, '4111111111111111')
  await user.click(within(dialog).getByRole('button', { name: /^Pagar \$\s500$/ }))

  await screen.findByText(/^Pagaste \$\s500 de seña, y la hora es tuya\./)
  const rest = await screen.findByRole('link', { name: 'en línea' })
  expect(rest.parentElement?.textContent).toMatch(
    /Pagaste \$\s500 de seña\. Faltan \$\s1\.000: los pagas en línea o en el centro\./,
  )
  expect(screen.queryByText('Falta pagar la seña')).toBeNull()
})

test('a patient who closes the payment finds it again in their appointments while the time is held', async () => {
  const { desk, patientId } = await buildAsking()
  await buildHeldTime(platform, { ...desk, patientId, startsAt: monday, depositCents: 50_000 })
  const user = await open('/dashboard', { as: patientId })
  await screen.findByText('Falta pagar la seña')
  await press(user, /^Pagar \$\s500$/)
  await payDialog()
  await expectAccessible()
})

test('a time that waits for its deposit is shown once, with its own time limit, and can be given up', async () => {
  const { desk, patientId } = await buildAsking()
  await buildHeldTime(platform, { ...desk, patientId, startsAt: monday, depositCents: 50_000 })
  const user = await open('/dashboard?tab=history', { as: patientId })
  await screen.findByText('Falta pagar la seña')
  expect(screen.queryByText(/^Tienes una hora guardada/)).toBeNull()
  await press(user, 'Soltar la hora')
  await waitFor(() => expect(screen.queryByText('Falta pagar la seña')).toBeNull())
  const own = platform.db.selectFrom('appointments').where('patient_id', '=', patientId).select('id')
  await waitFor(async () => expect(await own.execute()).toEqual([]))
})

/** The centre takes no online payments from now on. */
function losePayments(): void {
  const { gateway } = platform
  platform.gateway = undefined
  onTestFinished(() => {
    platform.gateway = gateway
  })
}

test('a patient who can pay the deposit no more books the time without it', async () => {
  const { desk, patientId } = await buildAsking()
  const { appointmentId } = await buildHeldTime(platform, {
    ...desk,
    patientId,
    startsAt: monday,
    depositCents: 50_000,
  })
  const user = await open(`/dashboard?appointment=${appointmentId}&act=pay`, { as: patientId })
  const dialog = await payDialog()
  await within(dialog).findByText(/^Cómo pagas$/)
  losePayments()
  await typeCard(user, dialog, '4111111111111111')
  await user.click(within(dialog).getByRole('button', { name: /^Pagar \$\s500$/ }))
  await within(dialog).findByText(
    'Ahora el centro no puede cobrar en línea. Por eso no pide la seña: puedes reservar igual la hora, y la pagas entera en el centro.',
  )
  expect(within(dialog).queryByRole('button', { name: /^Pagar/ })).toBeNull()
  expect(within(dialog).getByRole('link', { name: 'Escribir al centro' }).getAttribute('href')).toBe(
    `/chat?to=${desk.centerId}`,
  )
  within(dialog).getByRole('link', { name: 'Elegir otra hora' })
  await expectAccessible()
  await user.click(within(dialog).getByRole('link', { name: 'Reservar sin seña' }))
  await press(user, 'Confirmar reserva')
  const own = platform.db
    .selectFrom('appointments')
    .where('patient_id', '=', patientId)
    .select(['status', 'deposit_amount'])
  await waitFor(async () => expect(await own.execute()).toEqual([{ status: 'confirmed', deposit_amount: null }]))
})

test('an appointment and a package that can be paid online no more have no button to pay', async () => {
  const { desk, patientId } = await buildAsking()
  await buildAppointment(platform, { ...desk, patientId, startsAt: monday })
  await buildOffer(platform, desk)
  const user = await open('/dashboard', { as: patientId })
  await chooseMore(user, 'Pagar')
  const dialog = await screen.findByRole('dialog', { name: 'Pagar' })
  await within(dialog).findByText(/^Cómo pagas$/)
  const { gateway } = platform
  losePayments()
  await typeCard(user, dialog, '4111111111111111')
  await user.click(within(dialog).getByRole('button', { name: /^Pagar \$\s1\.500$/ }))
  await within(dialog).findByText(
    'Ahora el centro no puede cobrar en línea. Tu cita queda como está: la pagas en el centro.',
  )
  expect(within(dialog).queryByRole('button', { name: /^Pagar/ })).toBeNull()

  platform.gateway = gateway
  const buyer = await open(`/centers/${desk.centerId}`, { as: patientId })
  const list = await screen.findByRole('region', { name: 'Bonos de sesiones' })
  const buy = await within(list).findByText('Comprar')
  platform.gateway = undefined
  await buyer.click(buy)
  const purchase = await screen.findByRole('dialog', { name: 'Pagar' })
  await within(purchase).findByText('Ahora el centro no puede cobrar en línea. Puedes comprar el bono en el centro.')
  within(purchase).getByRole('link', { name: 'Escribir al centro' })
  expect(within(purchase).queryByRole('button', { name: /^Pagar/ })).toBeNull()
})

test('a link to pay a deposit whose time was freed says so', async () => {
  const { patientId } = await buildAsking()
  await open(`/dashboard?appointment=${patientId}&act=pay`, { as: patientId })
  await screen.findByText('La hora ya no está guardada')
})

test('a patient whom the centre knows is asked for no deposit of newcomers', async () => {
  const { desk, patientId, caller } = await buildAsking()
  await askDeposit(platform, { ...desk, depositFor: 'newcomers', cents: 50_000 })
  await buildAppointment(platform, { ...desk, patientId, status: 'completed', startsAt: later(-7 * dayMs) })
  await hold({ serviceId: desk.serviceId, caller })
  await open(`/book/${desk.centerId}?step=confirm`, { as: patientId })
  await screen.findByRole('button', { name: 'Confirmar reserva' })
  expect(screen.queryByText(/de seña/)).toBeNull()
})

test('the page of a centre and its list of services say who is asked for which deposit, and nothing without one', async () => {
  const { desk } = await buildAsking()
  await open(`/centers/${desk.centerId}`)
  await screen.findByText(/^Pide una seña de \$\s500 al reservar$/)
  await expectAccessible()
  await askDeposit(platform, { ...desk, depositFor: 'newcomers', percent: 20 })
  await open(`/book/${desk.centerId}`)
  await screen.findByText(/^Pide una seña de \$\s300 al reservar, si es tu primera visita o faltaste a una$/)
  await expectAccessible()
  await platform.db
    .updateTable('services')
    .set({ deposit_for: null, deposit_percent: null })
    .where('id', '=', desk.serviceId)
    .execute()
  await open(`/book/${desk.centerId}`)
  await screen.findAllByText(/Sesión de fisioterapia/)
  expect(screen.queryByText(/Pide una seña/)).toBeNull()
})

test('the desk reads what was paid online and what is still due', async () => {
  const { desk, patientId } = await buildAsking()
  const held = await buildHeldTime(platform, { ...desk, patientId, startsAt: monday, depositCents: 50_000 })
  await payByCard(platform, { patientId, ...held })
  const link = `/center/dashboard?seccion=agenda&fecha=2026-11-23&cita=${held.appointmentId}`
  await open(link, { as: desk.reception })
  const dialog = await screen.findByRole('dialog')
  expect((await within(dialog).findAllByText(/Faltan \$\s1\.000/)).length).toBeGreaterThan(0)
  within(dialog).getByText('Pagado en línea')
})

test('the owner asks a deposit of a service, which is not above its price', async () => {
  const desk = await buildDesk(platform)
  const user = await open('/center/dashboard?seccion=equipo', { as: desk.centerId })
  await press(user, /^Editar Consulta|^Editar .*[Ss]esión/)
  const dialog = await screen.findByRole('dialog', { name: 'Editar servicio' })
  await user.selectOptions(within(dialog).getByLabelText(/^Pedir una seña/), 'everyone')
  await fill(user, /^Seña en pesos/, '1501', dialog)
  await press(user, 'Guardar cambios', dialog)
  await within(dialog).findByText('La seña no puede ser mayor que el precio')
  await expectAccessible()
  await user.selectOptions(within(dialog).getByLabelText(/^Cuánto/), 'percent')
  await fill(user, /^Porcentaje del precio/, '30', dialog)
  await press(user, 'Guardar cambios', dialog)
  await screen.findByText(/seña del 30 %/)
  await waitFor(async () =>
    expect(
      await platform.db
        .selectFrom('services')
        .where('id', '=', desk.serviceId)
        .select(['deposit_for', 'deposit_amount', 'deposit_percent'])
        .executeTakeFirst(),
    ).toEqual({ deposit_for: 'everyone', deposit_amount: null, deposit_percent: 30 }),
  )
})
