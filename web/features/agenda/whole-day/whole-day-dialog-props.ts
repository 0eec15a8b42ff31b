import type { Agenda } from '#contract/agenda.ts'

export type WholeDayDialogProps = {
  centerId: string
  agenda: Agenda
  /** The day in view, and the professional in view, when only one is. */
  date: string
  professionalId: string | undefined
  open: boolean
  onClose: () => void
}
