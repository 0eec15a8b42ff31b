import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { type NewNotification, notifyUsers } from '#server/features/notifications/usecases/notify-users.ts'
import { createReview, replyToReview } from '#server/features/reviews/usecases/reviews.ts'
import { newId } from '#server/platform/ids.ts'
import { dayMs } from '#server/platform/local-time.ts'
import { buildAppointment, buildPatient } from '#server/testing/builders.ts'

import { expectAccessible, press, readsOfPage, startScreens } from './screens.tsx'

const { platform, open } = await startScreens()

const content = {
  event: 'appointments.confirmed_by_center',
  title: 'El centro confirmó tu cita',
  message: 'Jueves 26 a las 10:30.',
  href: '/dashboard',
  about: null,
} as const
const notify = (userId: string, count = 1, entry: Partial<NewNotification> = {}) =>
  notifyUsers(platform.db, {
    platform,
    entries: Array.from({ length: count }, () => ({ to: { userId }, ...content, ...entry })),
  })
const unreadOf = async (userId: string) =>
  (
    await platform.db
      .selectFrom('notifications')
      .where('user_id', '=', userId)
      .where('read_at', 'is', null)
      .select('id')
      .execute()
  ).length

test('the bell counts what is unread, and a press on a notification marks it as read and opens its page', async () => {
  const { patientId } = await buildPatient(platform)
  await notify(patientId, 2)
  const user = await open('/notifications', { as: patientId })
  const bell = await screen.findByRole('button', { name: 'Notificaciones, 2 sin leer' })
  expect(bell.textContent).toBe('2')
  await user.click(bell)
  const panel = await screen.findByRole('dialog', { name: 'Notificaciones' })
  await expectAccessible()
  const rows = await within(panel).findAllByRole('link', { name: /El centro confirmó tu cita/ })
  expect(rows).toHaveLength(2)
  for (const row of rows) {
    within(row).getByText('Sin leer')
    expect(row.className).toContain('bg-action-soft/50')
  }
  // Eighty quarters of a rem: the list scrolls below a height of 20rem.
  expect(within(panel).getByRole('list').className).toMatch(/max-h-80 .*overflow-y-auto/)
  await user.click(rows[0] as HTMLElement)
  await screen.findByRole('button', { name: 'Notificaciones, 1 sin leer' })
  expect(screen.queryByRole('dialog', { name: 'Notificaciones' })).toBeNull()
  expect(await unreadOf(patientId)).toBe(1)
})

test('a visitor has no bell, and their browser asks for no notifications', async () => {
  await open('/faq')
  await screen.findByRole('heading', { level: 1, name: 'Preguntas frecuentes' })
  expect(screen.queryByRole('button', { name: /^Notificaciones/ })).toBeNull()
  const queries = readsOfPage().findAll({
    predicate: ({ queryKey }) => JSON.stringify(queryKey).includes('notifications'),
  })
  expect(queries).toEqual([])
})

test('a panel that the user opens while a page is loading stays open', async () => {
  const { patientId } = await buildPatient(platform)
  const user = await open('/notifications', { as: patientId })
  const bell = await screen.findByRole('button', { name: 'Notificaciones' })
  await user.click(screen.getAllByRole('link', { name: 'Promociones' })[0] as HTMLElement)
  await user.click(bell)
  await screen.findByRole('dialog', { name: 'Notificaciones' })
  await screen.findByRole('heading', { level: 1, name: 'Promociones' })
  // The frame moves the focus after the page is rendered.
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(screen.queryByRole('dialog', { name: 'Notificaciones' })).not.toBeNull()
})

test('a page that is opened by a link takes the focus', async () => {
  const { patientId } = await buildPatient(platform)
  const user = await open('/notifications', { as: patientId })
  await screen.findByRole('button', { name: 'Notificaciones' })
  await user.click(screen.getAllByRole('link', { name: 'Promociones' })[0] as HTMLElement)
  await screen.findByRole('heading', { level: 1, name: 'Promociones' })
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')))
})

test('more than nine unread notifications are counted as «9+», and one button marks all as read', async () => {
  const { patientId } = await buildPatient(platform)
  await notify(patientId, 12)
  const user = await open('/notifications', { as: patientId })
  const bell = await screen.findByRole('button', { name: 'Notificaciones, más de 9 sin leer' })
  expect(bell.textContent).toBe('9+')
  await user.click(bell)
  const panel = await screen.findByRole('dialog', { name: 'Notificaciones' })
  await press(user, 'Marcar todas como leídas', panel)
  await screen.findByRole('button', { name: 'Notificaciones' })
  expect(within(panel).queryByRole('button', { name: 'Marcar todas como leídas' })).toBeNull()
  expect(await unreadOf(patientId)).toBe(0)
})

test('the page lists all notifications, marks one as read and as unread again, and shows only the unread ones on request', async () => {
  const { patientId } = await buildPatient(platform)
  await notify(patientId, 20, { title: 'Un aviso' })
  await notify(patientId, 3, { title: 'Otro aviso' })
  const user = await open('/notifications', { as: patientId })
  const list = await screen.findByRole('list', { name: 'Notificaciones' })
  expect(within(list).getAllByRole('listitem')).toHaveLength(20)
  await expectAccessible()
  await press(user, 'Ver más')
  await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(23))
  const [first] = within(list).getAllByRole('button', { name: /^Marcar como leída: / })
  await user.click(first as HTMLElement)
  await screen.findByRole('link', { name: 'Sin leer (22)' })
  await user.click(await screen.findByRole('button', { name: /^Marcar como no leída: / }))
  await screen.findByRole('link', { name: 'Sin leer (23)' })
  await press(user, 'Marcar todas como leídas')
  await user.click(await screen.findByRole('link', { name: 'Sin leer (0)' }))
  await screen.findByText('Estás al día')
})

test('without notifications the page says what it is for', async () => {
  const { patientId } = await buildPatient(platform)
  await open('/notifications', { as: patientId })
  await screen.findByText('Todavía no hay notificaciones')
  await expectAccessible()
})

test('each kind of notification is switched separately for mail and for the browser', async () => {
  const { patientId } = await buildPatient(platform)
  const user = await open('/account?seccion=avisos', { as: patientId })
  const byPush = await screen.findByRole('region', { name: 'En el navegador' })
  await user.click(within(byPush).getByRole('switch', { name: /^Recordatorios/ }))
  await expectAccessible()
  const stored = () =>
    platform.db
      .selectFrom('notification_preferences')
      .where('user_id', '=', patientId)
      .select(['kind', 'by_mail', 'by_push'])
      .execute()
  await waitFor(async () => expect(await stored()).toEqual([{ kind: 'reminder', by_mail: true, by_push: false }]))
})

test('the notification of a reply opens the appointment with the review and the reply', async () => {
  const { patientId } = await buildPatient(platform, { verified: true })
  const startsAt = new Date(platform.clock.now().getTime() - dayMs)
  const { appointmentId, centerId } = await buildAppointment(platform, { patientId, startsAt, status: 'completed' })
  const review = await createReview(platform, { userId: patientId, appointmentId, rating: 4, comment: 'Muy atentos.' })
  await replyToReview(platform, { userId: centerId, centerId, reviewId: review.id, text: 'Gracias por venir.' })
  const user = await open('/notifications', { as: patientId })
  const [link] = await screen.findAllByRole('link', { name: /Respondieron tu opinión/ })
  await user.click(link as HTMLElement)
  const dialog = await screen.findByRole('dialog', { name: 'Detalles de la cita' })
  expect(await within(dialog).findByText('Gracias por venir.')).toBeTruthy()
  expect(within(dialog).getByText('Muy atentos.')).toBeTruthy()
})

test('a notification of an appointment that is gone says so, and leaves the others on screen', async () => {
  const { patientId } = await buildPatient(platform)
  await notify(patientId, 1, { href: `/dashboard?appointment=${newId()}&act=details` })
  const user = await open('/notifications', { as: patientId })
  const [link] = await screen.findAllByRole('link', { name: /El centro confirmó tu cita/ })
  await user.click(link as HTMLElement)
  await screen.findByText('No encontramos esa cita en esta cuenta')
  await screen.findByRole('tab', { name: 'Historial' })
})

test('a notification that another one replaced leaves the open list', async () => {
  const { patientId } = await buildPatient(platform)
  const thread = `settlement ${newId()}`
  await notify(patientId, 1, { thread, title: 'Lo de antes' })
  await open('/notifications', { as: patientId })
  await screen.findAllByRole('link', { name: /Lo de antes/ })
  await notify(patientId, 1, { thread, title: 'Lo de ahora' })
  await screen.findAllByRole('link', { name: /Lo de ahora/ })
  await waitFor(() => expect(screen.queryByRole('link', { name: /Lo de antes/ })).toBeNull())
})
