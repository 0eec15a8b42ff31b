import { appointmentFaults } from '#contract/appointment-files.ts'
import type { SeriesConflict } from '#contract/series.ts'
import { formatLongMoment, formatTime } from '#web/platform/formats.ts'
import type { LineOutcome } from './check-appointments.ts'

/** Why a line is not booked, and what helps. */
export function outcomeText(outcome: LineOutcome): string {
  switch (outcome.outcome) {
    case 'refused':
      return appointmentFaults[outcome.fault]
    case 'conflict':
      return `${formatLongMoment(outcome.startsAt)}: ${conflictText(outcome.conflict)}`
    case 'clash':
      return outcome.isSame
        ? `es la misma cita que la línea ${outcome.of}`
        : `se superpone con la línea ${outcome.of}, del mismo profesional`
    case 'ask':
      return 'falta decir quién es: importa el archivo otra vez y elígelo'
    case 'there':
    case 'known':
      return outcome.name
  }
}

function conflictText({ kind, startsAt, endsAt, name, professionalName }: SeriesConflict): string {
  const span = startsAt && endsAt ? `, de ${formatTime(startsAt)} a ${formatTime(endsAt)}` : ''
  const reason = name ? ` (${name})` : ''
  switch (kind) {
    case 'taken':
      return name ? `choca con la cita de ${name}${span}. Mueve una de las dos` : `esa hora está ocupada${span}`
    case 'busy':
      return `${name || 'la persona'} ya tiene otra cita${span}${professionalName ? `, con ${professionalName}` : ''}`
    case 'absence':
      return `el profesional está ausente${reason}`
    case 'hours':
      return 'está fuera del horario del profesional'
    case 'holiday':
      return `es feriado${reason}`
    case 'gap':
      return 'esa hora no existe ese día, porque cambia la hora'
    case 'too_far':
      return 'es más adelante de lo que se puede agendar: agéndala más cerca de la fecha'
    case 'closed':
      return 'el centro está suspendido en esa fecha'
  }
}
