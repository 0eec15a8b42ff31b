import type { AgendaAppointment } from '#contract/agenda.ts'

/** The time that was pressed to book it. */
export type ChosenTime = { professionalId: string; date: string; minute?: number }

/** The events of every calendar layout. */
export type CalendarEvents = {
  onOpen: (appointment: AgendaAppointment) => void
  onBook: (time: ChosenTime) => void
}
