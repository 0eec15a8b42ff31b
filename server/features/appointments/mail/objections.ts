import type { ObjectionKind } from '#contract/report-kinds.ts'
import { chosenText } from '#server/features/centers/rules/chosen-text.ts'
import type { MailContent } from '#server/platform/mail-layout.ts'
import { mailLayout } from '#server/platform/mail-layout.ts'
import { dayAndTime } from '#server/platform/moment-text.ts'
import type { AppointmentRow } from '../repository/appointments.ts'
import { agendaPage, patientMail, writingToPatient } from './wording.ts'

export type ObjectionDecision = 'annulled' | 'kept' | 'undone'
type Texts = Record<ObjectionKind, Record<ObjectionDecision, string>>

export const patientSubjects: Texts = {
  no_show: {
    annulled: 'Tu cita ya no figura como inasistencia',
    kept: 'Revisamos tu «Sí fui»',
    undone: 'Volvemos a revisar tu «Sí fui»',
  },
  cancellation: {
    annulled: 'Tu cita figura como cancelada por el centro',
    kept: 'Revisamos tu «Yo no la cancelé»',
    undone: 'Volvemos a revisar tu «Yo no la cancelé»',
  },
  early_visit: {
    annulled: 'Tu cita figura como cancelada por el centro',
    kept: 'Revisamos tu «No fui a esa hora»',
    undone: 'Volvemos a revisar tu «No fui a esa hora»',
  },
  invented_visit: {
    annulled: 'Tu cita figura como cancelada por el centro',
    kept: 'Revisamos tu «No fui»',
    undone: 'Volvemos a revisar tu «No fui»',
  },
  refund: {
    annulled: 'Anulamos una devolución que no recibiste',
    kept: 'Revisamos tu «No me devolvieron nada»',
    undone: 'Volvemos a revisar tu «No me devolvieron nada»',
  },
  undone_payment: {
    annulled: 'Tu pago vuelve a figurar',
    kept: 'Revisamos tu «Sí pagué»',
    undone: 'Volvemos a revisar tu «Sí pagué»',
  },
}

export const centerSubjects: Texts = {
  no_show: {
    annulled: 'Anulamos una inasistencia',
    kept: 'Mantuvimos una inasistencia',
    undone: 'Volvemos a revisar una inasistencia',
  },
  cancellation: {
    annulled: 'Una cancelación figura ahora como del centro',
    kept: 'Mantuvimos una cancelación del paciente',
    undone: 'Volvemos a revisar una cancelación',
  },
  early_visit: {
    annulled: 'Una cita adelantada figura ahora como cancelada por el centro',
    kept: 'Mantuvimos una cita adelantada',
    undone: 'Volvemos a revisar una cita adelantada',
  },
  invented_visit: {
    annulled: 'Una cita completada figura ahora como cancelada por el centro',
    kept: 'Mantuvimos una cita completada',
    undone: 'Volvemos a revisar una cita completada',
  },
  refund: {
    annulled: 'Anulamos una devolución que anotaste',
    kept: 'Mantuvimos una devolución que anotaste',
    undone: 'Volvemos a revisar una devolución',
  },
  undone_payment: {
    annulled: 'Repusimos un pago que anulaste',
    kept: 'Mantuvimos un pago anulado',
    undone: 'Volvemos a revisar un pago anulado',
  },
}

const waitsAgain = 'La decisión anterior quedó sin efecto. Te avisamos cuando haya otra.'
const toPatient: Texts = {
  no_show: {
    annulled: 'Te creemos: la cita quedó como completada, y ya puedes calificarla.',
    kept: 'La cita sigue como inasistencia.',
    undone: waitsAgain,
  },
  cancellation: {
    annulled: 'Te creemos: la canceló el centro, así que no tiene costo. Si habías pagado, el centro te devuelve todo.',
    kept: 'La cita sigue como cancelada a tu pedido.',
    undone: waitsAgain,
  },
  early_visit: {
    annulled:
      'Te creemos: la consulta no se hizo a esa hora. La cita figura como cancelada por el centro, así que no tiene costo: si habías pagado, el centro te devuelve todo. Si la consulta te sumó puntos, se restan.',
    kept: 'La cita sigue como la anotó el centro. Si figura como completada, ya puedes calificarla.',
    undone: waitsAgain,
  },
  invented_visit: {
    annulled:
      'Te creemos: no fuiste. La cita figura como cancelada por el centro y no tiene costo: si habías pagado, el centro te devuelve todo. Si te sumó puntos, se restan.',
    kept: 'La cita sigue como completada, como la anotó el centro.',
    undone: waitsAgain,
  },
  refund: {
    annulled:
      'Te creemos: no te devolvieron nada. La devolución queda anulada y la consulta figura como pagada. Si por ella se te restaron puntos, los recuperas.',
    kept: 'La devolución sigue anotada.',
    undone: waitsAgain,
  },
  undone_payment: {
    annulled: 'Te creemos: pagaste. El pago vuelve a figurar en tu cita, y el centro ya no lo puede anular.',
    kept: 'El pago sigue anulado: no cuenta como pagado.',
    undone: waitsAgain,
  },
}

const toCenter: Texts = {
  no_show: {
    annulled: 'El paciente dijo que fue. La cita quedó como completada, con su comisión.',
    kept: 'El paciente dijo que fue. La cita sigue como inasistencia.',
    undone: 'La decisión anterior quedó sin efecto: la cita es una inasistencia en revisión.',
  },
  cancellation: {
    annulled:
      'El paciente dijo que no la canceló. Figura como cancelada por el centro: lo que cobraste se devuelve entero.',
    kept: 'El paciente dijo que no la canceló. La cita sigue como cancelada a su pedido.',
    undone: 'La decisión anterior quedó sin efecto: la cancelación está en revisión.',
  },
  early_visit: {
    annulled:
      'El paciente dijo que no fue a esa hora, anterior a la que había elegido. La cita figura como cancelada por el centro, sin comisión: lo que cobraste se devuelve entero.',
    kept: 'El paciente dijo que no fue a esa hora, anterior a la que había elegido. La cita sigue como la anotaste.',
    undone: 'La decisión anterior quedó sin efecto: la cita está en revisión.',
  },
  invented_visit: {
    annulled:
      'El paciente dijo que no fue, y no la había reservado ni aceptado. La cita figura como cancelada por el centro, sin comisión: lo que cobraste se devuelve entero.',
    kept: 'El paciente dijo que no fue. La cita sigue como completada.',
    undone: 'La decisión anterior quedó sin efecto: la cita está en revisión.',
  },
  refund: {
    annulled:
      'El paciente dijo que no recibió el dinero que anotaste como devuelto. La devolución queda anulada, también en tu caja, y la consulta vuelve a tener comisión.',
    kept: 'El paciente dijo que no recibió el dinero que anotaste como devuelto. La devolución sigue anotada.',
    undone: 'La decisión anterior quedó sin efecto: la devolución está en revisión.',
  },
  undone_payment: {
    annulled:
      'El paciente dijo que hizo el pago que anulaste. El pago vuelve a contar, también en tu caja y en la comisión, y ya no se puede anular. Si después lo pagó otra vez en línea, eso se le devuelve.',
    kept: 'El paciente dijo que hizo el pago que anulaste. El pago sigue anulado, y lo que falta se puede volver a cobrar.',
    undone: 'La decisión anterior quedó sin efecto: el pago anulado está en revisión.',
  },
}

/** What follows from an annulled refund of a cancelled appointment, which has no commission to come back and took no points. */
const dueAgain = {
  patient: 'Te creemos: no te devolvieron nada. La devolución queda anulada, y el centro te la debe otra vez.',
  center:
    'El paciente dijo que no recibió el dinero que anotaste como devuelto. La devolución queda anulada, también en tu caja: devuélvele el dinero y anótalo de nuevo.',
} as const

/** What follows from the decision, for its reader. */
function outcomeOf(texts: Texts, { appointment, kind, decision }: Decided): string {
  const isDueAgain = kind === 'refund' && decision === 'annulled' && appointment.status === 'cancelled'
  return isDueAgain ? dueAgain[texts === toPatient ? 'patient' : 'center'] : texts[kind][decision]
}

type Decided = {
  appointment: AppointmentRow
  kind: ObjectionKind
  decision: ObjectionDecision
  reason: string
  points: number
  publicUrl: string
  calendarUrl: string
}

const reasonLine = (reason: string) => `Motivo: «${reason.replaceAll(/[«»]/g, '"')}»`

export function decisionMailToPatient(decided: Decided): MailContent {
  const { appointment, kind, decision, reason, points, publicUrl, calendarUrl } = decided
  const gift = points > 0 ? [`Te sumamos ${points} puntos por las molestias.`] : []
  const paragraphs = [outcomeOf(toPatient, decided), ...gift, reasonLine(reason)]
  const subject = patientSubjects[kind][decision]
  return patientMail({ appointment, subject, paragraphs, notices: 'estos avisos', publicUrl, calendarUrl })
}

export function decisionMailToCenter(decided: Decided): MailContent {
  const { appointment, kind, decision, reason, publicUrl } = decided
  const { patientName, professionalName, isCenterApproved: isApproved } = appointment
  const writing = writingToPatient({ appointment, publicUrl })
  const patient = chosenText(patientName ?? 'Paciente', { isApproved, neutral: 'Paciente' })
  const professional = chosenText(professionalName, { isApproved, neutral: 'uno de tus profesionales' })
  return mailLayout({
    subject: centerSubjects[kind][decision],
    paragraphs: [
      `${patient}: ${dayAndTime(appointment.startsAt)}, con ${professional}.`,
      outcomeOf(toCenter, decided),
      reasonLine(reason),
    ],
    action: { label: 'Ver la agenda', url: `${publicUrl}${agendaPage(appointment)}` },
    ...(writing && { writing }),
  })
}
