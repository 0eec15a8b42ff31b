import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { cancelAtDesk } from '#server/features/appointments/usecases/cancel-at-desk.ts'
import { collectPayment, undoCollection } from '#server/features/appointments/usecases/collect-payment.ts'
import { completeAppointment, markNoShow } from '#server/features/appointments/usecases/mark-appointment.ts'
import { moveAtDesk } from '#server/features/appointments/usecases/move-at-desk.ts'
import { dayMs, hourMs, minuteMs } from '#server/platform/local-time.ts'
import { later, monday } from '#server/testing/booking.ts'
import { buildAccount, buildAppointment } from '#server/testing/builders.ts'
import { buildDesk } from '#server/testing/desk.ts'
import { staffOfObjection } from '#server/testing/objections.ts'
import { expectAccessible, fill, press, startScreens } from './screens.tsx'

const { platform, open } = await startScreens()

test('a patient says «Sí fui» from the mail’s link, staff annul the no-show, and the patient can rate the appointment', async () => {
  const desk = await buildDesk(platform)
  const { appointmentId, patientId } = await buildAppointment(platform, { ...desk, startsAt: monday })
  platform.clock.set(later(hourMs))
  await markNoShow(platform, desk.at(appointmentId))

  const user = await open(`/dashboard?tab=history&appointment=${appointmentId}&act=object`, { as: patientId })
  const dialog = await screen.findByRole('dialog', { name: '¿Fuiste a esta cita?' })
  await within(dialog).findByText(/anotó que no fuiste/)
  await expectAccessible()
  await fill(user, /contarnos algo/, 'Llegué a las diez.', dialog)
  await press(user, 'Sí fui', dialog)
  await screen.findByText('Gracias por avisarnos')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.queryByRole('button', { name: /^Sí fui/ })).toBeNull()
  await screen.findByText('Dijiste que sí fuiste. Nuestro equipo lo está revisando y te avisa.')

  const moderator = (await buildAccount(platform, { role: 'moderator' })).userId
  const staff = await open('/admin/dashboard?seccion=moderacion', { as: moderator })
  await screen.findByText(/Llegué a las diez/)
  await screen.findByText(/En 90 días marcó 1 de 1 citas/)
  await expectAccessible()
  await press(staff, /^Anular/)
  const action = await screen.findByRole('dialog', { name: 'Anular la inasistencia' })
  await fill(staff, /Motivo/, 'La agenda lo muestra', action)
  await press(staff, 'Anular', action)
  await screen.findByText('Inasistencia anulada')

  await open('/dashboard?tab=history', { as: patientId })
  await screen.findByRole('button', { name: /^Calificar/ })
  await screen.findByText(/^Nuestro equipo revisó tu «Sí fui» y te dio la razón/)

  await open('/admin/dashboard?seccion=centros', { as: moderator })
  await screen.findByText('0 % (0 de 1)')
})

test('a patient says «Yo no la cancelé» from the mail’s link, and staff record the cancellation as the centre’s', async () => {
  const desk = await buildDesk(platform)
  const startsAt = new Date(platform.clock.now().getTime() + 20 * hourMs)
  const { appointmentId, patientId } = await buildAppointment(platform, { ...desk, startsAt })
  await cancelAtDesk(platform, { ...desk.at(appointmentId), by: 'patient', reason: 'Llamó' })

  const user = await open(`/dashboard?tab=history&appointment=${appointmentId}&act=object`, { as: patientId })
  const dialog = await screen.findByRole('dialog', { name: '¿No cancelaste esta cita?' })
  await within(dialog).findByText(/anotó que pediste cancelarla/)
  await expectAccessible()
  await press(user, 'Yo no la cancelé', dialog)
  await screen.findByText('Gracias por avisarnos')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.queryByRole('button', { name: /^Yo no la cancelé/ })).toBeNull()
  await screen.findByText(/El centro anotó que la cancelaste/)

  const moderator = (await buildAccount(platform, { role: 'moderator' })).userId
  const staff = await open('/admin/dashboard?seccion=moderacion', { as: moderator })
  await screen.findByText(/En 90 días anotó 1 de 1 cancelaciones de pacientes/)
  await expectAccessible()
  await press(staff, /^Anular/)
  const action = await screen.findByRole('dialog', { name: 'Anotarla como cancelada por el centro' })
  await fill(staff, /Motivo/, 'No hay llamada', action)
  await press(staff, 'Anular', action)
  await screen.findByText('Cancelada por el centro')

  await open('/dashboard?tab=history', { as: patientId })
  await screen.findByText(/La canceló el centro/)
})

test('a patient says «No fui a esa hora» of a visit that the centre brought forward, and staff record it as cancelled by the centre', async () => {
  const desk = await buildDesk(platform)
  const { appointmentId, patientId } = await buildAppointment(platform, { ...desk, startsAt: later(10 * dayMs) })
  const now = platform.clock.now()
  const startsAt = new Date(now.getTime() + 5 * minuteMs)
  await moveAtDesk(platform, { ...desk.at(appointmentId), startsAt, evenOutsideHours: true, by: 'patient' })
  platform.clock.set(startsAt)
  await completeAppointment(platform, desk.at(appointmentId))

  const user = await open(`/dashboard?tab=history&appointment=${appointmentId}&act=object`, { as: patientId })
  const dialog = await screen.findByRole('dialog', { name: '¿No fuiste a esta cita a esa hora?' })
  await within(dialog).findByText(/anotó que fuiste a esa hora, anterior a la que habías elegido/)
  await expectAccessible()
  await press(user, 'No fui a esa hora', dialog)
  await screen.findByText('Gracias por avisarnos')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.queryByRole('button', { name: /^No fui a esa hora/ })).toBeNull()
  expect(screen.queryByRole('button', { name: /^Calificar/ })).toBeNull()

  const moderator = (await buildAccount(platform, { role: 'moderator' })).userId
  const staff = await open('/admin/dashboard?seccion=moderacion', { as: moderator })
  await screen.findByText(/El paciente la tenía para el .*10:00\. .*En 90 días cerró así 1 de 1 citas/)
  await expectAccessible()
  await press(staff, /^Anular/)
  const action = await screen.findByRole('dialog', { name: 'Anotarla como cancelada por el centro' })
  await fill(staff, /Motivo/, 'No hay registro de la visita', action)
  await press(staff, 'Anular', action)
  await screen.findByText('Cancelada por el centro')

  await open('/dashboard?tab=history', { as: patientId })
  await screen.findByText(/La canceló el centro/)
  platform.clock.set(now)
})

test('a patient says «No fui a esa hora» of a no-show at a time to which the centre brought the appointment forward', async () => {
  const desk = await buildDesk(platform)
  const { appointmentId, patientId } = await buildAppointment(platform, { ...desk, startsAt: later(10 * dayMs) })
  const now = platform.clock.now()
  const startsAt = new Date(now.getTime() + 5 * minuteMs)
  await moveAtDesk(platform, { ...desk.at(appointmentId), startsAt, evenOutsideHours: true, by: 'patient' })
  platform.clock.set(startsAt)
  await markNoShow(platform, desk.at(appointmentId))

  const user = await open(`/dashboard?tab=history&appointment=${appointmentId}&act=object`, { as: patientId })
  const dialog = await screen.findByRole('dialog', { name: '¿No fuiste a esta cita a esa hora?' })
  await within(dialog).findByText(/anotó que no fuiste a esa hora, anterior a la que habías elegido/)
  await press(user, 'No fui a esa hora', dialog)
  await screen.findByText('Gracias por avisarnos')
  expect(screen.queryByRole('button', { name: /^Sí fui/ })).toBeNull()
  platform.clock.set(now)
})

test('a patient says «Sí pagué» of a payment that the desk undid, and staff let it count again', async () => {
  const now = platform.clock.now()
  const desk = await buildDesk(platform)
  const startsAt = new Date(now.getTime() - hourMs)
  const { appointmentId, patientId } = await buildAppointment(platform, { ...desk, startsAt })
  const at = desk.at(appointmentId)
  await collectPayment(platform, { ...at, amountCents: 150_000, method: 'efectivo' })
  await completeAppointment(platform, at)
  platform.clock.advance(hourMs)
  await undoCollection(platform, at)

  const user = await open(`/dashboard?tab=history&appointment=${appointmentId}`, { as: patientId })
  const paid = await screen.findByRole('region', { name: 'Tu pago' })
  await within(paid).findByText('Falta pagar')
  await expectAccessible()
  await press(user, 'Sí pagué', paid)
  const dialog = await screen.findByRole('dialog', { name: '¿Pagaste esta cita?' })
  await within(dialog).findByText(/anotó que el pago fue un error, y lo anuló/)
  await fill(user, /contarnos algo/, 'Tengo el recibo.', dialog)
  await press(user, 'Sí pagué', dialog)
  await screen.findByText('Gracias por avisarnos')
  await screen.findByText('Dijiste que sí pagaste. Nuestro equipo lo está revisando y te avisa.')

  await open(`/dashboard?tab=history&appointment=${appointmentId}&act=sayPaid`, { as: patientId })
  const held = await screen.findByRole('region', { name: 'Tu pago' })
  await within(held).findByText(/Nuestro equipo lo está revisando/)
  expect(within(held).queryByText('Falta pagar')).toBeNull()

  const moderator = (await buildAccount(platform, { role: 'moderator' })).userId
  const staff = await open('/admin/dashboard?seccion=moderacion', { as: moderator })
  await screen.findByText(
    /El centro cobró \$\s1\.500 \(efectivo\).*El centro anuló ese pago.*En 90 días anuló pagos de 1 de 1 citas/,
  )
  await expectAccessible()
  await press(staff, /^Sí pagó/)
  const action = await screen.findByRole('dialog', { name: 'Sí pagó: reponer el pago' })
  await fill(staff, /Motivo/, 'Hay recibo', action)
  await press(staff, 'Sí pagó', action)
  await screen.findByText('Pago repuesto')

  await open(`/dashboard?tab=history&appointment=${appointmentId}`, { as: patientId })
  const counted = await screen.findByRole('region', { name: 'Tu pago' })
  await within(counted).findByText(/^Pagaste/)
  expect(counted.textContent).not.toContain('Anulado')
  platform.clock.set(now)
})

test('a patient says «No me devolvieron nada» of a cancelled appointment, and reads in its row that staff decide', async () => {
  const now = platform.clock.now()
  const desk = await buildDesk(platform)
  const { appointmentId, patientId } = await buildAppointment(platform, {
    ...desk,
    startsAt: new Date(now.getTime() + 3 * dayMs),
  })
  const at = desk.at(appointmentId)
  await collectPayment(platform, { ...at, amountCents: 150_000, method: 'efectivo' })
  await cancelAtDesk(platform, { ...at, by: 'center', reason: 'Se enfermó' })
  await undoCollection(platform, at)

  const user = await open(`/dashboard?tab=history&appointment=${appointmentId}`, { as: patientId })
  const paid = await screen.findByRole('region', { name: 'Tu pago' })
  await within(paid).findByText('Te devolvieron')
  await expectAccessible()
  await press(user, 'No me devolvieron nada', paid)
  const dialog = await screen.findByRole('dialog', { name: '¿No te devolvieron el dinero?' })
  await within(dialog).findByText(/anotó que te lo devolvió/)
  await within(dialog).findByText(/la devolución queda anulada, y el centro te la debe otra vez/)
  await press(user, 'No me devolvieron nada', dialog)
  await screen.findByText('Gracias por avisarnos')
  await screen.findByText('Dijiste que no te devolvieron nada. Nuestro equipo lo está revisando y te avisa.')
  await waitFor(() => expect(screen.queryByRole('button', { name: /^No me devolvieron nada/ })).toBeNull())

  const staff = await staffOfObjection(platform, { kind: 'refund', appointmentId, reason: 'La llamada' })
  expect(await staff.decide('delete')).toBeUndefined()
  // The page that is open follows the decision, and so does the page to which the notification leads.
  const decided = 'Nuestro equipo revisó tu «No me devolvieron nada» y te dio la razón: esa devolución quedó anulada.'
  await screen.findAllByText(decided)
  const { href } = await platform.db
    .selectFrom('notifications')
    .where('user_id', '=', patientId)
    .where('event', '=', 'appointments.objection_decided')
    .select('href')
    .executeTakeFirstOrThrow()
  await open(href, { as: patientId })
  await within(await screen.findByRole('dialog', { name: 'Detalles de la cita' })).findByText(decided)
  await open(`/dashboard?tab=history&appointment=${appointmentId}`, { as: patientId })
  const pending = await screen.findByRole('region', { name: 'Tu pago' })
  await within(pending).findByText('Te van a devolver')
  expect(screen.queryByText(/Dijiste que no te devolvieron nada/)).toBeNull()
})

test('a no-show of eight days ago has no «Sí fui» in the history, and says so from the mail’s link', async () => {
  const desk = await buildDesk(platform)
  const startsAt = new Date(platform.clock.now().getTime() - 8 * dayMs)
  const { appointmentId, patientId } = await buildAppointment(platform, { ...desk, startsAt })
  const missed = { status: 'no_show', no_show_at: new Date(startsAt.getTime() + hourMs) }
  await platform.db.updateTable('appointments').set(missed).where('id', '=', appointmentId).execute()
  await open(`/dashboard?tab=history&appointment=${appointmentId}&act=object`, { as: patientId })
  const dialog = await screen.findByRole('dialog', { name: 'Detalles de la cita' })
  expect(within(dialog).queryByRole('button', { name: 'Sí fui' })).toBeNull()
  expect(within(dialog).getByText(/Ya pasaron los 7 días para decir que fuiste/)).toBeDefined()
  expect(screen.queryByRole('button', { name: /^Sí fui/ })).toBeNull()
})
