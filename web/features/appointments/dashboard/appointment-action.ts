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

/** How the patient says that the centre recorded the appointment wrongly. */
export function objectionLabel({ status }: Appointment): string {
  return status === 'no_show' ? 'Sí fui' : 'Yo no la cancelé'
}

/** What became of the patient's objection, in words. */
export function objectionText({ objection, objectUntil, can, status }: Appointment): string | undefined {
  const isMissed = status === 'no_show'
  if (objection === null && objectUntil !== null && !can.object) {
    return `Ya pasaron los 7 días para decir que ${isMissed ? 'fuiste' : 'no la cancelaste'}. Si crees que hay un error, escríbele al centro.`
  }
  if (objection === 'open') {
    return `Dijiste que ${isMissed ? 'sí fuiste' : 'no la cancelaste'}. Nuestro equipo lo está revisando y te avisa.`
  }
  if (objection === null) return undefined
  return isMissed
    ? 'Nuestro equipo revisó tu «Sí fui», y la cita sigue como inasistencia.'
    : 'Nuestro equipo revisó tu «Yo no la cancelé», y la cita sigue como cancelada a tu pedido.'
}

/** Who cancelled an appointment, in words. */
export function cancellationText({ status, cancelledBy, cancelledAtDesk }: Appointment): string | undefined {
  if (status !== 'cancelled') return undefined
  if (cancelledAtDesk) return 'El centro anotó que la cancelaste'
  if (cancelledBy === 'patient') return 'La cancelaste tú'
  return cancelledBy === 'center' ? 'La canceló el centro' : 'El centro no respondió a tiempo'
}
