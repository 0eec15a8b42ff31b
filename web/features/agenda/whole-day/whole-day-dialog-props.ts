import type { Agenda } from '#contract/agenda.ts'

export type WholeDayDialogProps = {
  centerId: string
  agenda: Agenda
  date: string
  professionalId: string | undefined
  open: boolean
  onClose: () => void
}
