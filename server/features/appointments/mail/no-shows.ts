import type { MailContent } from '#server/platform/mail-layout.ts'
import { mailLayout } from '#server/platform/mail-layout.ts'
import { dayAndTime } from '#server/platform/moment-text.ts'
import type { AppointmentRow } from '../repository/appointments.ts'
import { factsOf, patientMail } from './wording.ts'

/** What staff decided about a no-show: it is annulled, it stays, or the decision is undone and the objection waits again. */
export type NoShowDecision = 'annulled' | 'kept' | 'undone'

export const patientSubjects: Record<NoShowDecision, string> = {
  annulled: 'Tu cita ya no figura como inasistencia',
  kept: 'Revisamos tu «Sí fui»',
  undone: 'Volvemos a revisar tu «Sí fui»',
}

export const centerSubjects: Record<NoShowDecision, string> = {
  annulled: 'Anulamos una inasistencia',
  kept: 'Mantuvimos una inasistencia',
  undone: 'Volvemos a revisar una inasistencia',
}

const toPatient: Record<NoShowDecision, string> = {
  annulled: 'Te creemos: la cita quedó como completada, y ya puedes calificarla.',
  kept: 'La cita sigue como inasistencia.',
  undone: 'La decisión anterior quedó sin efecto. Te avisamos cuando haya otra.',
}

const toCenter: Record<NoShowDecision, string> = {
  annulled: 'El paciente dijo que fue. La cita quedó como completada, con su comisión.',
  kept: 'El paciente dijo que fue. La cita sigue como inasistencia.',
  undone: 'La decisión anterior quedó sin efecto: la cita es una inasistencia en revisión.',
}

type Decided = { appointment: AppointmentRow; decision: NoShowDecision; reason: string; publicUrl: string }

const reasonLine = (reason: string) => `Motivo: «${reason.replaceAll(/[«»]/g, '"')}»`

export function decisionMailToPatient({ appointment, decision, reason, publicUrl }: Decided): MailContent {
  const paragraphs = [...factsOf(appointment), toPatient[decision], reasonLine(reason)]
  const subject = patientSubjects[decision]
  return patientMail({ appointment, subject, paragraphs, notices: 'estos avisos', publicUrl })
}

export function decisionMailToCenter({ appointment, decision, reason, publicUrl }: Decided): MailContent {
  const { patientName, professionalName } = appointment
  return mailLayout({
    subject: centerSubjects[decision],
    paragraphs: [
      `${patientName ?? 'Paciente'}: ${dayAndTime(appointment.startsAt)}, con ${professionalName}.`,
      toCenter[decision],
      reasonLine(reason),
    ],
    action: { label: 'Ver la agenda', url: `${publicUrl}/center/dashboard?seccion=agenda` },
  })
}
