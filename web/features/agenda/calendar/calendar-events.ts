import type { AgendaAppointment } from '#contract/agenda.ts'

/** A time that somebody pressed to book it. */
export type PressedTime = { professionalId: string; date: string; minute?: number }

/** What a diary tells whoever shows it. */
export type CalendarEvents = {
  onOpen: (appointment: AgendaAppointment) => void
  onBook: (time: PressedTime) => void
}
