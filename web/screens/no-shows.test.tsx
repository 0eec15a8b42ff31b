import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { markNoShow } from '#server/features/appointments/usecases/mark-appointment.ts'
import { hourMs } from '#server/platform/local-time.ts'
import { later, monday } from '#server/testing/booking.ts'
import { buildAccount, buildAppointment } from '#server/testing/builders.ts'
import { buildDesk } from '#server/testing/desk.ts'
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

  const moderator = (await buildAccount(platform, { role: 'moderator' })).userId
  const staff = await open('/admin/dashboard?seccion=moderacion', { as: moderator })
  await screen.findByText(/Llegué a las diez/)
  await screen.findByText(/En 90 días marcó 1 de 1 citas/)
  await expectAccessible()
  await press(staff, /^Anular/)
  const measure = await screen.findByRole('dialog', { name: 'Anular la inasistencia' })
  await fill(staff, /Motivo/, 'La agenda lo muestra', measure)
  await press(staff, 'Anular', measure)
  await screen.findByText('Inasistencia anulada')

  await open('/dashboard?tab=history', { as: patientId })
  await screen.findByRole('button', { name: /^Calificar/ })

  await open('/admin/dashboard?seccion=centros', { as: moderator })
  await screen.findByText('0 % (0 de 1)')
})
