import { useMutation, useQueryClient } from '@tanstack/react-query'

import { useApi } from '#web/platform/api.ts'

export function useRetryJob() {
  const { queries } = useApi()
  const queryClient = useQueryClient()
  return useMutation(
    queries.serviceHealth.retryJob.mutationOptions({
      onSettled: () => queryClient.invalidateQueries({ queryKey: queries.serviceHealth.key() }),
    }),
  )
}
