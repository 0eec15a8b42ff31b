import { describe, expect, test } from 'vitest'
import { dayMs } from '#server/platform/local-time.ts'
import { buildCenter, buildMember, buildPatient, buildProfessional } from '#server/testing/builders.ts'
import { clientOf } from '#server/testing/calling.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { notificationsRoutes } from '../notifications.routes.ts'
import { type NewNotification, notifyUsers } from './notify-users.ts'
import { deleteOldNotifications } from './read-notifications.ts'

const platform = await testPlatform()
const as = (userId: string) => clientOf(platform, notificationsRoutes, userId)

const content = {
  event: 'appointments.booked',
  title: 'Tu cita',
  message: 'El jueves.',
  href: '/dashboard',
  about: null,
} as const
const notify = (entry: Partial<NewNotification> & Pick<NewNotification, 'to'>) =>
  notifyUsers(platform.db, { platform, entries: [{ ...content, ...entry }] })
const later = (milliseconds = 1000) => platform.clock.set(new Date(platform.clock.now().getTime() + milliseconds))

describe('notifications', () => {
  test('are listed newest first, in pages, with the number of unread ones', async () => {
    const { patientId: userId } = await buildPatient(platform)
    for (let n = 1; n <= 5; n++) {
      await notify({ to: { userId }, title: `Aviso ${n}` })
      later()
    }
    const first = await as(userId).list({ limit: 3 })
    expect(first).toMatchObject({
      unread: 5,
      items: [{ title: 'Aviso 5' }, { title: 'Aviso 4' }, { title: 'Aviso 3' }],
    })
    const second = await as(userId).list({ limit: 3, cursor: first.nextCursor ?? '' })
    expect(second).toMatchObject({ nextCursor: null, items: [{ title: 'Aviso 2' }, { title: 'Aviso 1' }] })
  })

  test('are marked as read one by one, and as unread again', async () => {
    const { patientId: userId } = await buildPatient(platform)
    await notify({ to: { userId } })
    await notify({ to: { userId } })
    const [item] = (await as(userId).list({})).items
    const notificationId = item?.id ?? ''
    expect(await as(userId).markRead({ notificationId })).toEqual({ unread: 1 })
    expect(await as(userId).markRead({ notificationId })).toEqual({ unread: 1 })
    expect((await as(userId).list({ only: 'unread' })).items).toHaveLength(1)
    expect(await as(userId).markRead({ notificationId, isRead: false })).toEqual({ unread: 2 })
  })

  test('are all marked as read in one step, except one that arrives later', async () => {
    const { patientId: userId } = await buildPatient(platform)
    await notify({ to: { userId } })
    const upTo = platform.clock.now().toISOString()
    later()
    await notify({ to: { userId }, title: 'Nuevo' })
    expect(await as(userId).markAllRead({ upTo })).toEqual({ unread: 1 })
    expect((await as(userId).list({ only: 'unread' })).items).toMatchObject([{ title: 'Nuevo' }])
  })

  test('for a centre reach its owner, its receptionists and the professional concerned', async () => {
    const { centerId } = await buildCenter(platform)
    const [own, other] = [
      await buildProfessional(platform, { centerId }),
      await buildProfessional(platform, { centerId }),
    ]
    const reception = (await buildMember(platform, { centerId, role: 'reception' })).userId
    const professional = (await buildMember(platform, { role: 'professional', ...own })).userId
    const colleague = (await buildMember(platform, { role: 'professional', ...other })).userId
    expect(await notify({ to: { centerId, professionalId: own.professionalId } })).toBe(3)
    for (const userId of [centerId, reception, professional]) expect(await as(userId).unread({})).toEqual({ unread: 1 })
    expect(await as(colleague).unread({})).toEqual({ unread: 0 })
  })

  test('with a subject are stored once for each user', async () => {
    const { patientId: userId } = await buildPatient(platform)
    const stored = await Promise.all(
      Array.from({ length: 5 }, () => notify({ to: { userId }, event: 'reviews.request', subject: 'rating:1' })),
    )
    expect(stored.filter((count) => count === 1)).toHaveLength(1)
  })

  test('are deleted after 180 days', async () => {
    const { patientId: userId } = await buildPatient(platform)
    await notify({ to: { userId } })
    later(179 * dayMs)
    await deleteOldNotifications(platform)
    expect((await as(userId).list({})).items).toHaveLength(1)
    later(2 * dayMs)
    await deleteOldNotifications(platform)
    expect((await as(userId).list({})).items).toEqual([])
  })
})
