import type { MailContent } from '#server/platform/mail-layout.ts'
import type { AppointmentRow } from '../repository/appointments.ts'
import type { Reminder } from '../rules/reminders.ts'
import { asReaderSees, guestMail, patientMail, type Reader } from './wording.ts'

export const reminderSubjects = { 24: 'Recordatorio de tu cita', 2: 'Tu cita es dentro de poco' } as const

export function reminderMail({
  publicUrl,
  calendarUrl,
  hoursBefore,
  reader,
  ...input
}: {
  reader: Reader
  appointment: AppointmentRow
  hoursBefore: Reminder['hoursBefore']
  publicUrl: string
  calendarUrl: string
}): MailContent {
  const appointment = asReaderSees(input.appointment, reader)
  const subject = reminderSubjects[hoursBefore]
  if (reader === 'guest') {
    const paragraphs = ['Si no puedes ir, avísale al centro cuanto antes.']
    return guestMail({ appointment, subject, paragraphs, calendarUrl })
  }
  const requestToCall = 'Si no puedes ir, avisa cuanto antes: desde tus citas la cancelas o cambias el horario.'
  const asksToAccept = appointment.bookedBy === 'center' && appointment.acceptedAt === null
  const origin = asksToAccept ? ['La agendó el centro por ti. Si es tuya, confírmalo antes de que empiece.'] : []
  const paragraphs = [...origin, requestToCall]
  return patientMail({
    appointment,
    subject,
    paragraphs,
    asksToAccept,
    notices: 'los recordatorios',
    publicUrl,
    calendarUrl,
  })
}
