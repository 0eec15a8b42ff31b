import { brand } from '#contract/brand.ts'
import { freeCancellationHours, zone } from '#contract/calendar.ts'
import { wantsMail } from '#server/features/notifications/notifications.usecases.ts'
import { queueMail } from '#server/platform/mail.ts'
import { mailLayout } from '#server/platform/mail-layout.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/postgres/database.ts'
import type { AppointmentRow } from './repository/appointments.ts'
import { whereIs } from './rules/lifecycle.ts'

export type AppointmentEvent = 'booked' | 'moved' | 'cancelled' | 'unanswered'

const when = new Intl.DateTimeFormat('es-UY', {
  timeZone: zone,
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  hour: '2-digit',
  minute: '2-digit',
  hour12: false,
})

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
    footnote: footnoteOf('estos avisos'),
  })
}

function whenWithWhomAndWhere(appointment: AppointmentRow): string[] {
  const { professionalName, centerName, place } = appointment
  const where = { center: whereIs(appointment), online: 'Por videollamada', home: 'A domicilio' }[place]
  return [capitalize(when.format(appointment.startsAt)), `${professionalName}, ${centerName}`, where]
}

function footnoteOf(what: string): string {
  return `Recibes este correo porque reservaste en ${brand.name}. Puedes apagar ${what} en Mi Cuenta.`
}

const reminderSubjects = { 24: 'Recordatorio de tu cita', 2: 'Tu cita es dentro de poco' } as const

/** Reminds the patient, in the transaction that notes it. */
export async function queueReminderMail(
  tx: Tx,
  o: { platform: Platform; appointment: AppointmentRow; hoursBefore: keyof typeof reminderSubjects },
): Promise<void> {
  const { patientEmail, dependantName } = o.appointment
  if (!patientEmail) return
  const subject = reminderSubjects[o.hoursBefore]
  await queueMail(tx, {
    to: patientEmail,
    subject,
    kind: `appointments.reminder_${o.hoursBefore}h`,
    ...mailLayout({
      title: subject,
      paragraphs: [
        ...whenWithWhomAndWhere(o.appointment),
        ...(dependantName === null ? [] : [`Es la cita de ${dependantName}.`]),
        'Si no puedes ir, avisa cuanto antes: desde tus citas la cancelas o cambias el horario.',
      ],
      action: { label: 'Ver mis citas', url: `${o.platform.settings.publicUrl}/dashboard` },
      footnote: footnoteOf('los recordatorios'),
    }),
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
  const { professionalName, dependantName, patientName, status } = appointment
  const ask = event !== 'cancelled' && status === 'pending' ? ['Esta cita espera tu confirmación.'] : []
  return mailLayout({
    title: subject,
    paragraphs: [
      capitalize(when.format(appointment.startsAt)),
      `Con ${professionalName}`,
      `Paciente: ${dependantName ?? patientName ?? ''}`,
      ...ask,
    ],
  })
}

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
