import type { MailContent } from '#server/platform/mail-layout.ts'
import type { AppointmentRow } from '../repository/appointments.ts'
import { factsOf, guestMail, patientMail, type Reader, whenIs, whoseItIs } from './wording.ts'

/** What a centre did to an appointment, with what only that event has to say. */
export type CenterEvent =
  | { kind: 'entered' }
  | { kind: 'accepted' }
  | { kind: 'rescheduled'; from: Date; reason?: string | undefined }
  | { kind: 'called_off'; reason: string; bonusPoints: number }

// Subjects never carry the specialty or the service: they show on locked screens.
const subjects: Record<CenterEvent['kind'], string> = {
  entered: 'Tu cita está reservada',
  accepted: 'El centro confirmó tu cita',
  rescheduled: 'El centro cambió el horario de tu cita',
  called_off: 'El centro canceló tu cita',
}

const acceptance =
  'La agendó el centro por ti. Si es tuya, confírmalo antes de que empiece: así, después de la consulta podrás calificarla.'

/** Tells whoever comes what their centre did. */
export function byCenterMail(o: {
  reader: Reader
  appointment: AppointmentRow
  event: CenterEvent
  publicUrl: string
}): MailContent {
  const { appointment, event, publicUrl } = o
  const subject = subjects[event.kind]
  const facts = eventFacts({ appointment, event })
  if (o.reader === 'guest') {
    const ask = event.kind === 'called_off' ? [] : ['Si no puedes ir, avísale al centro cuanto antes.']
    return guestMail({ appointment, subject, paragraphs: [...facts, ...ask] })
  }
  const asksToAccept =
    appointment.bookedBy === 'center' && appointment.acceptedAt === null && event.kind !== 'called_off'
  const paragraphs = [...facts, ...whoseItIs(appointment), ...closingOf(event), ...(asksToAccept ? [acceptance] : [])]
  return patientMail({ appointment, subject, paragraphs, asksToAccept, notices: 'estos avisos', publicUrl })
}

function eventFacts({ appointment, event }: { appointment: AppointmentRow; event: CenterEvent }): string[] {
  const facts = factsOf(appointment)
  if (event.kind === 'rescheduled') {
    return [...facts, `Antes era: ${whenIs({ startsAt: event.from })}.`, ...reasonOf(event.reason)]
  }
  if (event.kind !== 'called_off') return facts
  return [...facts, ...reasonOf(event.reason), 'No tiene costo. Si ya pagaste, el centro te devuelve todo.']
}

/** In the centre's own words, and marked as such. */
function reasonOf(reason: string | undefined): string[] {
  return reason ? [`El centro escribió: «${reason.replaceAll(/[«»]/g, '"')}»`] : []
}

function closingOf(event: CenterEvent): string[] {
  if (event.kind === 'rescheduled')
    return ['Si no te sirve, puedes cancelarla sin costo hasta que empiece, o elegir otro horario.']
  if (event.kind !== 'called_off' || event.bonusPoints === 0) return []
  return [`Te sumamos ${event.bonusPoints} puntos por las molestias.`]
}
