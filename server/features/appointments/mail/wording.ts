import { brand } from '#contract/brand.ts'
import { zone } from '#contract/calendar.ts'
import { type MailContent, mailLayout } from '#server/platform/mail-layout.ts'
import type { AppointmentRow } from '../repository/appointments.ts'
import { whereIs } from '../rules/lifecycle.ts'

const when = new Intl.DateTimeFormat('es-UY', {
  timeZone: zone,
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  hour: '2-digit',
  minute: '2-digit',
  hour12: false,
})

export function dayAndTime({ startsAt }: Pick<AppointmentRow, 'startsAt'>): string {
  return when.format(startsAt)
}

export function whenIs(appointment: Pick<AppointmentRow, 'startsAt'>): string {
  const text = dayAndTime(appointment)
  return text.charAt(0).toUpperCase() + text.slice(1)
}

export function whenWithWhomAndWhere(appointment: AppointmentRow): string[] {
  const { professionalName, centerName, place } = appointment
  const where = { center: whereIs(appointment), online: 'Por videollamada', home: 'A domicilio' }[place]
  return [whenIs(appointment), `${professionalName}, ${centerName}`, where]
}

/** A patient sees appointments of children, too. */
export function whoseItIs({ dependantName }: AppointmentRow): string[] {
  return dependantName === null ? [] : [`Es la cita de ${dependantName}.`]
}

/** Who reads: a patient has an account, a guest has only given the centre an address. */
export type Reader = 'patient' | 'guest'

/** `notices`: what the patient may switch off. */
export function patientMail(o: {
  subject: string
  paragraphs: readonly string[]
  notices: string
  publicUrl: string
}): MailContent {
  return mailLayout({
    subject: o.subject,
    paragraphs: o.paragraphs,
    action: { label: 'Ver mis citas', url: `${o.publicUrl}/dashboard` },
    footnote: `Recibes este correo porque reservaste en ${brand.name}. Puedes apagar ${o.notices} en Mi Cuenta.`,
  })
}

/** Without a way into an account: where they stand, and whom to ask. */
export function guestMail(o: {
  subject: string
  paragraphs: readonly string[]
  appointment: AppointmentRow
}): MailContent {
  const { centerName, centerPhone } = o.appointment
  const phone = centerPhone ? ` Su teléfono es ${centerPhone}.` : ''
  return mailLayout({
    subject: o.subject,
    paragraphs: o.paragraphs,
    footnote: `Recibes este correo porque le diste tu dirección a ${centerName}.${phone}`,
  })
}
