import type { ObjectionKind } from '#contract/report-kinds.ts'
import { notifyUsers } from '#server/features/notifications/usecases/notify-users.ts'
import { queueMail } from '#server/platform/mail.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import {
  centerSubjects,
  decisionMailToCenter,
  decisionMailToPatient,
  type ObjectionDecision,
  patientSubjects,
} from '../mail/objections.ts'
import { type AppointmentRow, requireAppointment } from '../repository/appointments.ts'
import { mailLinks } from './calendar-links.ts'
import { toDesk, toPatient } from './create-notifications.ts'
import { notifyPatient } from './notify-attendee.ts'

type Decided = {
  platform: Platform
  appointmentId: string
  kind: ObjectionKind
  decision: ObjectionDecision
  reason: string
  points?: number
}

export async function notifyOfObjectionDecision(
  tx: Tx,
  { platform, appointmentId, kind, decision, reason, points = 0 }: Decided,
): Promise<void> {
  const appointment = await requireAppointment(tx, { appointmentId })
  const content = { appointment, kind, decision, reason, points, ...mailLinks(platform, { appointment }) }
  const event = 'appointments.objection_decided'
  const entries = [
    ...toPatient({ appointment, event, title: patientSubjects[kind][decision] }),
    ...toDesk({ appointment, event, title: centerSubjects[kind][decision] }),
  ]
  await notifyUsers(tx, { platform, entries })
  await notifyPatient(tx, {
    platform,
    appointment,
    preference: 'appointment',
    kind: `appointments.${kind}_decided`,
    content: decisionMailToPatient(content),
  })
  await queueMail(tx, {
    platform,
    to: appointment.centerEmail,
    kind: `appointments.${kind}_decided.center`,
    aboutId: appointmentId,
    ...decisionMailToCenter(content),
  })
}

const objectionTitles = {
  no_show: 'Un paciente dice que sí fue',
  cancellation: 'Un paciente dice que no canceló su cita',
  early_visit: 'Un paciente objeta una cita que adelantaste',
  invented_visit: 'Un paciente dice que no fue a una cita que anotaste',
  refund: 'Un paciente dice que no recibió una devolución que anotaste',
  undone_payment: 'Un paciente dice que pagó lo que anulaste',
} as const

/** Tells the desk that the patient objects, so that it can correct a no-show, or call, before staff decide. */
export async function notifyDeskOfObjection(
  tx: Tx,
  { platform, appointment, kind }: { platform: Platform; appointment: AppointmentRow; kind: ObjectionKind },
): Promise<void> {
  const event = 'appointments.objected'
  await notifyUsers(tx, { platform, entries: toDesk({ appointment, event, title: objectionTitles[kind] }) })
}
