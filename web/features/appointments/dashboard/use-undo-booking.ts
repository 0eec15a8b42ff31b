import { errorMessage } from '#web/platform/error-message.ts'
import { toast } from '#web/ui/toast.ts'

import { useCancelAppointment } from '../api/cancel-appointment.ts'

/** Cancels an appointment that the patient has just booked with one press. */
export function useUndoBooking(): (appointmentId: string) => Promise<void> {
  const cancellation = useCancelAppointment()
  return async (appointmentId) => {
    try {
      await cancellation.mutateAsync({ appointmentId })
      toast({ kind: 'success', title: 'Cita cancelada', description: 'La hora quedó libre.' })
    } catch (error) {
      toast({ kind: 'destructive', title: 'Error', description: errorMessage(error) })
    }
  }
}
