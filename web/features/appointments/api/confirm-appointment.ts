import { useMutation, useQueryClient } from '@tanstack/react-query'

import { useApi } from '#web/platform/api.ts'

export function useConfirmAppointment() {
  const { queries } = useApi()
  const queryClient = useQueryClient()
  return useMutation(
    queries.appointments.confirm.mutationOptions({
      // Without a connection the request waits, and the page says so.
      networkMode: 'online',
      meta: { refetch: 'background' },
      onSuccess: (appointment) => {
        const input = { appointmentId: appointment.id }
        queryClient.setQueryData(queries.appointments.get.queryKey({ input }), appointment)
      },
    }),
  )
}
