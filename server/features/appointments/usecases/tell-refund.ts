import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import type { CenterEvent } from '../mail/by-center.ts'
import { requireAppointment } from '../repository/appointments.ts'
import { createNotificationOfRefund } from './create-notifications.ts'
import { mailCenterEvent } from './notify-change.ts'
import { sendWaitingNotice } from './send-notice.ts'

type Refund = Omit<Extract<CenterEvent, { kind: 'refunded_by_center' }>, 'kind'> & {
  platform: Platform
  appointmentId: string
}

/**
 * Tells the patient, immediately, what the centre gave back, by the bell and a mail, which leads to the objection to a refund of the desk.
 * A cancellation whose mail still waits is mailed before it.
 */
export async function tellOfRefund(tx: Tx, { platform, appointmentId, ...refund }: Refund): Promise<void> {
  const appointment = await requireAppointment(tx, { appointmentId })
  await createNotificationOfRefund(tx, { platform, appointment, amountCents: refund.amountCents })
  await sendWaitingNotice(tx, platform, { appointmentId })
  await mailCenterEvent(tx, { platform, appointment, event: { kind: 'refunded_by_center', ...refund } })
}
