import { useMutation, useQueryClient } from '@tanstack/react-query'

import { type Api, useApi } from '#web/platform/api.ts'
import { useSendWhileShown } from '#web/platform/while-shown.ts'

export function useConfirmAppointment() {
  const { api, queries } = useApi()
  const queryClient = useQueryClient()
  const sendWhileShown = useSendWhileShown()
  return useMutation({
    mutationKey: queries.appointments.confirm.mutationKey(),
    mutationFn: (input: Parameters<Api['appointments']['confirm']>[0]) =>
      sendWhileShown(() => api.appointments.confirm(input)),
    meta: { refetch: 'background' },
    onSuccess: (appointment) => {
      const input = { appointmentId: appointment.id }
      queryClient.setQueryData(queries.appointments.get.queryKey({ input }), appointment)
    },
  })
}
