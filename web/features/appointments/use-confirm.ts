import { useMutation, useQueryClient } from '@tanstack/react-query'

import type { Appointment } from '#contract/appointments.ts'
import { useApi } from '#web/platform/api.ts'

/** Makes an appointment of the held time. */
export function useConfirm({
  onConfirmed,
  onFailed,
}: {
  onConfirmed: (appointment: Appointment) => void
  onFailed: (error: unknown) => void
}) {
  const { api, queries } = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (input: Parameters<typeof api.appointments.confirm>[0]) => api.appointments.confirm(input),
    onSuccess: (appointment) => {
      queryClient.setQueryData(
        queries.appointments.get.queryKey({ input: { appointmentId: appointment.id } }),
        appointment,
      )
      void queryClient.invalidateQueries({ queryKey: queries.appointments.key() })
      onConfirmed(appointment)
    },
    onError: onFailed,
  })
}
