import type { CenterChangeKind } from '#contract/center-changes.ts'
import type { MailContent } from '#server/platform/mail-layout.ts'
import type { AppointmentRow } from '../repository/appointments.ts'
import { centerAddressText } from '../rules/lifecycle.ts'
import { asReaderSees, guestMail, patientMail, type Reader } from './wording.ts'

/** `former`: what the reader knows. */
export type DetailChange = { what: CenterChangeKind; former: string; current: string }

const subjects: Record<CenterChangeKind, string> = {
  center_name: 'El centro de tu cita cambió de nombre',
  center_address: 'Cambió la dirección de tu cita',
  professional_name: 'Cambió el nombre de quien te atiende',
}

const names: Record<CenterChangeKind, string> = {
  center_name: 'El centro',
  center_address: 'La dirección',
  professional_name: 'Quien te atiende',
}

/** The address says where to go, so it is the subject of several changes. */
export function changedDetailsSubject(changes: readonly DetailChange[]): string {
  const address = changes.find(({ what }) => what === 'center_address')
  const shown = address ?? changes[0]
  return shown ? subjects[shown.what] : ''
}

/** «La dirección: antes Sarandí 468, Montevideo; ahora Bacacay 1330, Montevideo.» */
export function changedDetailText({ what, former, current }: DetailChange): string {
  return `${names[what]}: antes ${former}; ahora ${current}.`
}

export function currentDetail(what: CenterChangeKind, appointment: AppointmentRow): string {
  const { centerName, professionalName } = appointment
  return {
    center_name: centerName,
    center_address: centerAddressText(appointment),
    professional_name: professionalName,
  }[what]
}

export function changedDetailsMail({
  publicUrl,
  calendarUrl,
  reader,
  changes,
  ...input
}: {
  reader: Reader
  appointment: AppointmentRow
  changes: readonly DetailChange[]
  publicUrl: string
  calendarUrl: string
}): MailContent {
  const appointment = asReaderSees(input.appointment, reader)
  const subject = changedDetailsSubject(changes)
  const paragraphs = changes.map(changedDetailText)
  if (reader === 'guest') {
    return guestMail({
      appointment,
      subject,
      paragraphs: [...paragraphs, 'Si no te sirve, avísale al centro cuanto antes.'],
      calendarUrl,
    })
  }
  return patientMail({
    appointment,
    subject,
    paragraphs: [...paragraphs, 'Si no la reconoces o no te sirve, escríbele al centro o cancélala desde tus citas.'],
    notices: 'estos avisos',
    publicUrl,
    calendarUrl,
  })
}
