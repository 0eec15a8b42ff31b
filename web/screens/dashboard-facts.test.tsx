import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { createReview } from '#server/features/reviews/usecases/reviews.ts'
import { dayMs } from '#server/platform/local-time.ts'
import { monday } from '#server/testing/booking.ts'
import { buildAppointment, buildCenter, buildPatient, buildService } from '#server/testing/builders.ts'
import { holdResponses, startScreens } from './screens.tsx'

const { platform, open } = await startScreens()

test('the dashboard says that it loads, and then has four figures, of which the average has one decimal', async () => {
  const { patientId } = await buildPatient(platform)
  const service = await buildService(platform)
  for (const [daysAgo, rating] of [
    [2, 5],
    [9, 4],
  ] as const) {
    const startsAt = new Date(platform.clock.now().getTime() - daysAgo * dayMs)
    const { appointmentId } = await buildAppointment(platform, { ...service, patientId, status: 'completed', startsAt })
    await createReview(platform, { userId: patientId, appointmentId, rating, comment: 'Muy bien.' })
  }
  await buildAppointment(platform, { ...service, patientId, startsAt: monday })
  await open('/contact', { as: patientId })
  const release = holdResponses(/^GET .*\/me$/)
  await open('/dashboard')
  await screen.findByText('Cargando tu dashboard…')
  release()
  const figures = await screen.findByRole('region', { name: 'En números' })
  await waitFor(() => {
    const terms = within(figures).getAllByRole('term')
    expect(terms.map(({ textContent }) => textContent)).toEqual([
      'Próximas citas',
      'Consultas completadas',
      'Calificación promediode tus 2 opiniones',
      'Recordatorios',
    ])
    const values = within(figures).getAllByRole('definition')
    expect(values.map(({ textContent }) => textContent)).toEqual(['1', '2', '4,5', '0'])
  })
})

test('an appointment shows its centre, who treats, the service and the place, also in the history', async () => {
  const { centerId } = await buildCenter(platform, { name: 'Centro Ibirapitá', address: 'Av. Brasil 2500' })
  const service = await buildService(platform, { centerId, serviceType: 'nutricion', name: 'Plan alimentario' })
  await platform.db
    .updateTable('professionals')
    .set({ full_name: 'Renata Olivera' })
    .where('id', '=', service.professionalId)
    .execute()
  const { patientId } = await buildPatient(platform)
  const startsAt = new Date(platform.clock.now().getTime() - 7 * dayMs)
  await buildAppointment(platform, { ...service, patientId, status: 'completed', startsAt })
  await buildAppointment(platform, { ...service, patientId, startsAt: monday })
  const later = new Date(monday.getTime() + 7 * dayMs)
  await buildAppointment(platform, { ...service, patientId, startsAt: later })
  const user = await open('/dashboard', { as: patientId })
  const next = await screen.findByRole('region', { name: /Tu próxima cita/ })
  const facts = ['Renata Olivera', 'Centro Ibirapitá', 'Plan alimentario']
  for (const fact of facts) expect(next.textContent).toContain(fact)
  expect(next.textContent).toContain('Av. Brasil 2500')
  const rowOf = async (day: RegExp) => (await screen.findByRole('heading', { name: day })).closest('li')?.textContent
  const upcoming = await rowOf(/30 de noviembre/)
  for (const fact of [...facts, 'Presencial']) expect(upcoming).toContain(fact)
  await user.click(screen.getByRole('tab', { name: 'Historial' }))
  const past = await rowOf(/13 de noviembre/)
  for (const fact of facts) expect(past).toContain(fact)
})

test('a session whose account has no profile any more leads to the sign-in', async () => {
  const { patientId } = await buildPatient(platform)
  await open('/contact', { as: patientId })
  await platform.db.deleteFrom('user_roles').where('user_id', '=', patientId).execute()
  await platform.db.deleteFrom('profiles').where('id', '=', patientId).execute()
  await open('/dashboard')
  await screen.findByRole('heading', { level: 1, name: 'Iniciar sesión' })
  expect(location.pathname).toBe('/login')
})
