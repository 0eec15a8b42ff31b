import { freeCancellationHours } from '#contract/calendar.ts'
import { wantsMail } from '#server/features/notifications/notifications.usecases.ts'
import { queueMail } from '#server/platform/mail.ts'
import { mailLayout } from '#server/platform/mail-layout.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import type { AppointmentRow } from '../repository/appointments.ts'
import { patientFootnote, whenIs, whenWithWhomAndWhere } from './wording.ts'

export type AppointmentEvent = 'booked' | 'moved' | 'cancelled' | 'unanswered'

// Subjects never carry the specialty or the service: they show on locked screens.
const subjects: Record<AppointmentEvent, { patient: string; center: string }> = {
  booked: { patient: 'Tu cita está reservada', center: 'Nueva cita' },
  moved: { patient: 'Tu cita cambió de horario', center: 'Una cita cambió de horario' },
  cancelled: { patient: 'Tu cita fue cancelada', center: 'Una cita fue cancelada' },
  unanswered: { patient: 'Tu cita no pudo confirmarse', center: 'Una cita sin responder se liberó' },
}

type Mails = {
  platform: Platform
  appointment: AppointmentRow
  event: AppointmentEvent
  /** `center`: whoever changed it tells the patient in their own words. */
  tell?: 'both' | 'center'
}

/** Tells the centre, and the patient who has not switched that off, in the transaction that changed the appointment. */
export async function queueAppointmentMails(
  tx: Tx,
  { platform, appointment, event, tell = 'both' }: Mails,
): Promise<void> {
  const { patientEmail, patientId, centerEmail } = appointment
  const { publicUrl } = platform.settings
  if (
    patientEmail &&
    patientId &&
    tell === 'both' &&
    (await wantsMail(tx, { userId: patientId, kind: 'appointment' }))
  ) {
    const subject =
      event === 'booked' && appointment.status === 'pending' ? 'Tu pedido de cita fue enviado' : subjects[event].patient
    await queueMail(tx, {
      to: patientEmail,
      subject,
      kind: `appointments.${event}`,
      ...patientMail({ appointment, event, subject, publicUrl }),
    })
  }
  const subject = subjects[event].center
  await queueMail(tx, {
    to: centerEmail,
    subject,
    kind: `appointments.${event}.center`,
    ...centerMail({ appointment, event, subject }),
  })
}

function patientMail({
  appointment,
  event,
  subject,
  publicUrl,
}: {
  appointment: AppointmentRow
  event: AppointmentEvent
  subject: string
  publicUrl: string
}) {
  const { status, refundPercent } = appointment
  const closing: Record<AppointmentEvent, string> = {
    booked:
      status === 'pending'
        ? 'El centro tiene que confirmarla. Te avisamos en cuanto responda.'
        : `Puedes cancelar o cambiar el horario sin costo hasta ${freeCancellationHours} horas antes.`,
    moved:
      status === 'pending' ? 'El centro tiene que confirmar el nuevo horario.' : 'El horario anterior quedó libre.',
    cancelled:
      refundPercent === 100
        ? 'La cancelación no tiene costo.'
        : `Se canceló con menos de ${freeCancellationHours} horas: el centro devuelve el ${refundPercent} %.`,
    unanswered: 'El centro no respondió a tiempo y el horario se liberó. No tiene costo; puedes elegir otro.',
  }
  return mailLayout({
    title: subject,
    paragraphs: [...whenWithWhomAndWhere(appointment), closing[event]],
    action: { label: 'Ver mis citas', url: `${publicUrl}/dashboard` },
    footnote: patientFootnote('estos avisos'),
  })
}

function centerMail({
  appointment,
  event,
  subject,
}: {
  appointment: AppointmentRow
  event: AppointmentEvent
  subject: string
}) {
  const { professionalName, dependantName, patientName, guestName, status } = appointment
  const ask = event !== 'cancelled' && status === 'pending' ? ['Esta cita espera tu confirmación.'] : []
  return mailLayout({
    title: subject,
    paragraphs: [
      whenIs(appointment),
      `Con ${professionalName}`,
      `Paciente: ${dependantName ?? patientName ?? guestName ?? ''}`,
      ...ask,
    ],
  })
}
