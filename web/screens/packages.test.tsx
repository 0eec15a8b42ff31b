import { screen, waitFor, within } from '@testing-library/dom'
import { expect, onTestFinished, test } from 'vitest'
import { cancelAtDesk } from '#server/features/appointments/usecases/cancel-at-desk.ts'
import { confirmAppointment } from '#server/features/appointments/usecases/confirm-appointment.ts'
import { newId } from '#server/platform/ids.ts'
import { dayMs } from '#server/platform/local-time.ts'
import { settleMonthRoutes } from '#server/processes/settle-month.ts'
import { actorOf } from '#server/testing/app-server.ts'
import { booking, later } from '#server/testing/booking.ts'
import { buildAppointment, buildPatient } from '#server/testing/builders.ts'
import { clientOf } from '#server/testing/calling.ts'
import { askDeposit } from '#server/testing/deposits.ts'
import { buildDesk } from '#server/testing/desk.ts'
import { buildOffer, buyPackage, sellPackage } from '#server/testing/packages.ts'
import { buildStaff } from '#server/testing/staff.ts'
import { chooseMore, expectAccessible, fill, press, startScreens } from './screens.tsx'

const { platform, open } = await startScreens()
const { hold } = booking(platform)

async function buildVisited() {
  const desk = await buildDesk(platform)
  const { patientId } = await buildPatient(platform, { fullName: 'Elena Bidegain', verified: true })
  const startsAt = new Date(platform.clock.now().getTime() - 7 * dayMs)
  await buildAppointment(platform, { ...desk, patientId, startsAt, status: 'completed' })
  return { ...desk, patientId }
}

test('the owner creates a package, the desk sells it in parts, and the patient sees what is left', async () => {
  const { centerId, reception, patientId } = await buildVisited()
  const owner = await open('/center/dashboard?seccion=promociones', { as: centerId })
  const section = await screen.findByRole('region', { name: 'Bonos' })
  await within(section).findByText('Todavía no vendes bonos')
  await press(owner, 'Crear bono', section)
  const form = await screen.findByRole('dialog', { name: 'Crear bono' })
  const service = await within(form).findByRole('option', { name: 'Sesión de fisioterapia' })
  await owner.selectOptions(within(form).getByLabelText(/^Servicio/), service)
  await fill(owner, /^Precio/, '9.000', form)
  await within(form).findByText(/^Cada sesión sale \$\s900\. Una sola cuesta \$\s1\.500\.$/)
  await press(owner, 'Crear bono', form)
  await within(section).findByText(/^\$\s9\.000 · \$\s900 cada una · vale 180 días$/)
  await expectAccessible()

  const desk = await open(`/center/dashboard?seccion=pacientes&paciente=patient.${patientId}`, { as: reception })
  const sheet = await screen.findByRole('region', { name: 'Bonos' })
  await within(sheet).findByText('Ninguno todavía.')
  await press(desk, 'Vender un bono', sheet)
  const sale = await screen.findByRole('dialog', { name: 'Vender un bono' })
  await within(sale).findByLabelText(/^10 sesiones de /)
  await fill(desk, /^Cuánto paga ahora/, '4.000', sale)
  await press(desk, 'Vender', sale)
  await within(sheet).findByText(/^Quedan 10 de 10/)
  await within(sheet).findByText(/Pagado \$\s4\.000 de \$\s9\.000 · faltan \$\s5\.000/)
  // With the visit that is not paid either, as in the till.
  const money = await screen.findByRole('region', { name: 'Pagos' })
  await waitFor(() => expect(money.textContent).toMatch(/Falta cobrar\$\s6\.500/))
  await press(desk, /^Cobrar una parte/, sheet)
  const part = await screen.findByRole('dialog', { name: 'Cobrar una parte del bono' })
  await press(desk, 'Anotar el cobro', part)
  await within(sheet).findByText(/^Pagado \$\s9\.000 de \$\s9\.000$/)
  await waitFor(() => expect(money.textContent).toMatch(/Falta cobrar\$\s1\.500/))
  await press(desk, /^Devolver lo que queda/, sheet)
  const refund = await screen.findByRole('dialog', { name: /^¿Devolver \$\s9\.000\?$/ })
  await within(refund).findByText(/Es todo lo que pagó: no usó ninguna sesión/)
  await press(desk, 'Volver', refund)

  await open('/dashboard?tab=history', { as: patientId })
  const own = await screen.findByRole('region', { name: 'Mis bonos' })
  await within(own).findByText(/^Te quedan 10 de 10/)
  await within(own).findByText(/Si lo devuelves hoy en el centro, te dan \$\s9\.000/)
  await expectAccessible()
})

test('a package pays for the held time until the patient decides otherwise, and no deposit is asked then', async () => {
  const desk = await buildVisited()
  const { centerId, serviceId, patientId } = desk
  await sellPackage(platform, { ...desk, personId: patientId })
  await askDeposit(platform, { ...desk, cents: 50_000 })
  await hold({ serviceId, startsAt: later(3 * dayMs), caller: { userId: patientId, visitorKey: undefined } })
  const user = await open(`/book/${centerId}?step=confirm`, { as: patientId })
  const choice = await screen.findByRole('checkbox', { name: /^Usar tu bono \(te quedan 10 de 10\)/ })
  expect(choice).toHaveProperty('checked', true)
  await screen.findAllByText('La paga una sesión de tu bono: no hay nada por pagar.')
  await screen.findAllByText(/Después, si cancelas, se usa la sesión de tu bono/)
  expect(screen.queryByText(/de seña/)).toBeNull()
  await expectAccessible()
  await user.click(choice)
  await screen.findAllByText(/^Pagas ahora en línea \$\s500 de seña/)
  screen.getByRole('button', { name: 'Seguir y pagar la seña' })
  await user.click(choice)
  await press(user, 'Confirmar reserva')
  await screen.findByText('La paga una sesión de tu bono: no hay nada por pagar.')

  await open('/dashboard', { as: patientId })
  const own = await screen.findByRole('region', { name: 'Mis bonos' })
  await within(own).findByText(/^Te quedan 9 de 10 · 1 con cita reservada/)
  const link = within(own).getByRole('link', { name: /^Reservar una sesión/ })
  expect(link.getAttribute('href')).toBe(`/book/${centerId}?offer=${serviceId}`)
  within(own).getByText('Para devolverlo en el centro, antes cancela lo que tienes reservado con él.')
  await chooseMore(user, 'Cancelar la cita')
  const cancellation = await screen.findByRole('dialog', { name: /^¿Cancelar la cita/ })
  within(cancellation).getByText(/la sesión vuelve a tu bono/)
  expect(cancellation.textContent).not.toContain('El descuento que usaste')
})

test('the desk reads what becomes of a reserved session before it gives a package back', async () => {
  const visited = await buildVisited()
  const { serviceId, reception, patientId } = visited
  const { id: packageId } = await sellPackage(platform, { ...visited, personId: patientId })
  const caller = { userId: patientId, visitorKey: undefined }
  const { id: appointmentId } = await hold({ serviceId, startsAt: later(3 * dayMs), caller })
  await confirmAppointment(platform, { caller, appointmentId, packageId })
  const desk = await open(`/center/dashboard?seccion=pacientes&paciente=patient.${patientId}`, { as: reception })
  const sheet = await screen.findByRole('region', { name: 'Bonos' })
  await press(desk, /^Devolver lo que queda/, sheet)
  const first = await screen.findByRole('dialog', { name: 'Este bono tiene una cita reservada' })
  await within(first).findByText(/^La devolución no la cancela/)
  within(first).getByText('Si la cancela el centro, la sesión vuelve al bono y se devuelve con lo demás.')
  const link = within(first).getByRole('link', { name: /Elena Bidegain con / })
  expect(link.getAttribute('href')).toContain(`cita=${appointmentId}`)
  expect(within(first).queryByRole('button', { name: /la devolución$/ })).toBeNull()
  await expectAccessible()
  await press(desk, 'Entendido', first)

  await cancelAtDesk(platform, { ...visited.at(appointmentId), by: 'center', reason: 'La profesional está enferma' })
  await open(`/center/dashboard?seccion=pacientes&paciente=patient.${patientId}`, { as: reception })
  await press(desk, /^Devolver lo que queda/, await screen.findByRole('region', { name: 'Bonos' }))
  await screen.findByRole('dialog', { name: /^¿Devolver \$\s10\.000\?$/ })
})

test('the page of a centre shows what its packages cost, and nothing without any', async () => {
  const { centerId, serviceId, patientId } = await buildVisited()
  await open(`/centers/${centerId}`)
  await screen.findByRole('heading', { name: 'Servicios y precios' })
  expect(screen.queryByRole('heading', { name: 'Bonos de sesiones' })).toBeNull()
  await sellPackage(platform, { centerId, serviceId, personId: patientId })
  await open(`/centers/${centerId}`)
  const list = await screen.findByRole('region', { name: 'Bonos de sesiones' })
  await within(list).findByText(/^\$\s10\.000$/)
})

test('a patient buys a package on the page of the centre, reads the receipt, and sees the sessions', async () => {
  const { centerId, serviceId, patientId } = await buildVisited()
  await buildOffer(platform, { centerId, serviceId })
  const user = await open(`/centers/${centerId}`, { as: patientId })
  const list = await screen.findByRole('region', { name: 'Bonos de sesiones' })
  await user.click(await within(list).findByText('Comprar'))
  const dialog = await screen.findByRole('dialog', { name: 'Pagar' })
  await within(dialog).findByText(/^Son 10 sesiones, y valen 90 días desde hoy\./)
  await fill(user, /^Número de tarjeta/, '4000000000000002', dialog)
  await fill(user, /^Nombre como/, 'Elena Bidegain', dialog)
  await fill(user, /^Vencimiento/, '1239', dialog)
  await fill(user, /^CVV/, '123', dialog)
  await press(user, /^Pagar \$/, dialog)
  await within(dialog).findByText(/El banco rechazó la tarjeta/)
  await fill(user, /^Número de tarjeta/, '4111111111111111', dialog)
  await fill(user, /^CVV/, '123', dialog)
  await press(user, /^Pagar \$/, dialog)
  await screen.findByText('¡Pago exitoso!')
  await screen.findByText(/y el bono es tuyo/)
  await press(user, 'Ver el recibo')
  await screen.findByRole('heading', { level: 1, name: /^Recibo nº \d+$/ })
  await screen.findByText(/^Bono: 10 sesiones de /)
  await expectAccessible()

  await open('/dashboard?tab=history', { as: patientId })
  const own = await screen.findByRole('region', { name: 'Mis bonos' })
  await within(own).findByText(/^Te quedan 10 de 10/)
  const payments = await screen.findByRole('region', { name: 'Mis pagos en línea' })
  await within(payments).findByText(/Bono: 10 sesiones de /)
  expect(within(payments).queryByRole('button', { name: 'Pedir la devolución' })).toBeNull()
})

test('a visitor without an account signs in before buying, and comes back to the packages', async () => {
  const { centerId, serviceId } = await buildVisited()
  await buildOffer(platform, { centerId, serviceId })
  await open(`/centers/${centerId}`)
  const list = await screen.findByRole('region', { name: 'Bonos de sesiones' })
  const buy = await within(list).findByRole<HTMLAnchorElement>('link', { name: /^Comprar 10 sesiones de / })
  expect(new URL(buy.href).searchParams.get('next')).toBe(`/centers/${centerId}#bonos`)
})

/** A centre that blocked a patient after they bought a package online. */
async function buildBlocked() {
  const desk = await buildDesk(platform)
  const { centerId, reception } = desk
  const { patientId } = await buildPatient(platform, { fullName: 'Sara Piñeyro', verified: true })
  const { id: offerId } = await buildOffer(platform, desk)
  await buyPackage(platform, { offerId, patientId })
  const at = platform.clock.now()
  const conversation = { patient_id: patientId, center_id: centerId, started_by: 'center', center_blocked_at: at }
  await platform.db
    .insertInto('conversations')
    .values({ ...conversation, id: newId(), created_at: at, updated_at: at })
    .execute()
  return { centerId, reception, patientId }
}

test('a buyer whom the centre blocked reads that the days stand still, and asks for the rest', async () => {
  const { reception, patientId } = await buildBlocked()
  await open(`/center/dashboard?seccion=pacientes&paciente=patient.${patientId}`, { as: reception })
  const sheet = await screen.findByRole('region', { name: 'Bonos' })
  await within(sheet).findByText(/no puede reservar en el centro.* puede pedir que se le devuelva lo que queda\.$/)

  const user = await open('/dashboard?tab=history', { as: patientId })
  const own = await screen.findByRole('region', { name: 'Mis bonos' })
  await within(own).findByText(/^Por ahora no puedes reservar en este centro, así que los días de este bono no corren/)
  expect(within(own).queryByRole('link', { name: /^Reservar una sesión/ })).toBeNull()
  await expectAccessible()
  await press(user, /^Pedir que me devuelvan \$\s10\.000/, own)
  const dialog = await screen.findByRole('dialog', { name: /^¿Pedir que te devuelvan \$\s10\.000\?$/ })
  await press(user, 'Pedir la devolución', dialog)
  await within(own).findByText('Devuelto')
})

test('a buyer whose money Senda has passed on writes to staff, who see how it is given back', async () => {
  const { centerId, patientId } = await buildBlocked()
  const { userId } = await buildStaff(platform, 'moderator')
  const authenticate = () => Promise.resolve(actorOf(['moderator'], userId))
  const staff = clientOf(platform, settleMonthRoutes.commissions, { bearer: userId, authenticate })
  const start = platform.clock.now()
  platform.clock.set(new Date('2026-12-02T15:00:00Z'))
  onTestFinished(() => platform.clock.set(start))
  const target = { id: centerId, count: 0, commissionCents: 0, onlineCents: 1_000_000 }
  await staff.settleMonth({ month: '2026-11-01', reference: 'TRF-1', targets: [target] })
  await open('/dashboard?tab=history', { as: patientId })
  const own = await screen.findByRole('region', { name: 'Mis bonos' })
  const link = await within(own).findByRole<HTMLAnchorElement>('link', { name: 'Escríbenos' })
  expect(new URL(link.href).pathname).toBe('/contact')
  expect(within(own).queryByRole('button', { name: /^Pedir que me devuelvan/ })).toBeNull()
  expect(own.textContent).not.toContain('Si lo devuelves hoy en el centro')
  await expectAccessible()
})
