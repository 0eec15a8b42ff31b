import CalendarClock from 'lucide-react/icons/calendar-clock'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleHelp from 'lucide-react/icons/circle-question-mark'
import CircleX from 'lucide-react/icons/circle-x'
import Hourglass from 'lucide-react/icons/hourglass'
import UserCheck from 'lucide-react/icons/user-check'
import UserX from 'lucide-react/icons/user-x'
import type { ComponentType } from 'react'

import { type AgendaAppointment, deskStatusLabels } from '#contract/agenda.ts'
import type { BadgeTone } from '#web/ui/badge.tsx'

export type AppointmentLook = {
  id: string
  word: string
  tone: BadgeTone
  /** Ground and edge of its card. */
  card: string
  Icon: ComponentType<{ className?: string; 'aria-hidden'?: 'true' }>
}

const looks = {
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
} as const satisfies Record<string, AppointmentLook>

/** How an appointment shows: by a word and an icon, and only then by a colour. */
export function lookOf({ status, arrivedAt }: Pick<AgendaAppointment, 'status' | 'arrivedAt'>): AppointmentLook {
  return status === 'confirmed' && arrivedAt !== null ? looks.arrived : looks[status]
}

/** All of them, for those that draw them once. */
export const everyLook: readonly AppointmentLook[] = Object.values(looks)

/** What the legend explains, in the order of a visit. */
export const legend: readonly AppointmentLook[] = [
  looks.pending,
  looks.confirmed,
  looks.arrived,
  looks.completed,
  looks.no_show,
]

/** Who comes; nobody yet while a visitor books. */
export function whoComes({ person, status }: Pick<AgendaAppointment, 'person' | 'status'>): string {
  return person?.name ?? (status === 'held' ? 'Alguien está reservando' : 'Sin nombre')
}

const endings = {
  patient: 'La canceló el paciente',
  center: 'La canceló el centro',
  system: 'Se liberó sola: nadie la confirmó',
} as const

export function endingOf({ cancelledBy }: Pick<AgendaAppointment, 'cancelledBy'>): string | undefined {
  return cancelledBy ? endings[cancelledBy] : undefined
}

/** When no mail told whoever comes what has just changed. */
export function untoldText({ person }: AgendaAppointment): string {
  return person?.phone ? `No pudimos avisarle por correo: llama al ${person.phone}.` : 'No pudimos avisarle por correo.'
}
