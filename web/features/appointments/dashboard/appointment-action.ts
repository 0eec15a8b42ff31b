import type { Appointment } from '#contract/appointments.ts'
import { useDialogState } from '#web/ui/use-dialog-state.ts'

/** The dialogs about an appointment. */
export type AppointmentAction = 'details' | 'record' | 'pay' | 'move' | 'cancel' | 'review'

export type OpenAction = (action: AppointmentAction, appointment: Appointment) => void

/** The open dialog and its appointment, which stays known while the dialog closes. */
export function useActionDialog() {
  const { subject, isOpen, show, close } = useDialogState<{ action: AppointmentAction; appointment: Appointment }>()
  return {
    appointment: subject?.appointment,
    isOpen: (action: AppointmentAction) => isOpen && subject?.action === action,
    show: (action: AppointmentAction, appointment: Appointment) => show({ action, appointment }),
    close,
  }
}

/** Who cancelled an appointment, in words. */
export function cancellationText({ status, cancelledBy }: Appointment): string | undefined {
  if (status !== 'cancelled') return undefined
  if (cancelledBy === 'patient') return 'La cancelaste tú'
  return cancelledBy === 'center' ? 'La canceló el centro' : 'El centro no respondió a tiempo'
}
