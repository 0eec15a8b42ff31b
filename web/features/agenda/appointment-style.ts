import type { ComponentType } from 'react'
import { type AgendaAppointment, type AgendaCell, deskStatusLabels } from '#contract/agenda.ts'
import { brand } from '#contract/brand.ts'
import { nameWithAge } from '#contract/dependant-words.ts'
import { minuteMs } from '#web/platform/durations.ts'
import { localToday } from '#web/platform/local-days.ts'
import type { BadgeTone } from '#web/ui/badge.tsx'
import AlarmClock from '~icons/lucide/alarm-clock'
import CalendarClock from '~icons/lucide/calendar-clock'
import CalendarOff from '~icons/lucide/calendar-off'
import CircleAlert from '~icons/lucide/circle-alert'
import CircleCheck from '~icons/lucide/circle-check'
import CircleHelp from '~icons/lucide/circle-question-mark'
import CircleX from '~icons/lucide/circle-x'
import Hourglass from '~icons/lucide/hourglass'
import UserCheck from '~icons/lucide/user-check'
import UserX from '~icons/lucide/user-x'

export type AppointmentStyle = {
  id: string
  word: string
  tone: BadgeTone
  /** Background and border of its card. */
  card: string
  Icon: ComponentType<{ className?: string; 'aria-hidden'?: 'true' }>
}

const styles = {
  held: {
    id: 'held',
    word: 'Reservando…',
    tone: 'neutral',
    card: 'border-control border-dashed bg-sand text-ink-soft',
    Icon: Hourglass,
  },
  pending: {
    id: 'pending',
    word: deskStatusLabels.pending,
    tone: 'amber',
    card: 'border-amber bg-amber-soft',
    Icon: CircleHelp,
  },
  confirmed: {
    id: 'confirmed',
    word: deskStatusLabels.confirmed,
    tone: 'blue',
    card: 'border-blue bg-blue-soft',
    Icon: CalendarClock,
  },
  arrived: { id: 'arrived', word: 'Llegó', tone: 'action', card: 'border-action bg-action-soft', Icon: UserCheck },
  completed: {
    id: 'completed',
    word: deskStatusLabels.completed,
    tone: 'green',
    card: 'border-green bg-green-soft',
    Icon: CircleCheck,
  },
  no_show: { id: 'no-show', word: deskStatusLabels.no_show, tone: 'red', card: 'border-red bg-red-soft', Icon: UserX },
  cancelled: {
    id: 'cancelled',
    word: deskStatusLabels.cancelled,
    tone: 'red',
    card: 'border-red bg-panel text-ink-soft line-through decoration-1',
    Icon: CircleX,
  },
} as const satisfies Record<string, AppointmentStyle>

/** Warnings that replace the status, because a receptionist should notice them first. */
const signs = {
  late: { id: 'late', word: '', tone: 'amber', card: 'border-amber bg-amber-soft', Icon: AlarmClock },
  open: { id: 'open', word: 'Sin cerrar', tone: 'amber', card: 'border-amber bg-amber-soft', Icon: CircleAlert },
  away: { id: 'away', word: 'En ausencia', tone: 'red', card: 'border-red bg-amber-soft', Icon: CalendarOff },
} as const satisfies Record<string, AppointmentStyle>

type StyledAppointment = Pick<AgendaCell, 'status' | 'startsAt' | 'endsAt'> & { arrivedAt?: string | null }

/**
 * Like styleOf(), but at `now`: an appointment may be past its end and still open, past its start without an arrival, or
 * inside an absence of its professional.
 */
export function styleAt({
  appointment,
  now,
  isAway,
}: {
  appointment: StyledAppointment
  now: Date
  isAway: boolean
}): AppointmentStyle {
  const { status, arrivedAt } = appointment
  if (isToClose({ appointment, now })) return signs.open
  const isExpected = (status === 'confirmed' || status === 'pending') && !arrivedAt
  const lateMinutes = Math.floor((now.getTime() - Date.parse(appointment.startsAt)) / minuteMs)
  if (status === 'confirmed' && isExpected && lateMinutes >= 1) return { ...signs.late, word: `+${lateMinutes} min` }
  return isExpected && isAway ? signs.away : styleOf(appointment)
}

/** Whether the appointment is over, but neither completed nor marked as a no-show. */
export function isToClose({ appointment, now }: { appointment: StyledAppointment; now: Date }): boolean {
  return appointment.status === 'confirmed' && Date.parse(appointment.endsAt) <= now.getTime()
}

/** How an appointment looks: a word and an icon carry the status, the colour only repeats it. */
export function styleOf({ status, arrivedAt }: Pick<StyledAppointment, 'status' | 'arrivedAt'>): AppointmentStyle {
  return status === 'confirmed' && arrivedAt ? styles.arrived : styles[status]
}

export const allStyles: readonly AppointmentStyle[] = [...Object.values(styles), ...Object.values(signs)]

/** The entries of the legend, in the order of a visit. */
export const legend: readonly AppointmentStyle[] = [
  styles.pending,
  styles.confirmed,
  styles.arrived,
  styles.completed,
  styles.no_show,
  { ...signs.late, word: 'Atrasada' },
  signs.open,
  signs.away,
]

/** The attendee's name; a held time has none yet. */
export function attendeeName({ person, status }: Pick<AgendaAppointment, 'person' | 'status'>): string {
  return cellName({ name: person?.name, birthDate: person?.dependant?.birthDate ?? undefined, status })
}

type NamedCell = Pick<AgendaCell, 'status'> & { name?: string | undefined; birthDate?: string | undefined }

/** Like attendeeName(), for the calendar. A dependant is named with the age, which tells apart people of one name. */
export function cellName({ name, birthDate, status }: NamedCell): string {
  if (name !== undefined) return birthDate ? nameWithAge({ name, birthDate, today: localToday() }) : name
  return status === 'held' ? 'Alguien está reservando' : 'Sin nombre'
}

const cancellationTexts = {
  patient: 'La canceló el paciente',
  center: 'La canceló el centro',
  system: 'Se liberó sola: nadie la confirmó',
  get staff() {
    return `La canceló ${brand.name}: el centro estaba suspendido`
  },
} as const

export function cancellationText({
  cancelledAtDesk,
  cancelledBy,
  freedUnconfirmed,
}: Pick<AgendaAppointment, 'cancelledBy' | 'cancelledAtDesk' | 'freedUnconfirmed'>): string | undefined {
  if (freedUnconfirmed) return 'Se liberó sola: el paciente no confirmó su correo a tiempo'
  if (cancelledAtDesk) return 'La canceló el paciente; lo anotó el centro'
  return cancelledBy ? cancellationTexts[cancelledBy] : undefined
}

/** The text of the toast after a change that no mail announces to the patient or guest. */
export function notNotifiedText({ person }: AgendaAppointment): string {
  return person?.phone ? `No pudimos avisarle por correo: llama al ${person.phone}.` : 'No pudimos avisarle por correo.'
}

/** What the calendar shows of an appointment, as the server sends it: fields with their usual value are absent. */
export function cellOf(appointment: AgendaAppointment): AgendaCell {
  const { id, professionalId, status, startsAt, endsAt, service, person, place, homeAddress, arrivedAt } = appointment
  return {
    id,
    professionalId,
    status,
    startsAt,
    endsAt,
    service: service.name,
    ...(person && { name: person.name }),
    ...(person?.phone && { phone: person.phone }),
    ...(person?.dependant && { guardianName: person.dependant.guardianName }),
    ...(person?.dependant?.birthDate && { birthDate: person.dependant.birthDate }),
    ...(place !== 'center' && { place }),
    ...(homeAddress !== null && { homeAddress }),
    ...(arrivedAt !== null && { arrivedAt }),
    ...(appointment.provisionalUntil !== null && { isProvisional: true as const }),
    ...(appointment.payment !== null && appointment.dueCents === 0 && { isCollected: true as const }),
  }
}
