import { sendNotice } from '#server/features/appointments/usecases/send-notice.ts'
import type { Platform } from '#server/platform/platform.ts'
import { listMails, type OutboundMail } from '#server/platform/stored-mails.ts'

/** Queues the mails of the waiting notices immediately, without the two minutes and without moving the clock. */
export async function sendWaitingNotices(platform: Platform): Promise<void> {
  const waiting = await platform.db
    .selectFrom('appointment_notices')
    .select(['appointment_id as appointmentId', 'audience', 'due_at as dueAt'])
    .$narrowType<{ audience: 'attendee' | 'center' }>()
    .orderBy('due_at')
    .execute()
  for (const notice of waiting) await sendNotice(platform, notice)
}

/** listMails() after sendWaitingNotices(). */
export async function listAllMails(platform: Platform, input: { limit: number }): Promise<OutboundMail[]> {
  await sendWaitingNotices(platform)
  return listMails(platform, input)
}
