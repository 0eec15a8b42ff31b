import type { Appointment } from '#contract/appointments.ts'
import { useDialogState } from '#web/ui/use-dialog-state.ts'

/** What can be opened about an appointment. */
export type Act = 'details' | 'move' | 'cancel' | 'review'

export type OpenAct = (act: Act, appointment: Appointment) => void

/** Which dialog stands open, and about what; it stays known while the dialog closes. */
export function useAct() {
  const { about, isOpen, show, close } = useDialogState<{ act: Act; appointment: Appointment }>()
  return {
    appointment: about?.appointment,
    isOpen: (act: Act) => isOpen && about?.act === act,
    show: (act: Act, appointment: Appointment) => show({ act, appointment }),
    close,
  }
}

/** Said of an appointment that is no longer to come, beyond its status. */
export function endingOf({ status, cancelledBy }: Appointment): string | undefined {
  if (status !== 'cancelled') return undefined
  if (cancelledBy === 'patient') return 'La cancelaste tú'
  return cancelledBy === 'center' ? 'La canceló el centro' : 'El centro no respondió a tiempo'
}
