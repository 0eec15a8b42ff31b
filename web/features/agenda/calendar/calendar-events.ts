import type { AgendaCell } from '#contract/agenda.ts'

/** The free time that a receptionist pressed; without `minute`, only the day. */
export type PressedTime = { professionalId: string; date: string; minute?: number }

export type CalendarEvents = {
  onOpen: (appointment: AgendaCell) => void
  onBook: (time: PressedTime) => void
}
