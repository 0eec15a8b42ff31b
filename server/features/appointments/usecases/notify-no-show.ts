import { notifyUsers } from '#server/features/notifications/usecases/notify-users.ts'
import { queueMail } from '#server/platform/mail.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import {
  centerSubjects,
  decisionMailToCenter,
  decisionMailToPatient,
  type NoShowDecision,
  patientSubjects,
} from '../mail/no-shows.ts'
import { type AppointmentRow, requireAppointment } from '../repository/appointments.ts'
import { toDesk, toPatient } from './create-notifications.ts'
import { notifyPatient } from './notify-attendee.ts'

type Decided = { platform: Platform; appointmentId: string; decision: NoShowDecision; reason: string }

/** Tells the patient and the centre what staff decided about a no-show, by notification and mail. */
export async function notifyOfNoShowDecision(
  tx: Tx,
  { platform, appointmentId, decision, reason }: Decided,
): Promise<void> {
  const appointment = await requireAppointment(tx, { appointmentId })
  const { publicUrl } = platform.settings
  const content = { appointment, decision, reason, publicUrl }
  const entries = [
    ...toPatient({ appointment, title: patientSubjects[decision] }),
    ...toDesk({ appointment, title: centerSubjects[decision] }),
  ]
  await notifyUsers(tx, { platform, entries })
  await notifyPatient(tx, {
    platform,
    appointment,
    preference: 'appointment',
    kind: 'appointments.no_show_decided',
    content: decisionMailToPatient(content),
  })
  await queueMail(tx, {
    platform,
    to: appointment.centerEmail,
    kind: 'appointments.no_show_decided.center',
    aboutId: appointmentId,
    ...decisionMailToCenter(content),
  })
}

/** Tells the desk that the patient objects, so that it can correct its mark before staff decide. */
export async function notifyDeskOfObjection(
  tx: Tx,
  { platform, appointment }: { platform: Platform; appointment: AppointmentRow },
): Promise<void> {
  await notifyUsers(tx, { platform, entries: toDesk({ appointment, title: 'Un paciente dice que sí fue' }) })
}
