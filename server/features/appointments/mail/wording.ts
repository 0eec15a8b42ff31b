import { brand } from '#contract/brand.ts'
import { zone } from '#contract/calendar.ts'
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

export function whenIs({ startsAt }: Pick<AppointmentRow, 'startsAt'>): string {
  const text = when.format(startsAt)
  return text.charAt(0).toUpperCase() + text.slice(1)
}

export function whenWithWhomAndWhere(appointment: AppointmentRow): string[] {
  const { professionalName, centerName, place } = appointment
  const where = { center: whereIs(appointment), online: 'Por videollamada', home: 'A domicilio' }[place]
  return [whenIs(appointment), `${professionalName}, ${centerName}`, where]
}

/** `what`: that the patient may switch off. */
export function patientFootnote(what: string): string {
  return `Recibes este correo porque reservaste en ${brand.name}. Puedes apagar ${what} en Mi Cuenta.`
}

/** To somebody without an account: where they stand, and whom to ask. */
export function guestFootnote({ centerName, centerPhone }: AppointmentRow): string {
  const phone = centerPhone ? ` Su teléfono es ${centerPhone}.` : ''
  return `Recibes este correo porque le diste tu dirección a ${centerName}.${phone}`
}
