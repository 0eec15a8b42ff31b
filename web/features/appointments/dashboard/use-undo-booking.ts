import type { Appointment } from '#contract/appointments.ts'
import { errorMessage } from '#web/platform/error-message.ts'
import { toast } from '#web/ui/toast.ts'

import { useCancelAppointment } from '../api/cancel-appointment.ts'

/** Cancels an appointment that the patient has just booked with one press. */
export function useUndoBooking(): (booked: Pick<Appointment, 'id' | 'terms'>) => Promise<void> {
  const cancellation = useCancelAppointment()
  return async ({ id: appointmentId, terms }) => {
    try {
      await cancellation.mutateAsync({ appointmentId, terms })
      toast({ kind: 'success', title: 'Cita cancelada', description: 'La hora quedó libre.' })
    } catch (error) {
      toast({ kind: 'destructive', title: 'Error', description: errorMessage(error) })
    }
  }
}
