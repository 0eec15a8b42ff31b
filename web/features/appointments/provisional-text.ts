import type { Appointment } from '#contract/appointments.ts'
import { formatDay, formatTime } from '#web/platform/formats.ts'

/** Until when the patient must confirm their address; undefined for an appointment that is theirs for good. */
export function provisionalText({ provisionalUntil }: Pick<Appointment, 'provisionalUntil'>): string | undefined {
  if (provisionalUntil === null) return undefined
  return `Confirma tu correo antes del ${formatDay(provisionalUntil)}, ${formatTime(provisionalUntil)}, o se libera la hora.`
}

/** What a booking is called that the centre need not confirm. */
export const bookedTitle = ({ provisionalUntil }: Pick<Appointment, 'provisionalUntil'>): string =>
  provisionalUntil === null ? '¡Reserva confirmada!' : 'Tu hora está reservada'
