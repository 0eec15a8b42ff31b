import type { DeskConflict } from '#contract/appointments.ts'
import { errorCode } from '#web/platform/error-message.ts'
import { formatLongMoment, formatTime } from '#web/platform/formats.ts'

/** Why a time is blocked, with the appointment or absence if the server names it; undefined for other errors. */
export function conflictText(error: unknown): string | undefined {
  const conflict = (error as { data?: { conflict?: DeskConflict } } | null)?.data?.conflict
  if (!conflict) return errorCode(error) === 'appointments.slot_taken' ? 'Esa hora ya está ocupada.' : undefined
  const { kind, startsAt, endsAt, name, professionalName } = conflict
  if (kind === 'absence') {
    const reason = name ? ` (${name})` : ''
    return `Está en una ausencia${reason}, hasta el ${formatLongMoment(endsAt)}.`
  }
  const times = `de ${formatTime(startsAt)} a ${formatTime(endsAt)}`
  const whose = name ? `la cita de ${name}` : 'un horario que alguien está reservando'
  return `Choca con ${whose}, ${times}, con ${professionalName}.`
}
