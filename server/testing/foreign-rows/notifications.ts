import { notifyUsers } from '#server/features/notifications/usecases/notify-users.ts'
import { actorOf } from '#server/testing/app-server.ts'
import { buildCenter, buildPatient } from '#server/testing/builders.ts'
import type { TestPlatform } from '#server/testing/platform.ts'
import { type ForeignRow, type ForeignRows, strangersToPatient } from './foreign-row.ts'

async function ofNotification(platform: TestPlatform): Promise<ForeignRow> {
  const { patientId } = await buildPatient(platform)
  const { centerId } = await buildCenter(platform)
  const about = { subject: 'account', id: patientId } as const
  const content = {
    event: 'appointments.booked',
    title: 'Tu cita',
    message: 'El jueves.',
    href: '/dashboard',
    about,
  } as const
  await notifyUsers(platform.db, { platform, entries: [{ to: { userId: patientId }, ...content }] })
  const { id: notificationId } = await platform.db
    .selectFrom('notifications')
    .where('user_id', '=', patientId)
    .select('id')
    .executeTakeFirstOrThrow()
  return {
    input: { notificationId },
    owner: actorOf(['patient'], patientId),
    strangers: await strangersToPatient(platform, { centerId }),
  }
}

export const notifications: ForeignRows<'notifications'> = { 'notifications.markRead': ofNotification }
