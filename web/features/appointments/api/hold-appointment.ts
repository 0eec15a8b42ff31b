import { useMutation, useQueryClient } from '@tanstack/react-query'

import { type Api, useApi } from '#web/platform/api.ts'

/** Holds a time for this visitor. A second hold replaces the first. */
export function useHoldAppointment() {
  const { api, queries } = useApi()
  const queryClient = useQueryClient()
  const queryKey = queries.appointments.currentHold.queryKey()
  return useMutation({
    mutationKey: queries.appointments.hold.mutationKey(),
    meta: { refetch: 'background' },
    mutationFn: async (input: Parameters<Api['appointments']['hold']>[0]) => {
      // A response that is still under way describes the hold before this one.
      await queryClient.cancelQueries({ queryKey })
      return await api.appointments.hold(input)
    },
    onSuccess: (appointment) => void queryClient.setQueryData(queryKey, { appointment }),
  })
}
