import { countedAppointments } from '#contract/series.ts'
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
