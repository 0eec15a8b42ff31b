import { brand } from '#contract/brand.ts'
import { deskHorizonMonths } from '#contract/calendar.ts'
import { type Rhythm, rhythms, type SeriesDate } from '#contract/series.ts'
import { formatLongMoment, formatTime } from '#web/platform/formats.ts'
import { weekdayNames, weekdayOf } from '#web/platform/local-days.ts'

/** How a series repeats, with the day of the first date where one is chosen. */
export function rhythmOptions(date: string | undefined): { value: Rhythm; label: string }[] {
  const labels = date === undefined ? withoutDay : withDay(date)
  return rhythms.map((value) => ({ value, label: labels[value] }))
}

const withoutDay: Record<Rhythm, string> = {
  weekly: 'Cada semana',
  fortnightly: 'Cada dos semanas',
  monthly_weekday: 'Cada mes, el mismo día de la semana',
  monthly_date: 'Cada mes, en la misma fecha',
}

function withDay(date: string): Record<Rhythm, string> {
  const weekday = (weekdayNames[weekdayOf(date) - 1] ?? '').toLowerCase()
  const day = Number(date.slice(8))
  const turn = ordinals[Math.floor((day - 1) / 7)]
  return {
    weekly: `Cada semana, el ${weekday}`,
    fortnightly: `Cada dos semanas, el ${weekday}`,
    monthly_weekday: `Cada mes, el ${turn} ${weekday}`,
    monthly_date: `Cada mes, el día ${day}`,
  }
}

/** A fifth weekday becomes the last one of a month that has only four. */
const ordinals = ['primer', 'segundo', 'tercer', 'cuarto', 'último']

/** Why a date cannot be booked as it is; undefined for a free one. */
export function dateProblem({ conflict, holiday }: SeriesDate): string | undefined {
  if (!conflict) return undefined
  const { kind, startsAt, endsAt, name, professionalName } = conflict
  const times = startsAt && endsAt ? `de ${formatTime(startsAt)} a ${formatTime(endsAt)}` : ''
  switch (kind) {
    case 'taken':
      if (!times) return 'La hora está ocupada'
      return name ? `Ocupada por ${name}, ${times}` : `Alguien la está reservando, ${times}`
    case 'busy':
      return times ? `Ya tiene una cita ${times}, con ${professionalName}` : 'Ya tiene una cita a esa hora'
    case 'absence':
      if (name === holiday) return `Feriado: ${name}. El centro cierra`
      return `Licencia o ausencia${name ? ` (${name})` : ''}${endsAt ? `, hasta el ${formatLongMoment(endsAt)}` : ''}`
    case 'hours':
      return 'Fuera del horario del profesional'
    case 'holiday':
      return `Feriado: ${name}. El centro no lo marcó como cerrado`
    case 'gap':
      return 'Ese día el reloj cambia y esa hora no existe'
    case 'too_far':
      return `Pasa los ${deskHorizonMonths} meses que se pueden agendar`
    case 'closed':
      return `${brand.name} suspendió al centro en esa fecha`
  }
}
