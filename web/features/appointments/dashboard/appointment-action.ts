import type { Appointment } from '#contract/appointments.ts'
import { useDialogState } from '#web/ui/use-dialog-state.ts'

/** The dialogs about an appointment. */
export type AppointmentAction = 'details' | 'record' | 'pay' | 'move' | 'cancel' | 'review' | 'object'

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

/** What became of the patient's objection to a no-show, in words. */
export function objectionText({ objection }: Appointment): string | undefined {
  if (objection === 'open') return 'Dijiste que sí fuiste. Nuestro equipo lo está revisando y te avisa.'
  return objection === 'rejected' ? 'Nuestro equipo revisó tu «Sí fui», y la cita sigue como inasistencia.' : undefined
}

/** Who cancelled an appointment, in words. */
export function cancellationText({ status, cancelledBy }: Appointment): string | undefined {
  if (status !== 'cancelled') return undefined
  if (cancelledBy === 'patient') return 'La cancelaste tú'
  return cancelledBy === 'center' ? 'La canceló el centro' : 'El centro no respondió a tiempo'
}
