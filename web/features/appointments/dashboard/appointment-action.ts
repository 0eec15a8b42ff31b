import type { Appointment } from '#contract/appointments.ts'
import { useDialogState } from '#web/ui/use-dialog-state.ts'

/** The dialogs about an appointment. */
export type AppointmentAction = 'details' | 'record' | 'pay' | 'move' | 'cancel' | 'review' | 'object'

/** `refusal`: why the server refused to accept the appointment; its details say so. */
export type OpenAction = (action: AppointmentAction, appointment: Appointment, refusal?: unknown) => void

type Opened = { action: AppointmentAction; appointment: Appointment; refusal: unknown }

/** The open dialog and its appointment, which stays known while the dialog closes. */
export function useActionDialog() {
  const { subject, isOpen, show, close } = useDialogState<Opened>()
  return {
    appointment: subject?.appointment,
    refusal: subject?.refusal,
    isOpen: (action: AppointmentAction) => isOpen && subject?.action === action,
    show: ((action, appointment, refusal) => show({ action, appointment, refusal })) satisfies OpenAction,
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
