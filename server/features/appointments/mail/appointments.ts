import { freeCancellationHours } from '#contract/calendar.ts'
import { type MailContent, mailLayout } from '#server/platform/mail-layout.ts'
import type { AppointmentRow } from '../repository/appointments.ts'
import { patientMail, whenIs, whenWithWhomAndWhere } from './wording.ts'

export type AppointmentEvent = 'booked' | 'moved' | 'cancelled' | 'unanswered'

// Subjects never carry the specialty or the service: they show on locked screens.
const subjects: Record<AppointmentEvent, { patient: string; center: string }> = {
  booked: { patient: 'Tu cita está reservada', center: 'Nueva cita' },
  moved: { patient: 'Tu cita cambió de horario', center: 'Una cita cambió de horario' },
  cancelled: { patient: 'Tu cita fue cancelada', center: 'Una cita fue cancelada' },
  unanswered: { patient: 'Tu cita no pudo confirmarse', center: 'Una cita sin responder se liberó' },
}

type Changed = { appointment: AppointmentRow; event: AppointmentEvent }

export function changeMailToPatient({ appointment, event, publicUrl }: Changed & { publicUrl: string }): MailContent {
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
  const subject = event === 'booked' && status === 'pending' ? 'Tu pedido de cita fue enviado' : subjects[event].patient
  const paragraphs = [...whenWithWhomAndWhere(appointment), closing[event]]
  return patientMail({ subject, paragraphs, notices: 'estos avisos', publicUrl })
}

export function changeMailToCenter({ appointment, event }: Changed): MailContent {
  const { professionalName, dependantName, patientName, guestName, status } = appointment
  const ask = event !== 'cancelled' && status === 'pending' ? ['Esta cita espera tu confirmación.'] : []
  return mailLayout({
    subject: subjects[event].center,
    paragraphs: [
      whenIs(appointment),
      `Con ${professionalName}`,
      `Paciente: ${dependantName ?? patientName ?? guestName ?? ''}`,
      ...ask,
    ],
  })
}
