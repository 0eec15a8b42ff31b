import { useMutation, useQueryClient } from '@tanstack/react-query'

import { useApi } from '#web/platform/api.ts'

export function useReleaseHold() {
  const { queries } = useApi()
  const queryClient = useQueryClient()
  return useMutation(
    queries.appointments.release.mutationOptions({
      onMutate: () => void queryClient.setQueryData(queries.appointments.currentHold.queryKey(), { appointment: null }),
      meta: { refetch: 'background' },
    }),
  )
}
