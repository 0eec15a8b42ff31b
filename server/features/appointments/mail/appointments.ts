import { afterCancelledByCenter, afterCancelling, cancellationRule } from '#contract/cancellation-sentences.ts'
import { chosenText } from '#server/features/centers/rules/chosen-text.ts'
import { type MailContent, mailLayout } from '#server/platform/mail-layout.ts'
import { dayAndTime } from '#server/platform/moment-text.ts'
import type { AppointmentRow } from '../repository/appointments.ts'
import { presentTerms } from '../rules/lifecycle.ts'
import { dueOf } from '../rules/payments.ts'
import { agendaPage, nameForCenter, patientMail, paymentText, startText, visitOf, writingToPatient } from './wording.ts'

export type AppointmentEvent = 'booked' | 'moved' | 'cancelled' | 'unanswered' | 'released'

// Subjects never carry the specialty or the service: they show on locked screens.
const subjects: Record<AppointmentEvent, { patient: string; center: string }> = {
  booked: { patient: 'Tu cita está reservada', center: 'Nueva cita' },
  moved: { patient: 'Tu cita cambió de horario', center: 'Una cita cambió de horario' },
  cancelled: { patient: 'Tu cita fue cancelada', center: 'Una cita fue cancelada' },
  unanswered: { patient: 'Tu cita no pudo confirmarse', center: 'Una cita sin responder se liberó' },
  released: { patient: 'Tu hora se liberó', center: 'Se liberó una hora: el correo quedó sin confirmar' },
}

type ChangeMail = { appointment: AppointmentRow; event: AppointmentEvent }
type ChangeMailToPatient = ChangeMail & {
  publicUrl: string
  calendarUrl: string
  paysOnline: boolean
  confirmUrl?: string | undefined
  now: Date
}

export function changeMailToPatient({
  appointment,
  event,
  publicUrl,
  calendarUrl,
  paysOnline,
  confirmUrl,
  now,
}: ChangeMailToPatient): MailContent {
  const { status, refundPercent, isPaid, isByPackage, cancelledBy } = appointment
  const cancelled = { refundPercent: refundPercent ?? 100, isPaid, isByPackage }
  const terms = cancellationRule(presentTerms({ appointment, now }), (instant) => dayAndTime(new Date(instant)))
  const closing: Record<AppointmentEvent, string> = {
    booked: status === 'pending' ? 'El centro tiene que confirmarla. Te avisamos en cuanto responda.' : terms,
    moved:
      status === 'pending'
        ? 'El centro tiene que confirmar el nuevo horario.'
        : `El horario anterior quedó libre. ${terms}`,
    cancelled: cancelledBy === 'patient' ? afterCancelling(cancelled) : afterCancelledByCenter(cancelled),
    unanswered: `El centro no respondió a tiempo y el horario se liberó. ${afterCancelledByCenter(cancelled)} Puedes elegir otro horario.`,
    released:
      'El plazo para confirmar tu correo pasó, y la hora se liberó. No tiene costo. Si la quieres, resérvala de nuevo y confirma tu correo.',
  }
  const subject = event === 'booked' && status === 'pending' ? 'Tu pedido de cita fue enviado' : subjects[event].patient
  const payment = event === 'booked' ? paymentText({ appointment, paysOnline }) : null
  const confirming =
    confirmUrl === undefined
      ? []
      : [
          'Con el botón confirmas que esta dirección es tuya y ves la cita. Así te llegan todos sus avisos.',
          ...provision(appointment),
        ]
  const paragraphs = [...confirming, ...(payment === null ? [] : [payment]), closing[event]]
  const offersPayment = event === 'booked' && isPaidOnline({ appointment, paysOnline })
  const links = { confirmUrl, offersPayment, publicUrl, calendarUrl }
  return patientMail({ appointment, subject, paragraphs, notices: 'estos avisos', ...links })
}

/** What happens to the booking of an account whose address stays unconfirmed. */
function provision({ provisionalUntil }: Pick<AppointmentRow, 'provisionalUntil'>): string[] {
  return provisionalUntil === null ? [] : [`Hazlo antes del ${dayAndTime(provisionalUntil)}: si no, la hora se libera.`]
}

type BookingsMail = Omit<ChangeMailToPatient, 'event' | 'confirmUrl'> & {
  others: readonly AppointmentRow[]
  confirmUrl: string
}

/** What a patient has booked, for the corrected address of the account. The first appointment is the next one. */
export function bookingsMail({ appointment, others, paysOnline, now, ...mail }: BookingsMail): MailContent {
  const all = [appointment, ...others]
  const isOne = others.length === 0
  const terms = cancellationRule(presentTerms({ appointment, now }), (instant) => dayAndTime(new Date(instant)))
  const payment = paymentText({ appointment, paysOnline })
  const ofOne = [
    ...(appointment.status === 'pending' ? ['El centro tiene que confirmarla. Te avisamos en cuanto responda.'] : []),
    ...(payment === null ? [] : [payment]),
    ...(appointment.status === 'pending' ? [] : [terms]),
  ]
  const ofOthers = others.map(
    (other) => `También: ${[startText(other), ...visitOf(other, 'patient').lines].map(withoutStop).join('. ')}.`,
  )
  return patientMail({
    ...mail,
    appointment,
    subject: isOne ? 'Los detalles de tu cita' : 'Los detalles de tus citas',
    paragraphs: [
      `Con el botón confirmas que esta dirección es tuya y ves ${isOne ? 'la cita' : 'tus citas'}. Así te llegan todos ${isOne ? 'sus' : 'los'} avisos.`,
      ...provisions(all),
      ...(isOne ? ofOne : [...ofOthers, 'El pago y las condiciones de cada una están en tus citas.']),
    ],
    offersPayment: isOne && isPaidOnline({ appointment, paysOnline }),
    notices: 'estos avisos',
  })
}

/** Whether paymentText() says that what is due can be paid online. */
function isPaidOnline({ appointment, paysOnline }: Pick<ChangeMailToPatient, 'appointment' | 'paysOnline'>): boolean {
  return paysOnline && !appointment.isByPackage && dueOf(appointment) > 0
}

const withoutStop = (line: string) => line.replace(/\.$/, '')

/** The earliest term of several bookings. */
function provisions(appointments: readonly AppointmentRow[]): string[] {
  const terms = appointments.flatMap(({ provisionalUntil }) => provisionalUntil ?? [])
  const [first] = terms.toSorted((a, b) => a.getTime() - b.getTime())
  if (first === undefined) return []
  const freed = appointments.length === 1 ? 'la hora se libera' : 'se liberan las horas que reservaste'
  return [`Hazlo antes del ${dayAndTime(first)}: si no, ${freed}.`]
}

type ProofDueMail = {
  appointment: AppointmentRow
  dueAt: Date
  confirmUrl: string
  publicUrl: string
  calendarUrl: string
}

/** Some hours before the time is freed. */
export function proofDueMail({ dueAt, ...mail }: ProofDueMail): MailContent {
  return patientMail({
    ...mail,
    subject: 'Confirma tu correo para conservar tu hora',
    paragraphs: [
      `Confirma que esta dirección es tuya antes del ${dayAndTime(dueAt)}. Si no, la hora se libera para otra persona, sin costo para ti.`,
    ],
    notices: 'estos avisos',
  })
}

export function changeMailToCenter({ appointment, event, publicUrl }: ChangeMail & { publicUrl: string }): MailContent {
  const writing = writingToPatient({ appointment, publicUrl })
  const { professionalName, dependantName, patientName, guestName, status, isCenterApproved: isApproved } = appointment
  const reason = chosenText(appointment.cancellationReason ?? '', { isApproved, neutral: '' })
  const professional = chosenText(professionalName, { isApproved, neutral: 'uno de tus profesionales' })
  const name = nameForCenter({ name: dependantName ?? patientName ?? guestName ?? '', appointment })
  const attendee = chosenText(name, { isApproved, neutral: 'está en tu agenda' })
  const guardian = dependantName === null ? undefined : chosenText(patientName ?? '', { isApproved, neutral: '' })
  const why =
    event === 'released' ? ['El paciente no confirmó su correo a tiempo. No cuenta como cancelación de nadie.'] : []
  const confirmationNote = event !== 'cancelled' && status === 'pending' ? ['Esta cita espera tu confirmación.'] : []
  return mailLayout({
    subject: subjects[event].center,
    visit: {
      startsAt: appointment.startsAt,
      start: startText(appointment),
      lines: [`Paciente: ${attendee}`, ...(guardian ? [`A cargo de ${guardian}`] : []), `Con ${professional}`],
    },
    paragraphs: [...(event === 'cancelled' && reason ? [`Motivo: ${reason}`] : []), ...why, ...confirmationNote],
    action: { label: 'Ver la agenda', url: `${publicUrl}${agendaPage(appointment)}` },
    ...(writing && { writing }),
  })
}
