import type { Appointment } from '#contract/appointments.ts'
import { useDialogState } from '#web/ui/use-dialog-state.ts'

/** What can be opened about an appointment. */
export type AppointmentAction = 'details' | 'move' | 'cancel' | 'review'

export type OpenAction = (action: AppointmentAction, appointment: Appointment) => void

/** Which dialog stands open, and about what; it stays known while the dialog closes. */
export function useActionDialog() {
  const { about, isOpen, show, close } = useDialogState<{ action: AppointmentAction; appointment: Appointment }>()
  return {
    appointment: about?.appointment,
    isOpen: (action: AppointmentAction) => isOpen && about?.action === action,
    show: (action: AppointmentAction, appointment: Appointment) => show({ action, appointment }),
    close,
  }
}

/** Said of an appointment that is no longer to come, beyond its status. */
export function endingOf({ status, cancelledBy }: Appointment): string | undefined {
  if (status !== 'cancelled') return undefined
  if (cancelledBy === 'patient') return 'La cancelaste tú'
  return cancelledBy === 'center' ? 'La canceló el centro' : 'El centro no respondió a tiempo'
}
