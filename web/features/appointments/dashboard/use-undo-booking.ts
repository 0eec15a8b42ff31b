import { useMutation } from '@tanstack/react-query'
import type { Appointment } from '#contract/appointments.ts'
import { useApi } from '#web/platform/api.ts'
import { errorMessage } from '#web/platform/error-message.ts'
import { toast } from '#web/ui/toast.ts'

export function useUndoBooking(): (booked: Pick<Appointment, 'id' | 'terms'>) => Promise<void> {
  const { queries } = useApi()
  const cancellation = useMutation(queries.appointments.cancel.mutationOptions())
  return async ({ id: appointmentId, terms }) => {
    try {
      await cancellation.mutateAsync({ appointmentId, terms })
      toast({ kind: 'success', title: 'Cita cancelada', description: 'La hora quedó libre.' })
    } catch (error) {
      toast({ kind: 'destructive', title: 'Error', description: errorMessage(error) })
    }
  }
}
