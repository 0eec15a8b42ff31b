import type { Agenda } from '#contract/agenda.ts'

export type WholeDayDialogProps = {
  centerId: string
  agenda: Agenda
  /** The day that is looked at, and whose page, if it is one person's. */
  date: string
  professionalId: string | undefined
  open: boolean
  onClose: () => void
}
