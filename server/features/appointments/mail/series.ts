import { pesos } from '#contract/money.ts'
import { countedAppointments } from '#contract/series.ts'
import { chosenText } from '#server/features/centers/rules/chosen-text.ts'
import type { MailContent } from '#server/platform/mail-layout.ts'
import { listedMoment } from '#server/platform/moment-text.ts'
import type { AppointmentRow } from '../repository/appointments.ts'
import { asReaderSees, guestMail, patientMail, type Reader } from './wording.ts'

type SeriesMail = {
  reader: Reader
  /** The first one. */
  appointment: AppointmentRow
  starts: readonly Date[]
  /** How many of the first ones the patient's package pays for. */
  byPackage: number
  publicUrl: string
  calendarUrl: string
}

export const seriesSubject = (count: number): string => `Tus ${countedAppointments(count)} están reservadas`

/** Tells the attendee of all appointments that the desk booked at once. The first one is at the head of the mail. */
export function seriesMail({ reader, starts, byPackage, publicUrl, calendarUrl, ...input }: SeriesMail): MailContent {
  const appointment = asReaderSees(input.appointment, reader)
  const shared = { appointment, subject: seriesSubject(starts.length), list: starts.map(listedMoment), calendarUrl }
  const head = 'Arriba está la primera. Estas son todas, en hora de Uruguay; en «Calendario» las guardas de una vez:'
  const paid = packageText({ count: starts.length, byPackage })
  if (reader === 'guest') {
    return guestMail({
      ...shared,
      paragraphs: [head, ...paid, 'Si no puedes ir a alguna, avísale al centro cuanto antes.'],
    })
  }
  const { acceptedAt, isCenterApproved } = appointment
  const asksToAccept = acceptedAt === null && isCenterApproved
  return patientMail({
    ...shared,
    paragraphs: [
      head,
      ...paid,
      'En tus citas puedes mover o cancelar cada una por separado.',
      ...(asksToAccept ? [acceptance] : []),
    ],
    asksToAccept,
    notices: 'estos avisos',
    publicUrl,
  })
}

const acceptance =
  'Las agendó el centro por ti. Si son tuyas, confirma cada una antes de que empiece: así, después de la consulta podrás calificarla.'

function packageText({ count, byPackage }: { count: number; byPackage: number }): string[] {
  if (byPackage === 0) return []
  if (byPackage === count) return ['Las paga tu bono: no tienes que pagar nada en el centro.']
  return [`Tu bono paga las primeras ${byPackage}; las demás se pagan en el centro.`]
}

export type SeriesChangeEvent =
  | { kind: 'cancelled'; by: 'patient' | 'center'; reason: string; refundCents: number }
  | { kind: 'moved'; reason: string }

type SeriesChangeMail = Pick<SeriesMail, 'reader' | 'appointment' | 'publicUrl' | 'calendarUrl'> & {
  event: SeriesChangeEvent
  /** Each one with its start before the change. */
  changed: readonly { wasAt: Date; startsAt: Date }[]
}

export function seriesChangeSubject({ kind, ...event }: SeriesChangeEvent, count: number): string {
  const these = count === 1 ? 'una cita de tu serie' : `${countedAppointments(count)} de tu serie`
  if (kind === 'moved') return `El centro cambió el horario de ${these}`
  return 'by' in event && event.by === 'patient'
    ? `El centro anotó que cancelaste ${these}`
    : `El centro canceló ${these}`
}

/** Tells the attendee of everything that the desk changed of a series at once. */
export function seriesChangeMail({
  reader,
  event,
  changed,
  publicUrl,
  calendarUrl,
  ...input
}: SeriesChangeMail): MailContent {
  const appointment = asReaderSees(input.appointment, reader)
  const reason = chosenText(event.reason, { isApproved: input.appointment.isCenterApproved, neutral: '' })
  const list =
    event.kind === 'moved'
      ? changed.map(({ wasAt, startsAt }) => `${listedMoment(startsAt)}. Antes era: ${listedMoment(wasAt)}.`)
      : changed.map(({ wasAt }) => listedMoment(wasAt))
  const head =
    event.kind === 'moved' ? 'Arriba está la primera. Ahora son, en hora de Uruguay:' : 'Son estas, en hora de Uruguay:'
  const paragraphs = [
    head,
    ...(reason ? [`El centro escribió: «${reason.replaceAll(/[«»]/g, '"')}»`] : []),
    ...closingOf(event, appointment),
    ...wayOut({ event, reader, appointment }),
  ]
  const shared = { appointment, subject: seriesChangeSubject(event, changed.length), paragraphs, list, calendarUrl }
  return reader === 'guest' ? guestMail(shared) : patientMail({ ...shared, notices: 'estos avisos', publicUrl })
}

function closingOf(event: SeriesChangeEvent, { isByPackage }: AppointmentRow): string[] {
  if (event.kind === 'moved') return []
  const returned = event.refundCents > 0 ? [`El centro te devuelve ${pesos(event.refundCents)}.`] : []
  if (event.by === 'patient') return returned
  const sessions = isByPackage ? ['Las sesiones que pagaba tu bono vuelven a él.'] : []
  return ['No tienen costo.', ...returned, ...sessions]
}

type WayOut = { event: SeriesChangeEvent; reader: Reader; appointment: AppointmentRow }

/** What the reader does if they don't agree. */
function wayOut({ event, reader, appointment: { centerPhone } }: WayOut): string[] {
  const call = `avísale al centro${centerPhone ? ` al ${centerPhone}` : ''}`
  if (event.kind === 'moved') {
    return reader === 'guest'
      ? [`Si no te sirven, ${call}.`]
      : ['Si una no te sirve, en tus citas puedes cancelarla sin costo hasta que empiece, o elegir otro horario.']
  }
  if (event.by === 'center') return []
  return reader === 'guest'
    ? [`Si no pediste cancelarlas, ${call}.`]
    : [
        'Si no pediste cancelarlas, ábrelas en tus citas y dinos «Yo no la cancelé». Nuestro equipo lo revisa y te avisa.',
      ]
}
